import * as v from "valibot";
import { count } from "./numbers.ts";

/** More lists are not named. */
export const LISTS_AT_MOST = 5;

/** Items in the lists of the call that has to follow a law, too, or makes as many I/O calls as one with few. */
export const MANY_ITEMS = 120;

export const itemLawSchema = v.object({
  /** Below 0 where the first items make none. */
  once: v.pipe(v.number(), v.integer()),
  perItem: count,
  /** Of a loop over one list within a loop over another. */
  perItemSquared: v.optional(count),
});

/** How many I/O calls a call makes whose lists have N items: `once + perItem × N + perItemSquared × N²`. */
export type ItemLaw = v.InferOutput<typeof itemLawSchema>;

/** Of a call that makes more I/O calls, or more one after the other, the more items its lists have. */
export const byItemsSchema = v.object({
  ioCalls: itemLawSchema,
  criticalPath: itemLawSchema,
  /** The lists that it read, by the names of stand-ins: `ids`, `db.query()`. */
  lists: v.pipe(v.array(v.string()), v.maxLength(LISTS_AT_MOST)),
});

/** How the I/O calls of a call grow with the items of its lists. */
export type ByItems = v.InferOutput<typeof byItemsSchema>;

export const atItemsSchema = v.object({ items: count, ioCalls: count, criticalPath: count });

/** What a call makes whose lists have so many items, where that follows no law: it has them in batches, or a limit of how many at a time. */
export type AtItems = v.InferOutput<typeof atItemsSchema>;

/** The count that a law gives for so many items. */
export function countBy({ once, perItem, perItemSquared = 0 }: ItemLaw, items: number): number {
  return once + perItem * items + perItemSquared * items ** 2;
}

/** `3`, `N`, `1 + 2N`, `1 + N + N²`, `N − 1`. */
export function lawText({ once, perItem, perItemSquared = 0 }: ItemLaw): string {
  const ofItems = [termText(perItem, "N"), termText(perItemSquared, "N²")].filter((term) => term !== "");
  const terms = once > 0 || ofItems.length === 0 ? [String(once), ...ofItems] : ofItems;
  return terms.join(" + ") + (once < 0 && ofItems.length > 0 ? ` − ${-once}` : "");
}

function termText(factor: number, power: string): string {
  if (factor === 0) return "";
  return factor === 1 ? power : `${factor}${power}`;
}

/** Below 0 where one needs fewer than another the longer lists become, above 0 where it needs more; 0 where they grow alike. */
export function compareGrowth(one: ItemLaw, other: ItemLaw): number {
  return (one.perItemSquared ?? 0) - (other.perItemSquared ?? 0) || one.perItem - other.perItem;
}

/** `N items in ids`, `N items in what db.query gives`, `N items in each of ids, db.query()`. */
export function itemsText({ lists }: ByItems): string {
  const [first, ...others] = lists;
  if (first === undefined) return "N items of a stream";
  if (others.length > 0) return `N items in each of ${lists.join(", ")}`;
  return `N items in ${first.endsWith("()") ? `what ${first.slice(0, -2)} gives` : first}`;
}
