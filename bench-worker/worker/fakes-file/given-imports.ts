import { importsIn } from "../types/declarations.ts";
import { isObject } from "../io/is-object.ts";
import { requiredIn } from "../load/required-in.ts";
import type { GivenFakes } from "./given-fakes.ts";

/**
 * What a target's file gets for a package that was loaded for real, where its fakes file has operations of it: they are
 * answered in place of the package's own. `bcrypt.hash` is the `hash` of what the text imports as `bcrypt`, and `hash` that
 * which it takes out of the module under this name.
 *
 * @param make Makes what stands for an operation of a name.
 */
export function withGiven(
  exports: unknown,
  specifier: string,
  text: string,
  given: GivenFakes | null,
  make: (name: string) => unknown,
): unknown {
  if (given === null || !isObject(exports)) return exports;
  const replaced = new Map<string, string>();
  for (const operation of given.operations) {
    const member = memberOf(operation, specifier, text);
    if (member !== undefined && (member === "default" || hasFunction(exports, member)))
      replaced.set(member, operation);
  }
  return replaced.size === 0 ? exports : replacedIn(exports, replaced, make);
}

/** The member of a module that an operation is, by the names that a text has for it; `default` for the module as a whole. */
function memberOf(operation: string, specifier: string, text: string): string | undefined {
  const [name = "", member, ...more] = operation.split(".");
  if (more.length > 0) return undefined;
  const taken = importsIn(text).get(name);
  if (taken?.specifier === specifier) {
    if (taken.name === "*" || taken.name === "default")
      return member ?? (taken.name === "*" ? undefined : "default");
    return member === undefined ? taken.name : undefined;
  }
  for (const required of requiredIn(text)) {
    if (required.specifier !== specifier) continue;
    if (required.whole === name) return member ?? "default";
    const part = member === undefined ? required.parts.find(({ own }) => own === name) : undefined;
    if (part !== undefined) return part.name;
  }
  return undefined;
}

/**
 * Some exports with other functions in the place of some of theirs, in the default export as well. Each target has instances
 * of modules of its own, so what can be replaced on them is; of what cannot, others are handed out that answer for it.
 */
function replacedIn(
  exports: object,
  replaced: ReadonlyMap<string, string>,
  make: (name: string) => unknown,
): unknown {
  const whole = replaced.get("default");
  if (whole !== undefined && typeof exports === "function") return make(whole);
  const others = new Map<string, unknown>();
  for (const [member, operation] of replaced) {
    if (typeof Reflect.get(exports, member) === "function") others.set(member, make(operation));
  }
  const inner: unknown = Reflect.get(exports, "default");
  if (whole === undefined && isObject(inner) && inner !== exports) {
    const other = replacedIn(inner, replaced, make);
    if (other !== inner) others.set("default", other);
  }
  const kept = [...others].filter(([member, value]) => !isReplaced(exports, member, value));
  return kept.length === 0 || typeof exports === "function" ? exports : answeringFor(exports, new Map(kept));
}

/** Whether a member could be replaced on an object itself. */
function isReplaced(holder: object, member: string, value: unknown): boolean {
  return Reflect.defineProperty(holder, member, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** What has some members, and is for all else what another object is. */
function answeringFor(exports: object, members: ReadonlyMap<PropertyKey, unknown>): object {
  // Of a frozen object itself no proxy may answer otherwise.
  return new Proxy(
    {},
    {
      get: (_shell, key) => (members.has(key) ? members.get(key) : (Reflect.get(exports, key) as unknown)),
      has: (_shell, key) => members.has(key) || Reflect.has(exports, key),
      ownKeys: () => Reflect.ownKeys(exports),
      getPrototypeOf: () => Reflect.getPrototypeOf(exports),
      getOwnPropertyDescriptor: (_shell, key) => {
        const own = Reflect.getOwnPropertyDescriptor(exports, key);
        if (own === undefined) return undefined;
        const value: unknown = members.has(key) ? members.get(key) : Reflect.get(exports, key);
        return { value, enumerable: own.enumerable === true, configurable: true, writable: true };
      },
    },
  );
}

/** Whether exports, or the default export, have a function of a name. */
function hasFunction(exports: object, name: string): boolean {
  const inner: unknown = Reflect.get(exports, "default");
  return [exports, inner].some((one) => isObject(one) && typeof Reflect.get(one, name) === "function");
}
