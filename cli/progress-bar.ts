import type { TargetResult } from "../bench-worker/target-result.ts";
import type { Running } from "../bench-worker/host/api.ts";
import { marksOf } from "../bench-worker/marks.ts";
import { quantity, TIME_UNITS } from "../bench-worker/quantity.ts";
import { characters, printable } from "./text.ts";

const BAR_CELLS = 24;
const CLEAR_LINE = "\r\u001b[K";

/** What a document tells while it grows. */
interface Known {
  readonly results: readonly TargetResult[];
  /** Left out where nothing is compared. */
  readonly pairs?: readonly unknown[] | undefined;
}

/** A bar on one line of a terminal that is drawn over and over. */
export interface ProgressBar {
  /** @param document What is known by now: its times stand beside the bar. */
  draw(running: Running, document?: Known): void;
  /** Leaves the line empty. */
  clear(): void;
}

/** In fewer columns a bar tells nothing; a terminal that does not know how many it has says 0. */
const COLUMNS_AT_LEAST = 20;

/**
 * A bar of at most `columns` characters; draws nothing where `columns` is null, as there is no terminal, or too few. What to do
 * about it where something takes long is printed once above the bar where it does not fit beside it.
 */
export function progressBar(columns: number | null, print: (text: string) => void): ProgressBar {
  if (columns === null || columns < COLUMNS_AT_LEAST)
    return { draw: () => undefined, clear: () => undefined };
  const advised = new Set<string>();
  return {
    draw: (running, document) => {
      const known = document === undefined ? "" : timesSoFar(document);
      const parts = { ...running, known, activity: printable(running.activity.replaceAll(/\s+/g, " ")) };
      const whole = wholeLine(parts);
      if (characters(whole).length < columns) {
        print(CLEAR_LINE + whole);
        return;
      }
      const [activity, advice] = withoutAdvice(parts.activity);
      if (advice !== "" && !advised.has(advice)) print(`${CLEAR_LINE}${advice}\n`);
      advised.add(advice);
      print(CLEAR_LINE + barLine({ ...parts, activity }, columns));
    },
    clear: () => print(CLEAR_LINE),
  };
}

/** What a bar's line says. */
interface Line extends Running {
  /** Times that are known by now, in words; empty where there are none. */
  readonly known: string;
}

/** `━━━━━━──────  42 %  1.23 µs/call so far · time: warming up`, cut to what the terminal holds. */
function barLine(line: Line, columns: number): string {
  return characters(wholeLine(line))
    .slice(0, Math.max(columns - 1, 0))
    .join("");
}

function wholeLine({ fraction, known, measure, activity }: Line): string {
  const full = Math.round(Math.min(Math.max(fraction, 0), 1) * BAR_CELLS);
  const bar = "━".repeat(full) + "─".repeat(BAR_CELLS - full);
  const percent = String(Math.round(fraction * 100)).padStart(3);
  const doing = `${measure === null ? "" : `${measure}: `}${activity}`;
  return `${bar} ${percent} %  ${known === "" ? "" : `${known} · `}${doing}`;
}

/** Sentences of advice stand behind what is being done, which may name a file. */
function withoutAdvice(activity: string): [activity: string, advice: string] {
  const [, doing = activity, advice = ""] = /^(.*?)\. (\p{Lu}.*)$/u.exec(activity) ?? [];
  return [doing, advice];
}

/**
 * The times that there are yet, in words: `1.23 µs/call so far`, of the versions of a pair `1.23 µs/call → 900 ns/call so far`, of
 * several functions how many have one; empty where there are none.
 */
function timesSoFar({ results, pairs = [] }: Known): string {
  const timed = results.filter(({ time }) => time !== undefined);
  if (timed.length === 0) return "";
  const areEachSaid = results.length === 1 || (pairs.length === 1 && results.length === 2);
  if (!areEachSaid) return `${timed.length} of ${results.length} timed`;
  return `${results.map(timeSoFar).join(" → ")} so far`;
}

function timeSoFar(result: TargetResult): string {
  if (result.time === undefined) return "–";
  const perCall = `${quantity(result.time.nanosecondsPerCall.median, TIME_UNITS)}/call`;
  const marks = marksOf(result);
  return marks.length === 0 ? perCall : `${perCall} (${marks.join(", ")})`;
}
