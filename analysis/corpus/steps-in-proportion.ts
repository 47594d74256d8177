import assert from "node:assert/strict";

/** What a text took: the steps, as `countedView` counts them, and how many of what was looked for were found. */
export interface StepsTaken {
  readonly steps: number;
  readonly found: number;
}

/** A construct that comes `times` times in a text, and how many things are to be found in it. */
export type GrowingText = readonly [
  what: string,
  textOf: (times: number) => string,
  foundOf: (times: number) => number,
];

/** `times` pieces of text, a line each. */
export function repeat(times: number, of: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => of(index)).join("\n");
}

/** `inside` within `times` openings, each on its own line, and as many closings. */
export function nested(
  times: number,
  open: (index: number) => string,
  inside: string,
  close: string,
): string {
  return repeat(times, open) + inside + close.repeat(times);
}

/** Throws unless a text of twice as many constructs takes at most about twice the steps, and all is found in both. */
export function assertInProportion(
  [, textOf, foundOf]: GrowingText,
  stepsOf: (text: string) => StepsTaken,
): void {
  const less = stepsOf(textOf(40));
  const more = stepsOf(textOf(80));
  assert.deepEqual([less.found, more.found], [foundOf(40), foundOf(80)]);
  // Fewer would mean that nothing was read at all.
  assert.ok(less.steps > 100, `${less.steps} steps`);
  assert.ok(more.steps < 2.5 * less.steps, `${less.steps} and ${more.steps} steps`);
}
