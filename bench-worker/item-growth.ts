import type { Pair } from "./pair.ts";
import type { TargetResult } from "./target-result.ts";

/**
 * One sentence on a pair of which one version makes I/O calls in each round of a loop, and the other does not: a list that is
 * made up has two items, so that what a long one would cost does not show in the numbers. Null where there is nothing to say.
 */
export function growthSentence(pair: Pair, results: readonly TargetResult[]): string | null {
  const [base, head] = [results[pair.baseResult], results[pair.headResult]];
  if (base?.counters === undefined || head?.counters === undefined || pair.preparedUnlike !== undefined)
    return null;
  // A recorded call has lists of their own length.
  if ([base, head].every(({ scenario }) => scenario?.origin === "recorded")) return null;
  if (grows(base) === grows(head)) return null;
  return `I/O calls in sequence: ${inWords(base)} → ${inWords(head)}. A list that is made up has two items.`;
}

/** Whether the call made I/O calls in more than one round of a loop, where its source shows those of one. */
function grows({ counters }: TargetResult): boolean {
  const inSource = counters?.inSource;
  if (inSource?.inLoop !== true || !inSource.why.includes("repeated")) return false;
  return counters!.criticalPath > inSource.criticalPath;
}

function inWords(result: TargetResult): string {
  return `${result.counters!.criticalPath}${grows(result) ? ", more with each round of a loop" : ""}`;
}
