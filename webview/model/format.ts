import type { Estimate } from "../../bench-worker/document.ts";

/** What stands where a number was not taken; nothing unmeasured is ever shown as 0. */
export const NOT_MEASURED = "not measured";

/** A quantity that a person can read, and its interval in words for a tooltip. */
export interface Quantity {
  /** `1.23 µs ± 0.05`, `533 B ± 0`. */
  readonly text: string;
  /** `median 1.23 µs, interval 1.20 to 1.28 µs`. */
  readonly detail: string;
}

/** A unit with its size in the base unit. */
export interface Unit {
  readonly name: string;
  readonly size: number;
}

/** Largest first, in nanoseconds. */
export const TIME_UNITS: readonly Unit[] = [
  { name: "s", size: 1e9 },
  { name: "ms", size: 1e6 },
  { name: "µs", size: 1e3 },
  { name: "ns", size: 1 },
];

/** Largest first, in bytes. */
export const SIZE_UNITS: readonly Unit[] = [
  { name: "GB", size: 1e9 },
  { name: "MB", size: 1e6 },
  { name: "kB", size: 1e3 },
  { name: "B", size: 1 },
];

/** A median with its interval, in the unit that suits the median. */
export function estimateQuantity(estimate: Estimate, units: readonly Unit[]): Quantity {
  const { median, low, high } = estimate;
  const unit = suitableUnit(median, units);
  const decimals = decimalsOf(median, unit);
  const write = (value: number): string => fixed(value / unit.size, decimals);
  const half = Math.max(high - median, median - low);
  return {
    text: `${write(median)} ${unit.name} ± ${halfWidth(half / unit.size, decimals)}`,
    detail: `median ${write(median)} ${unit.name}, interval ${write(low)} to ${write(high)} ${unit.name}`,
  };
}

/** `1.23 µs`: three digits that matter, whole base units. */
export function quantity(value: number, units: readonly Unit[]): string {
  const unit = suitableUnit(value, units);
  return `${fixed(value / unit.size, decimalsOf(value, unit))} ${unit.name}`;
}

/** The largest unit in which `value` reads as at least 1; the smallest where there is none. */
export function suitableUnit(value: number, units: readonly Unit[]): Unit {
  // 999.7 reads as 1000 in its unit: it belongs to the next.
  const unit = units.find(({ size }) => Number((Math.abs(value) / size).toPrecision(3)) >= 1);
  return unit ?? units.at(-1)!;
}

/** `12,345`. */
export function integer(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 0 });
}

/** `×1.34`, against the fewest. */
export function ratio(value: number): string {
  return `×${value.toFixed(2)}`;
}

/** Decimals that leave three digits; none for a whole number of the base unit. */
function decimalsOf(value: number, unit: Unit): number {
  // Rounded first: 0.9997 reads as 1.00.
  const scaled = Number(Math.abs(value / unit.size).toPrecision(3));
  if (scaled === 0 || (unit.size === 1 && Number.isInteger(value))) return 0;
  return Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(scaled))));
}

function halfWidth(value: number, decimals: number): string {
  if (value === 0) return "0";
  const text = fixed(value, decimals);
  return Number(text) === 0 ? `< ${fixed(10 ** -decimals, decimals)}` : text;
}

function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}
