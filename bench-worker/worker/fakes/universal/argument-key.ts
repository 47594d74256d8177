import { isObject } from "../../io/is-object.ts";
import { textAt, type ItemPlace } from "../item-place.ts";
import { trapsOf } from "./traps.ts";

/** Parts of arguments that are looked at. */
const PARTS_AT_MOST = 40;
const DEEPEST = 3;
const LETTERS_AT_MOST = 200;
/** Larger numbers tell the time. */
const NUMBER_AT_MOST = 1e9;

/** A text that is the same for calls with the same arguments, as far as these are texts, numbers and stand-ins, or hold some. */
export function keyOfArguments(place: ItemPlace, parameters: readonly unknown[]): string {
  const left = { parts: PARTS_AT_MOST };
  const keyOf = (value: unknown, depth: number): string => {
    if (typeof value === "string") return JSON.stringify(value.slice(0, LETTERS_AT_MOST));
    if (typeof value === "number") return Math.abs(value) > NUMBER_AT_MOST ? "number" : String(value);
    if (!isObject(value)) return String(value);
    const traps = trapsOf(value);
    if (traps !== undefined) return textAt(place, traps.plan.name, traps.itemAt);
    if (typeof value === "function" || depth === 0 || !isPlain(value)) return typeof value;
    const own = Object.entries(Object.getOwnPropertyDescriptors(value)).slice(0, left.parts);
    left.parts -= own.length;
    // A getter is the program's own, and runs when that asks it.
    return `{${own.map(([key, { value: held }]) => `${key}:${keyOf(held, depth - 1)}`).join()}}`;
  };
  return keyOf([...parameters], DEEPEST);
}

/** Whether it is a list, or an object that a literal makes. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (isObject(prototype) && Object.getPrototypeOf(prototype) === null);
}
