import type { Pair } from "./pair.ts";
import { quantity, TIME_UNITS } from "./quantity.ts";
import { percent, type VerdictWords } from "./verdict-words.ts";

/** How panel, command line and Markdown word how long two versions wait for the I/O of a recorded call that both played. */

/** As much of a pair as that needs. */
type Timed = Pick<Pair, "elapsed">;

/** A smaller share of the time is none. */
const SHARE_AT_LEAST = 0.005;

/** Milliseconds that the head waits less, or, below 0, more; 0 where it waits as long; null where that is not known. */
export function savedMilliseconds({ elapsed }: Timed): number | null {
  if (elapsed === undefined) return null;
  const { base, head } = elapsed;
  const saved = base.milliseconds - head.milliseconds;
  const most = Math.max(base.milliseconds, head.milliseconds);
  return Math.abs(saved) <= most * SHARE_AT_LEAST ? 0 : saved;
}

/** Whether the head has its I/O sooner, or later; `open` where that is not known. */
export function elapsedTone(pair: Timed): VerdictWords["tone"] {
  const saved = savedMilliseconds(pair);
  if (saved === null) return "open";
  return saved === 0 ? "same" : saved > 0 ? "better" : "worse";
}

/** `30 ms → 18 ms`, `30 ms (same)`; empty where it is not known. */
export function elapsedText(pair: Timed): string {
  const saved = savedMilliseconds(pair);
  if (saved === null) return "";
  const { base, head } = pair.elapsed!;
  if (saved === 0) return `${milliseconds(head.milliseconds)} (same)`;
  return `${milliseconds(base.milliseconds)} → ${milliseconds(head.milliseconds)}`;
}

/** `−40 %`; empty where it is the same, or not known, or was nothing. */
export function elapsedDifference(pair: Timed): string {
  const saved = savedMilliseconds(pair);
  const base = pair.elapsed?.base.milliseconds ?? 0;
  if (saved === null || saved === 0 || base === 0) return "";
  return `${saved > 0 ? "−" : "+"}${percent(Math.abs(saved) / base)}`;
}

/**
 * `saves 12 ms of 30 ms on the recorded call`, `takes 12 ms more than 30 ms on the recorded call`; null where it waits as long, or
 * that is not known.
 */
export function savingInWords(pair: Timed): string | null {
  const saved = savedMilliseconds(pair);
  if (saved === null || saved === 0) return null;
  const base = milliseconds(pair.elapsed!.base.milliseconds);
  const difference = milliseconds(Math.abs(saved));
  return saved > 0
    ? `saves ${difference} of ${base} on the recorded call`
    : `takes ${difference} more than ${base} on the recorded call`;
}

/** What such a time is: said wherever one is shown. */
export const ELAPSED_IS =
  "That is its wait for I/O by the latencies of one recorded call: at another time, or made together, I/O calls may take longer or less. What the function computes is no part of it.";

/** The same as a sentence about a pair: `It saves 12 ms of 30 ms on the recorded call. …`; null where it is not known. */
export function elapsedSentence(pair: Timed): string | null {
  const saved = savedMilliseconds(pair);
  if (saved === null) return null;
  const said =
    savingInWords(pair) ??
    `takes ${milliseconds(pair.elapsed!.head.milliseconds)} on the recorded call, as the former does`;
  return `It ${said}. ${ELAPSED_IS}`;
}

function milliseconds(value: number): string {
  return quantity(value * 1e6, TIME_UNITS);
}
