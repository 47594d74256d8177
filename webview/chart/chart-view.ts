import { appearance } from "./appearance.ts";
import { withAlpha } from "./colour.ts";
import type { ChartTheme } from "./theme.ts";

/** How much of its colour what was edited since keeps. */
const STALE = 0.5;

/** What a chart shows besides its data. */
export interface ChartView {
  readonly hidden: ReadonlySet<string>;
  /** The key of the series that stands out; null for none. */
  readonly highlighted: string | null;
  /** The places in the document of targets that were edited since. */
  readonly stale: ReadonlySet<number>;
  readonly theme: ChartTheme;
}

/** The colour of what has `key` and `index`; `faded` is how much of it is kept while something else stands out. */
export function colourOf(
  { key, index }: { readonly key: string; readonly index: number },
  { highlighted, hidden, stale, theme }: ChartView,
  faded: number,
): string {
  const colour = theme.series[appearance(index).colour]!;
  const fades = highlighted !== null && highlighted !== key && !hidden.has(highlighted);
  if (fades) return withAlpha(colour, faded);
  return stale.has(index) && highlighted !== key ? withAlpha(colour, STALE) : colour;
}

/** The font of axes and tooltips. */
export function chartFont({ fontFamily, fontSizePixels }: ChartTheme): { family: string; size: number } {
  return { family: fontFamily, size: fontSizePixels - 1 };
}

/** The title and the lines of an axis. */
export function axisLook(theme: ChartTheme, text: string) {
  return {
    title: { display: true, text, color: theme.text, font: chartFont(theme) },
    grid: { color: theme.grid, tickColor: theme.grid },
    border: { color: theme.grid },
  };
}

/** How a tooltip looks, whatever it says. */
export function tooltipLook(theme: ChartTheme) {
  const font = chartFont(theme);
  return {
    backgroundColor: theme.tooltipBackground,
    borderColor: theme.tooltipBorder,
    borderWidth: 1,
    cornerRadius: 3,
    padding: 8,
    titleColor: theme.tooltipText,
    bodyColor: theme.tooltipText,
    titleFont: font,
    bodyFont: font,
    usePointStyle: true,
    boxPadding: 4,
  };
}

/** Drawn at once, as large as what is around it; the nearest point answers the mouse. */
export const drawnAtOnce = {
  animation: false,
  responsive: true,
  maintainAspectRatio: false,
  interaction: { mode: "nearest", axis: "xy", intersect: false },
} as const;
