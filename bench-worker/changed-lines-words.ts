import type { TargetResult } from "./target-result.ts";

/**
 * Why two versions tell nothing of a change: the calls that were measured run none of the lines that changed, or leave out I/O calls that stand
 * there, or are made by such lines. Null where that is not so, or nobody knows.
 *
 * @param what Is not judged for that.
 */
export function changedNotRun(base: TargetResult, head: TargetResult, what: string): string | null {
  const [before, after] = [base.counters?.changedLines, head.counters?.changedLines];
  if (before === undefined || after === undefined) return null;
  if (before.run.length + after.run.length > 0) {
    const ofHead = leftOutOnChanged(head);
    const left = [...new Set([...leftOutOnChanged(base, ofHead.length === 0), ...ofHead])];
    return left.length === 0
      ? null
      : `The measured calls do not come to I/O calls that changed, or that what changed makes (${left.join(", ")}), so ${what} is not judged. ${WHAT_TO_DO}`;
  }
  const lines = [
    ...(before.notRun.length === 0 ? [] : [`${linesInWords(before.notRun)} before`]),
    ...(after.notRun.length === 0 ? [] : [`${linesInWords(after.notRun)} after`]),
  ];
  if (lines.length === 0) return null;
  return `The measured calls run none of the lines that changed (${lines.join(", ")}), so ${what} is not judged. ${WHAT_TO_DO}`;
}

const WHAT_TO_DO = "Record a call that does (async-cost record), or give what leads there in a fakes file.";

/**
 * The I/O calls that a call left out and that stand on lines that changed, even where these ran for something else, or are made by such lines: a loop, or what calls back. Where
 * these had it make those of another branch in their place, the numbers are those of that branch, which the result says.
 *
 * @param isGone Whether what had others in its place is not there any more: then no more is to be told of it.
 */
function leftOutOnChanged({ counters, remarks = [] }: TargetResult, isGone = false): string[] {
  const { run = [], notRun = [] } = counters?.changedLines ?? {};
  const changed = new Set([...run, ...notRun]);
  return remarks
    .filter(({ code }) => code === "left-out")
    .flatMap(({ data }) => data?.calls ?? [])
    .filter(
      ({ line, isReplaced, around = [] }) =>
        (line !== null && changed.has(line) && !(isGone && isReplaced === true)) ||
        (isReplaced !== true && around.some((one) => changed.has(one))),
    )
    .map(({ expression }) => expression);
}

/** `line 4`, `lines 4, 7–9`: of ascending numbers. */
export function linesInWords(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  const said = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  return `${lines.length === 1 ? "line" : "lines"} ${said.join(", ")}`;
}
