import { EventEmitter } from "node:events";

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

/** The built-in objects that the harness and its libraries lean on. */
function leanedOn(): (readonly [name: string, owner: object])[] {
  const withPrototype = {
    Object,
    Function,
    Array,
    Promise,
    Map,
    Set,
    WeakMap,
    String,
    Number,
    RegExp,
    Error,
  };
  const iterator = getPrototypeOf([][Symbol.iterator]());
  return [
    ...Object.entries({ ...withPrototype, EventEmitter }).flatMap(([name, type]) => [
      [`${name}.prototype`, type.prototype as object] as const,
      [name, type] as const,
    ]),
    ["JSON", JSON],
    ["Math", Math],
    ["Reflect", Reflect],
    ["Symbol", Symbol],
    ...(iterator === null ? [] : ([["ArrayIterator.prototype", iterator]] as const)),
  ];
}

interface Kept {
  readonly name: string;
  readonly owner: object;
  readonly keys: readonly (string | symbol)[];
  /** By key; has no prototype. */
  readonly descriptors: Readonly<Record<string | symbol, PropertyDescriptor | undefined>>;
}

/**
 * Remembers what built-in objects are, before any of the user's code runs. What is returned puts them back and names
 * the methods that were replaced: `Promise.prototype.then`.
 */
export function keepBuiltIns(): () => string[] {
  const kept = leanedOn().map(([name, owner]): Kept => {
    const keys = ownKeys(owner);
    const descriptors = Object.create(null) as Record<string | symbol, PropertyDescriptor | undefined>;
    for (const key of keys) descriptors[key] = withoutPrototype(getOwnPropertyDescriptor(owner, key)!);
    return { name, owner, keys, descriptors };
  });

  // Nothing in here may lean on what it is about to put back: it has indices, and functions taken beforehand.
  return () => {
    const replaced: string[] = [];
    for (let i = 0; i < kept.length; i++) {
      const { name, owner, keys, descriptors } = kept[i]!;
      const now = ownKeys(owner);
      for (let j = 0; j < now.length; j++) {
        if (descriptors[now[j]!] === undefined) deleteProperty(owner, now[j]!);
      }
      for (let j = 0; j < keys.length; j++) {
        const key = keys[j]!;
        const was = descriptors[key]!;
        if (isSame(getOwnPropertyDescriptor(owner, key), was)) continue;
        defineProperty(owner, key, was);
        if (typeof key !== "string" || typeof was.value !== "function") continue;
        const value = `${name}.${key}`;
        defineProperty(replaced, replaced.length, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }
    }
    return replaced;
  };
}

/** A descriptor that looks nowhere else for what it does not have. */
function withoutPrototype(descriptor: PropertyDescriptor): PropertyDescriptor {
  return Object.assign(Object.create(null) as PropertyDescriptor, descriptor);
}

function isSame(is: PropertyDescriptor | undefined, was: PropertyDescriptor): boolean {
  return is !== undefined && is.value === was.value && is.get === was.get && is.set === was.set;
}
