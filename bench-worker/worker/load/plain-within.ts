import { trapsOf } from "../fakes/universal/traps.ts";
import { isObject } from "../io/is-object.ts";

/** So deep somebody who gives values in a file may hide what is asked for by. */
const DEEPEST = 4;

/** So many values are looked at. */
const VALUES_AT_MOST = 400;

/**
 * The values that plain objects and lists hold which nobody made up, and those that were, the first {@link VALUES_AT_MOST}. Nothing of theirs is
 * run: what a getter would give is left out, and so is what instances and bytes hold.
 */
export function plainWithin(values: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  const seen = new Set<unknown>();
  const look = (value: unknown, depth: number): void => {
    if (found.length >= VALUES_AT_MOST) return;
    if (!isObject(value) || !isPlain(value) || depth >= DEEPEST) {
      found.push(value);
      return;
    }
    if (seen.has(value)) return;
    seen.add(value);
    for (const name of Object.keys(value)) {
      if (found.length >= VALUES_AT_MOST) return;
      const member = Reflect.getOwnPropertyDescriptor(value, name);
      if (member !== undefined && "value" in member) look(member.value, depth + 1);
    }
  };
  for (const value of values) look(value, 0);
  return found;
}

/** Whether something is a list or an object as it is written, and no fake. */
function isPlain(value: object): boolean {
  if (typeof value === "function" || trapsOf(value) !== undefined) return false;
  if (Array.isArray(value)) return true;
  const prototype = Reflect.getPrototypeOf(value);
  // One of another context, as a fakes file may have, has another `Object`.
  return prototype === null || Reflect.getPrototypeOf(prototype) === null;
}
