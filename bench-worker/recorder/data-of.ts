import { types } from "node:util";

const ROOTS = [Function.prototype, Object.prototype] as const;

/** What an object has by a name, itself or by what it inherits from, without running a getter. */
export function dataOf(object: object, name: string): unknown {
  for (let at: object | null = object, steps = 0; at !== null && steps < 20; steps++) {
    if (types.isProxy(at)) return undefined;
    if (Object.hasOwn(at, name)) return Object.getOwnPropertyDescriptor(at, name)?.value;
    at = Object.getPrototypeOf(at) as object | null;
    // Nothing of it runs code of the program: most objects are told by one look.
    if ((at === ROOTS[0] || at === ROOTS[1]) && !(name in at)) return undefined;
  }
  return undefined;
}

/** The first names that an object itself has, none of bytes: those have a name each. */
export function keysOf(value: object, atMost: number): string[] {
  return ArrayBuffer.isView(value) ? [] : Object.keys(value).slice(0, atMost);
}
