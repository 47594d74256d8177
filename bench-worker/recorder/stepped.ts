import { types } from "node:util";
import { isObject } from "./callees.ts";
import { dataOf } from "./data-of.ts";

/** Hears what is done with what a generator gives that a compiler has written without `yield`. */
export interface Stepping {
  /** It goes on with what it has waited for. */
  readonly goesOn: (value: unknown) => void;
  /** It goes on as that has failed. */
  readonly hasFailed: (error: unknown) => void;
  readonly ends: (how: "value" | "error", value: unknown) => void;
}

/** Has an iterator tell of its steps; false for what is none. */
export function watchSteps(iterator: unknown, { goesOn, hasFailed, ends }: Stepping): boolean {
  if (!isObject(iterator) || types.isProxy(iterator) || typeof dataOf(iterator, "next") !== "function")
    return false;
  for (const [name, begins] of [
    ["next", goesOn],
    ["throw", hasFailed],
    ["return", null],
  ] as const) {
    const method = dataOf(iterator, name);
    if (typeof method !== "function") continue;
    const own = Object.getOwnPropertyDescriptor(iterator, name);
    const heard = function (this: unknown, ...given: unknown[]): unknown {
      begins?.(given[0]);
      let result: unknown;
      try {
        result = Reflect.apply(method, this, given);
      } catch (error) {
        ends("error", error);
        throw error;
      }
      if (isObject(result) && dataOf(result, "done") === true) ends("value", dataOf(result, "value"));
      return result;
    };
    Reflect.defineProperty(iterator, name, {
      ...(own ?? { writable: true, configurable: true, enumerable: false }),
      value: heard,
    });
  }
  return true;
}
