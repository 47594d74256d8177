import type { Pair, TargetResult } from "../document.ts";

/** What two results say beside what is judged of them: levels of stack traces, and the I/O calls of one call. */
export function comparedCounts(
  base: TargetResult,
  head: TargetResult,
): Required<Pick<Pair, "stackTraces" | "ioCalls" | "criticalPath">> {
  const ofBoth = (read: (result: TargetResult) => number | undefined) => ({
    base: read(base) ?? null,
    head: read(head) ?? null,
  });
  return {
    stackTraces: ofBoth(({ stackTraces }) => stackTraces?.level),
    ioCalls: ofBoth(({ counters }) => counters?.ioCalls),
    criticalPath: ofBoth(({ counters }) => counters?.criticalPath),
  };
}
