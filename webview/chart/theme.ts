import { COLOURS } from "./appearance.ts";
import { withAlpha } from "./colour.ts";

/** What a canvas needs to know of the editor's theme: computed colours and the font. */
export interface ChartTheme {
  readonly series: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly background: string;
  readonly tooltipBackground: string;
  readonly tooltipText: string;
  readonly tooltipBorder: string;
  readonly fontFamily: string;
  readonly fontSizePixels: number;
}

/**
 * Reads the theme off the page. A canvas knows no CSS variables, so an element wears each and tells its computed
 * colour, which is also right where the system forces its own colours.
 */
export function readTheme(page: Document): ChartTheme {
  const probe = page.createElement("span");
  probe.hidden = true;
  page.body.append(probe);
  const colour = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    // What CSS computes of others comes as `color(srgb …)`, which the charts' library cannot read.
    return withAlpha(getComputedStyle(probe).color, 1);
  };
  const { fontFamily, fontSize } = getComputedStyle(page.body);
  const theme = {
    series: Array.from({ length: COLOURS }, (_, index) => colour(`--series-${index}`)),
    text: colour("--chart-text"),
    grid: colour("--chart-grid"),
    background: colour("--panel-background"),
    tooltipBackground: colour("--tooltip-background"),
    tooltipText: colour("--tooltip-text"),
    tooltipBorder: colour("--tooltip-border"),
    fontFamily,
    fontSizePixels: Number.parseFloat(fontSize) || 13,
  };
  probe.remove();
  return theme;
}

/** Calls `changed` when the editor's theme, the system's forced colours or the system's scheme change. */
export function watchTheme(page: Document, changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(page.body, {
    attributeFilter: ["class", "data-vscode-theme-id", "data-vscode-theme-kind"],
  });
  observer.observe(page.documentElement, { attributeFilter: ["style", "class"] });
  for (const query of ["(forced-colors: active)", "(prefers-color-scheme: dark)"]) {
    matchMedia(query).addEventListener("change", changed);
  }
}
