import { types } from "node:util";
import { taggedOf } from "../../contract/recorded-object.ts";

/** Milliseconds around a recording within which a number is taken for a time of then. */
const A_DAY = 86_400_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Tells values that differ from call to call by chance or by the time: dates, also as texts and as numbers near the time of
 * the recording, and identifiers that chance makes.
 *
 * @param recordedAt ISO 8601.
 */
export function volatileNear(recordedAt: string): (recorded: unknown, value: unknown) => boolean {
  const then = Date.parse(recordedAt);
  const isThen = (value: unknown): boolean => typeof value === "number" && Math.abs(value - then) < A_DAY;
  return (recorded, value) => {
    if (taggedOf(recorded)?.$ === "date") return types.isDate(value);
    if (typeof recorded === "number") return isThen(recorded) && isThen(value);
    if (typeof recorded !== "string" || typeof value !== "string") return false;
    return [UUID, TIME].some((shape) => shape.test(recorded) && shape.test(value));
  };
}
