import type { TargetResult } from "./target-result.ts";

/**
 * Of a function of which only a part was measured: `cache`, it gave what it had found before it came to all of its I/O
 * calls; `kept`, later calls lived on what the first one got; `left`, it did not come to all for another reason.
 */
export type Part = "cache" | "kept" | "left";

/** How the worker says of I/O calls that the call did not come there; what the user can do may stand behind it. */
export const ENDS_LEFT = "the call did not come there.";
/** The same of a function of another file that the call came to. */
export const ENDS_ELSEWHERE = "the call went another way there.";
/** The same where it came to no I/O at all, and nobody watched whether it came to those calls, which may give their answer at once. */
export const ENDS_NONE = "the call did not come there, or there was no I/O in there.";
/** The same where it gave what it had found by then. */
export const ENDS_CACHE = "the call left before them with what it had found.";
/** How the worker says that later calls made fewer I/O calls. */
export const KEPT = "as if it kept what the first one got";

/** The same of calls that are in flight together. */
export const SHARED = "as if they shared an answer or ended each other";

/** Whether calls in flight together make other I/O calls than one alone, which the counters are of. */
export function shareIo({ warnings }: Pick<TargetResult, "warnings">): boolean {
  return warnings.some((one) => one.includes(SHARED));
}

const BEFORE_NAMES = "its I/O calls, ";
const BEHIND_NAMES = " no part of the numbers: ";

/**
 * What the worker says of I/O calls that the call did not come to, for {@link leftOutNames} to read.
 *
 * @param before What the sentence begins with, up to "of".
 * @param named Those calls, each with its line: `db.get at line 3 and db.save at line 4`.
 * @param count How many they are.
 * @param end {@link ENDS_LEFT}, {@link ENDS_ELSEWHERE}, {@link ENDS_NONE} or {@link ENDS_CACHE}.
 */
export function leftOutSentence(before: string, named: string, count: number, end: string): string {
  return `${before} ${BEFORE_NAMES}${named} ${count === 1 ? "is" : "are"}${BEHIND_NAMES}${end}`;
}

/** What is called by the I/O calls that a warning names as those that the call did not come to; none where it names none. */
export function leftOutNames(warning: string): readonly string[] {
  const behind = warning.lastIndexOf(BEHIND_NAMES);
  const before = warning.lastIndexOf(BEFORE_NAMES, behind);
  if (behind < 0 || before < 0) return [];
  return warning.slice(before + BEFORE_NAMES.length, behind).match(/(?<![^\s,])[^\s,]+(?= at line)/g) ?? [];
}

/** What a result says of that: by its remarks, and in its warnings, so that stored documents tell it, too. Null where all was measured. */
export function partMeasured({
  warnings,
  remarks = [],
}: Pick<TargetResult, "warnings" | "remarks">): Part | null {
  if (warnings.some((one) => one.endsWith(ENDS_CACHE))) return "cache";
  if (warnings.some((one) => one.includes(KEPT))) return "kept";
  const isLeft = warnings.some((one) => one.includes(ENDS_LEFT) || one.includes(ENDS_NONE));
  return isLeft || remarks.some(({ code }) => code === "without-io") ? "left" : null;
}

/** Of the results of a pair, those of functions that never came to a call, which tell all that there is to tell of it. */
export function uncalledOf(...results: readonly (TargetResult | undefined)[]): TargetResult[] {
  return results.filter(
    (result) =>
      result !== undefined &&
      result.counters === undefined &&
      result.state !== "completed" &&
      result.state !== "running",
  ) as TargetResult[];
}
