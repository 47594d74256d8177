import type { Estimate } from "../bench-worker/document.ts";

/** What stands where nothing was measured. */
export const NOT_MEASURED = "–";

interface Unit {
  readonly name: string;
  readonly size: number;
}

const TIMES: readonly Unit[] = [
  { name: "s", size: 1e9 },
  { name: "ms", size: 1e6 },
  { name: "µs", size: 1e3 },
  { name: "ns", size: 1 },
];

const SIZES: readonly Unit[] = [
  { name: "GB", size: 1e9 },
  { name: "MB", size: 1e6 },
  { name: "kB", size: 1e3 },
  { name: "B", size: 1 },
];

/** `1.23 µs (1.20–1.28)`: median and interval in the median's unit. */
export function nanoseconds(value: Estimate | number): string {
  return quantity(value, TIMES);
}

/** `533 B (530–540)`. */
export function bytes(value: Estimate | number): string {
  return quantity(value, SIZES);
}

function quantity(value: Estimate | number, units: readonly Unit[]): string {
  const centre = typeof value === "number" ? value : value.median;
  const unit = units.find(({ size }) => Math.abs(centre) >= size) ?? units.at(-1)!;
  const digits = (x: number): string => threeDigits(x / unit.size);
  const head = `${digits(centre)} ${unit.name}`;
  if (typeof value === "number") return head;
  const [low, high] = [digits(value.low), digits(value.high)];
  return low === high ? head : `${head} (${low}–${high})`;
}

/** Three digits that matter; a whole number of four and more is given as it is. */
function threeDigits(x: number): string {
  if (!Number.isInteger(x) && Math.abs(x) < 100) return x.toPrecision(3);
  return String(Math.round(x));
}
