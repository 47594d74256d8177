import type { Next } from "../../bench-worker/panel-messages.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import type { BenchmarkQueue } from "./benchmark-queue.ts";
import type { BenchmarkState } from "./benchmark-state.ts";

/** What the panel says at once of benchmarks that wait; null where none does. */
export function waitingInWords(waiting: BenchmarkQueue["waiting"]): Next | null {
  if (waiting === undefined) return null;
  const { titles, current } = waiting;
  const [first] = titles;
  const who =
    titles.length === 1 ? `${first} waits` : `${first} and ${titles.length - 1} more benchmarks wait`;
  return { words: `${who} until ${current} is done.`, cancel: `Cancel ${current}` };
}

/** What it says of one that has begun while an earlier one's numbers are still shown. */
export function beginsInWords({ noun, title }: { noun: string; title: string }, activity?: string): Next {
  const what = activity === undefined ? "." : `: ${activity}`;
  return { words: `The ${noun} of ${title} is starting${what}`, cancel: `Cancel ${title}` };
}

/** Whether there is something of a benchmark under way to look at: a number, or what became of a function. */
export function hasSomething(results: readonly TargetResult[]): boolean {
  return results.some(
    ({ state, time, memory, stackTraces }) =>
      state !== "running" || time !== undefined || memory !== undefined || stackTraces !== undefined,
  );
}

/** Whether a benchmark is shown that has come to its end, uncancelled. */
export function canBeRead(state: BenchmarkState): boolean {
  return (
    state.kind === "benchmark" &&
    state.running === null &&
    state.document.results.every((result) => result.state !== "cancelled")
  );
}
