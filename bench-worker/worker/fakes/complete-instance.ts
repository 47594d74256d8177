import { isOfProgram, symbolName } from "./universal/symbols.ts";
import type { UniversalFakes } from "./universal/universal-fakes.ts";

/** Names that say something by being absent. */
const ABSENT = new Set(["then", "toJSON", "inspect", "nodeType"]);

/** The name by which it is noted what an instance lacks. */
const LACKING = "what this lacks";

/**
 * Lets every property that `instance` lacks be a universal fake: what else would have set it is not there. The
 * instance stays what it is, private members too.
 *
 * @param name What it goes by: its properties are named after that.
 */
export function completeInstance(instance: object, fakes: UniversalFakes, name = "this"): void {
  const prototype: unknown = Object.getPrototypeOf(instance);
  if (typeof prototype !== "object" || prototype === null) return;
  const plain = name === "this" ? plainComplete(prototype, fakes) : null;
  Object.setPrototypeOf(instance, plain ?? complete(prototype, fakes, name));
  // A field that was declared and never set hides what stands behind it.
  for (const [key, value] of Object.entries(instance)) {
    if (value === undefined || value === null) Reflect.deleteProperty(instance, key);
  }
}

function complete(prototype: object, fakes: UniversalFakes, of: string): object {
  const made = new Map<PropertyKey, unknown>();
  let completeClass: unknown;
  return new Proxy(prototype, {
    // It stands before the class's own, by which `instanceof` tells.
    getPrototypeOf: () => prototype,
    get(target, key, receiver): unknown {
      if (key === "constructor" && typeof target.constructor === "function")
        return (completeClass ??= classWithFakes(target.constructor, fakes));
      const isOther = typeof key === "symbol" ? !isOfProgram(key) : ABSENT.has(key);
      if (isOther || key in target) return Reflect.get(target, key, receiver);
      const name = `${of}.${typeof key === "symbol" ? symbolName(key) : key}`;
      if (of === "this") fakes.noting?.member(LACKING, key, { is: "stand-in", name });
      if (!made.has(key)) made.set(key, fakes.make(name));
      return made.get(key);
    },
  });
}

/** The same with what calls before have asked for, and no more; null where that is not known, or more than names tell. */
function plainComplete(prototype: object, fakes: UniversalFakes): object | null {
  const lacking = fakes.plainMembersOf(LACKING);
  if (lacking === null) return null;
  const made = Object.create(prototype) as object;
  let completeClass: unknown;
  if (typeof prototype.constructor === "function")
    Object.defineProperty(made, "constructor", {
      get: () => (completeClass ??= classWithFakes(prototype.constructor, fakes)),
      configurable: true,
    });
  for (const { key, name } of lacking)
    if (!(key in prototype)) Object.defineProperty(made, key, { value: fakes.make(name), writable: true });
  return made;
}

/**
 * What stands for the object or class that has a method of its own, with all that it lacks made up: a program may give it
 * more before it calls the method. What the method sets is set on what stands for an object, and not on that itself.
 */
export function completeHolder(holder: unknown, fakes: UniversalFakes): unknown {
  if (typeof holder === "function" && !fakes.isFake(holder)) return classWithFakes(holder, fakes, "this");
  if (typeof holder !== "object" || holder === null) return holder;
  if (fakes.isFake(holder)) return holder;
  const instance = Object.create(holder) as object;
  completeInstance(instance, fakes);
  for (const [key, own] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
    if ("value" in own && (own.value === undefined || own.value === null))
      Object.defineProperty(instance, key, {
        value: fakes.make(`this.${key}`),
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  return instance;
}

/** What a class lacks that a program gives it before it makes instances, as the connection of a model. */
function classWithFakes(constructor: object, fakes: UniversalFakes, name = "this.constructor"): unknown {
  const made = new Map<string, unknown>();
  return new Proxy(constructor, {
    get(target, key): unknown {
      if (typeof key === "symbol" || ABSENT.has(key) || key in target) return Reflect.get(target, key);
      if (!made.has(key)) made.set(key, fakes.make(`${name}.${key}`));
      return made.get(key);
    },
  });
}
