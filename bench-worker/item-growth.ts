import type { Pair, TargetResult } from "./document.ts";

/** How the I/O calls that a call waits for one after the other become more with the list that a loop goes through. */
interface Growth {
  readonly inSequence: number;
  /** Those that are made whatever the list, and those for each of its items; null where that cannot be told. */
  readonly parts: { readonly once: number; readonly each: number } | null;
}

/**
 * One sentence on a pair of which a version makes I/O calls for each item of a list, and the other none, or fewer: a list that is
 * made up has two items, so that what a long one would cost does not show in the numbers. Null where there is nothing to say.
 */
export function growthSentence(pair: Pair, results: readonly TargetResult[]): string | null {
  const [base, head] = [results[pair.baseResult], results[pair.headResult]];
  if (base?.counters === undefined || head?.counters === undefined || pair.preparedUnlike !== undefined)
    return null;
  const [before, after] = [growthOf(base), growthOf(head)];
  if (before === null && after === null) return null;
  const [was, is] = [inWords(before, base), inWords(after, head)];
  if (was === is) return null;
  const isOfTwo = [before, after].every((growth) => growth === null || growth.parts !== null);
  return `I/O calls in sequence: ${was} → ${is}.${isOfTwo ? " A list that is made up has two items." : ""}`;
}

/** Null where no loop made I/O calls more than once. */
function growthOf({ counters, fakesFile }: TargetResult): Growth | null {
  const { inSource, criticalPath } = counters!;
  if (inSource?.inLoop !== true || !inSource.why.includes("repeated")) return null;
  const each = criticalPath - inSource.criticalPath;
  if (each < 1) return null;
  // The source shows one round, and the call made two: of a list of the user's own nobody knows how many.
  const isTwice = inSource.why.length === 1 && fakesFile === undefined && each <= inSource.criticalPath;
  const parts = isTwice ? { once: inSource.criticalPath - each, each } : null;
  return { inSequence: criticalPath, parts };
}

function inWords(growth: Growth | null, { counters }: TargetResult): string {
  if (growth === null) return String(counters!.criticalPath);
  const { parts, inSequence } = growth;
  if (parts === null) return `${inSequence}, and more with each round of a loop`;
  const { once, each } = parts;
  return `${once === 0 ? "" : `${once} + `}${each} for each item of a list`;
}
