import type { Estimate } from "../../bench-worker/document.ts";
import { fixed, scaleOf, type Unit } from "../../bench-worker/quantity.ts";

/** What stands where a number was not taken; nothing unmeasured is ever shown as 0. */
export const NOT_MEASURED = "not measured";

/** A quantity that a person can read, and its interval in words for a tooltip. */
export interface Quantity {
  /** `1.23 µs ± 0.05`, `533 B ± 0`. */
  readonly text: string;
  /** `median 1.23 µs, interval 1.20 to 1.28 µs`. */
  readonly detail: string;
}

/** A median with its interval, in the unit that suits the median. */
export function estimateQuantity(estimate: Estimate, units: readonly Unit[]): Quantity {
  const { median, low, high } = estimate;
  const { unit, decimals, write } = scaleOf(median, units);
  const half = Math.max(high - median, median - low);
  return {
    text: `${write(median)} ${unit.name} ± ${halfWidth(half / unit.size, decimals)}`,
    detail: `median ${write(median)} ${unit.name}, interval ${write(low)} to ${write(high)} ${unit.name}`,
  };
}

/** `12,345`. */
export function integer(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 0 });
}

/** `×1.34`, against the fewest. */
export function ratio(value: number): string {
  return `×${value.toFixed(2)}`;
}

function halfWidth(value: number, decimals: number): string {
  if (value === 0) return "0";
  const text = fixed(value, decimals);
  return Number(text) === 0 ? `< ${fixed(10 ** -decimals, decimals)}` : text;
}
