import type { Estimate } from "./numbers.ts";

/** How the panel, the lens and the command line all write times and sizes. */

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

/** Largest first, in bytes; a kilobyte has 1000. */
export const SIZE_UNITS: readonly Unit[] = [
  { name: "GB", size: 1e9 },
  { name: "MB", size: 1e6 },
  { name: "kB", size: 1e3 },
  { name: "B", size: 1 },
];

/** A unit and a number of decimals in which values of one kind can be compared by eye. */
export interface Scale {
  readonly unit: Unit;
  readonly decimals: number;
  /** The value in the unit, without the unit's name. */
  readonly write: (value: number) => string;
}

/** The scale in which `value` has so many digits that matter; whole numbers of the base unit stay whole. */
export function scaleOf(value: number, units: readonly Unit[], digits = 3): Scale {
  const unit = suitableUnit(value, units);
  // Rounded first: 0.9997 reads as 1.00.
  const scaled = Number(Math.abs(value / unit.size).toPrecision(digits));
  const whole = scaled === 0 || (unit.size === 1 && Number.isInteger(value));
  const decimals = whole ? 0 : Math.min(3, Math.max(0, digits - 1 - Math.floor(Math.log10(scaled))));
  return { unit, decimals, write: (other) => fixed(other / unit.size, decimals) };
}

/** `1.23 µs`. */
export function quantity(value: number, units: readonly Unit[], digits = 3): string {
  const { unit, write } = scaleOf(value, units, digits);
  return `${write(value)} ${unit.name}`;
}

/** `1.23 µs (1.20–1.28)`: median and interval in the median's unit; without an interval where it has no width. */
export function estimateInWords({ median, low, high }: Estimate, units: readonly Unit[]): string {
  const { unit, write } = scaleOf(median, units);
  const interval = `${write(low)}–${write(high)}`;
  return `${write(median)} ${unit.name}${write(low) === write(high) ? "" : ` (${interval})`}`;
}

/** The largest unit in which `value` reads as at least 1; the smallest where there is none. */
export function suitableUnit(value: number, units: readonly Unit[]): Unit {
  // 999.7 reads as 1000 in its unit: it belongs to the next.
  const unit = units.find(({ size }) => Number((Math.abs(value) / size).toPrecision(3)) >= 1);
  return unit ?? units.at(-1)!;
}

/** A number with so many decimals and a true minus; no minus before zero. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** `1 token`, `302 tokens`, `2 processes`. */
export function counted(count: number, singular: string, ending = "s"): string {
  return `${count} ${singular}${count === 1 ? "" : ending}`;
}
