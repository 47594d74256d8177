/** How far the outermost values are from an end of the axis, as a factor. */
const MARGIN = 1.25;
const STEPS = [1, 2, 5] as const;

/** The ends of a logarithmic axis: the nearest 1, 2 or 5 of a power of ten with room to all `values`, which are above 0. */
export function logarithmicEnds(values: readonly number[]): { readonly min: number; readonly max: number } {
  const [least, greatest] = [Math.min(...values) / MARGIN, Math.max(...values) * MARGIN];
  const below = stepsFrom(powerOf(least)).filter((step) => step <= least);
  const above = stepsFrom(powerOf(greatest)).filter((step) => step >= greatest);
  return { min: Math.max(...below), max: Math.min(...above) };
}

/** `0.2` or `1,000` for a 1, 2 or 5 of a power of ten; nothing for the lines between them. */
export function logarithmicTick(value: number): string {
  const isStep = stepsFrom(powerOf(value)).some((step) => Math.abs(value / step - 1) < 1e-6);
  return isStep ? value.toLocaleString("en", { maximumSignificantDigits: 1 }) : "";
}

function powerOf(value: number): number {
  return Math.floor(Math.log10(value));
}

/** The steps of the power of ten and the first one after it. */
function stepsFrom(power: number): number[] {
  return [...STEPS, 10].map((step) => step * 10 ** power);
}
