import type { Running } from "../bench-worker/host/api.ts";
import { characters, printable } from "./text.ts";

const BAR_CELLS = 24;
const CLEAR_LINE = "\r\u001b[K";

/** A bar on one line of a terminal that is drawn over and over. */
export interface ProgressBar {
  draw(running: Running): void;
  /** Leaves the line empty. */
  clear(): void;
}

/** In fewer columns a bar tells nothing; a terminal that does not know how many it has says 0. */
const COLUMNS_AT_LEAST = 20;

/** A bar of at most `columns` characters; draws nothing where `columns` is null, as there is no terminal, or too few. */
export function progressBar(columns: number | null, print: (text: string) => void): ProgressBar {
  if (columns === null || columns < COLUMNS_AT_LEAST)
    return { draw: () => undefined, clear: () => undefined };
  return {
    draw: ({ fraction, measure, activity }) =>
      print(CLEAR_LINE + barLine(fraction, measure, activity, columns)),
    clear: () => print(CLEAR_LINE),
  };
}

/** `━━━━━━──────  42 %  time: warming up`, cut to what the terminal holds. */
export function barLine(fraction: number, measure: string | null, activity: string, columns: number): string {
  const full = Math.round(Math.min(Math.max(fraction, 0), 1) * BAR_CELLS);
  const bar = "━".repeat(full) + "─".repeat(BAR_CELLS - full);
  const percent = String(Math.round(fraction * 100)).padStart(3);
  const line = `${bar} ${percent} %  ${measure === null ? "" : `${measure}: `}${activity.replaceAll(/\s+/g, " ")}`;
  return characters(printable(line))
    .slice(0, Math.max(columns - 1, 0))
    .join("");
}
