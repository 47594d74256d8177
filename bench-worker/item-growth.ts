import { countBy, itemsText, MANY_ITEMS, lawText, type ByItems, type ItemLaw } from "./item-law.ts";
import type { Pair } from "./pair.ts";
import type { Counters, TargetResult } from "./target-result.ts";

/**
 * One sentence on what the I/O calls in sequence do not show of a pair: that one version makes more with each item of a list, and the other
 * does not, or fewer; that one makes more in all. Null where there is nothing to say.
 */
export function growthSentence(pair: Pair, results: readonly TargetResult[]): string | null {
  const [base, head] = [results[pair.baseResult]?.counters, results[pair.headResult]?.counters];
  if (base === undefined || head === undefined || pair.preparedUnlike !== undefined) return null;
  const items = itemsOfBoth(base, head);
  if (items !== undefined) return atItemsSentence(base, head, items);
  const byItems = base.byItems ?? head.byItems;
  if (byItems === undefined) return inAllSentence(base, head);
  const changes = (["criticalPath", "ioCalls"] as const).flatMap((which) => {
    const [before, after] = [lawText(lawOf(base, which)), lawText(lawOf(head, which))];
    const what = which === "ioCalls" ? "I/O calls in all" : "I/O calls in sequence";
    return before === after ? [] : [`${what}: ${before} → ${after}`];
  });
  return changes.length === 0 ? null : `${changes.join("; ")}, for ${itemsText(byItems)}.`;
}

/** The same where none grows with a list. */
function inAllSentence(...both: readonly [base: Counters, head: Counters]): string | null {
  const [before, after] = both.map(({ ioCalls }) => ioCalls);
  const isShown = both.every(({ ioCalls, criticalPath }) => ioCalls === criticalPath);
  return before === after || isShown ? null : `I/O calls in all: ${before} → ${after}.`;
}

/** For how many items it is known what both make, where one of them follows no law; undefined where both do. */
export function itemsOfBoth(one: Counters, other: Counters): number | undefined {
  const items = (one.atItems ?? other.atItems)?.items;
  return items !== undefined && [one, other].every((each) => isKnownAt(each, items)) ? items : undefined;
}

/** What makes as many with each list that was tried may make more with a much longer one. */
function isKnownAt({ atItems, byItems }: Counters, items: number): boolean {
  return atItems === undefined ? byItems !== undefined || items <= MANY_ITEMS : atItems.items === items;
}

/** The same where one of them follows no law: what both make with so many items. */
function atItemsSentence(base: Counters, head: Counters, items: number): string | null {
  const changes = (["criticalPath", "ioCalls"] as const).flatMap((which) => {
    const [before, after] = [countAt(base, which, items), countAt(head, which, items)];
    const what = which === "ioCalls" ? "I/O calls in all" : "I/O calls in sequence";
    return before === after ? [] : [`${what}: ${before} → ${after}`];
  });
  return changes.length === 0 ? null : `${changes.join("; ")}, for ${items} items in each list.`;
}

/** How many more I/O calls the later version of a pair makes in all, for long lists where one grows with these; null where that is not known. */
export function changeInAll(pair: Pair, results: readonly TargetResult[]): number | null {
  const [base, head] = [results[pair.baseResult]?.counters, results[pair.headResult]?.counters];
  if (base === undefined || head === undefined || pair.preparedUnlike !== undefined) return null;
  const items = itemsOfBoth(base, head) ?? MANY_ITEMS;
  return countAt(head, "ioCalls", items) - countAt(base, "ioCalls", items);
}

/** How many a call makes, or waits for one after the other, that has lists of so many items. */
export function countAt(counters: Counters, which: "ioCalls" | "criticalPath", items: number): number {
  return counters.atItems?.items === items ? counters.atItems[which] : countBy(lawOf(counters, which), items);
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
