import type { Estimate } from "../bench-worker/numbers.ts";
import { estimateInWords, quantity, SIZE_UNITS, TIME_UNITS, type Unit } from "../bench-worker/quantity.ts";

/** What stands where nothing was measured. */
export const NOT_MEASURED = "–";

/** `1.23 µs (1.20–1.28)`, `402 ns`. */
export function nanoseconds(value: Estimate | number): string {
  return inWords(value, TIME_UNITS);
}

/** `533 B (530–540)`. */
export function bytes(value: Estimate | number): string {
  return inWords(value, SIZE_UNITS);
}

function inWords(value: Estimate | number, units: readonly Unit[]): string {
  return typeof value === "number" ? quantity(value, units) : estimateInWords(value, units);
}
