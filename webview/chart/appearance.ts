/** What tells a series from the others, with and without colour. */
export interface Appearance {
  /** 0 to {@link COLOURS} − 1: the CSS variable `--series-…`. */
  readonly colour: number;
  /** Lengths of strokes and gaps; empty for a whole line. */
  readonly dash: readonly number[];
  readonly point: PointShape;
}

/** The shapes, by the names that chart.js has for them. */
export type PointShape = (typeof SHAPES)[number];

/** How many colours the style sheet has for series. */
export const COLOURS = 8;

const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2]];
const SHAPES = ["circle", "rect", "triangle", "rectRot", "crossRot", "star", "cross"] as const;

/** Of the series at `index`. The three cycles have lengths without a common divisor: 280 series differ. */
export function appearance(index: number): Appearance {
  return {
    colour: index % COLOURS,
    dash: DASHES[index % DASHES.length]!,
    point: SHAPES[index % SHAPES.length]!,
  };
}
