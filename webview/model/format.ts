import type { Estimate } from "../../bench-worker/numbers.ts";
import { estimateInWords, scaleOf, type Unit } from "../../bench-worker/quantity.ts";

/** What stands where a number was not taken; nothing unmeasured is ever shown as 0. */
export const NOT_MEASURED = "not measured";

/** A quantity that a person can read, and its interval in words for a tooltip. */
export interface Quantity {
  /** `1.23 µs (1.20–1.28)`, or `533 B` where the interval has no width. */
  readonly text: string;
  /** `median 1.23 µs, interval 1.20 to 1.28 µs`. */
  readonly detail: string;
}

/** A median with its interval, in the unit that suits the median. */
export function estimateQuantity(estimate: Estimate, units: readonly Unit[]): Quantity {
  const { median, low, high } = estimate;
  const { unit, write } = scaleOf(median, units);
  return {
    text: estimateInWords(estimate, units),
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

/** `1.2 %` of a share from 0 to 1. */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
