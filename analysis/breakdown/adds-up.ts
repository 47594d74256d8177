import { BREAKDOWN_PARTS } from "./parts.ts";
import type { Breakdown } from "./breakdown.ts";

/**
 * Asserts what holds for every breakdown, however broken the text is: the parts' tokens add up, and their ranges cover
 * the function without overlapping.
 *
 * @throws Error that names what does not hold
 */
export function assertAddsUp(breakdown: Breakdown, text: string, where: string): void {
  const { tokens, parts } = breakdown;
  const sum = BREAKDOWN_PARTS.reduce((total, part) => total + parts[part].tokens, 0);
  if (sum !== tokens) throw new Error(`${where}: the parts add up to ${sum}, not ${tokens}`);
  const ranges = BREAKDOWN_PARTS.flatMap((part) => parts[part].ranges).sort(
    (left, right) => left.start - right.start,
  );
  let end = 0;
  for (const range of ranges) {
    if (range.start < end || range.end <= range.start || range.end > text.length)
      throw new Error(`${where}: the range ${range.start} to ${range.end} overlaps or is empty`);
    ({ end } = range);
  }
}
