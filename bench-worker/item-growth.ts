import { itemsText, lawText, type ByItems, type ItemLaw } from "./item-law.ts";
import type { Pair } from "./pair.ts";
import type { Counters, TargetResult } from "./target-result.ts";

/**
 * One sentence on a pair of which one version makes more I/O calls with each item of a list, and the other does not, or fewer: what a
 * long list would cost does not show in the numbers. Null where there is nothing to say.
 */
export function growthSentence(pair: Pair, results: readonly TargetResult[]): string | null {
  const [base, head] = [results[pair.baseResult]?.counters, results[pair.headResult]?.counters];
  const byItems = base?.byItems ?? head?.byItems;
  if (base === undefined || head === undefined || byItems === undefined || pair.preparedUnlike !== undefined)
    return null;
  const changes = (["criticalPath", "ioCalls"] as const).flatMap((which) => {
    const [before, after] = [lawText(lawOf(base, which)), lawText(lawOf(head, which))];
    const what = which === "ioCalls" ? "I/O calls in all" : "I/O calls in sequence";
    return before === after ? [] : [`${what}: ${before} → ${after}`];
  });
  return changes.length === 0 ? null : `${changes.join("; ")}, for ${itemsText(byItems)}.`;
}

/** How many I/O calls a call makes, or waits for one after the other, as one makes that has lists of N items. */
export function lawOf(counters: Counters, which: "ioCalls" | "criticalPath"): ItemLaw {
  return counters.byItems?.[which] ?? { once: counters[which], perItem: 0 };
}

/** `1 + N I/O calls, 2 in sequence, for N items in ids`; null where they do not grow. */
export function growthInWords({ byItems }: { readonly byItems?: ByItems | undefined }): string | null {
  if (byItems === undefined) return null;
  const { ioCalls, criticalPath } = byItems;
  return `${lawText(ioCalls)} I/O calls, ${lawText(criticalPath)} in sequence, for ${itemsText(byItems)}`;
}
