/** What knows which item of a list what is made at the moment belongs to. */
export interface ItemPlace {
  /** Counted from 0 through all lists around it; 0 for what belongs to none. */
  itemAt: number;
  /** What items hold. */
  readonly itemsHold: ItemsHold;
  /** Whether something that items hold, or calls answer, is another where it is to differ. */
  mayVary: boolean;
}

/**
 * What items of a list hold. `own`: texts differ, numbers, conditions and words of a type that has but a few are the same. `alike`: all is, but for
 * their ids. `varied`: all differs that can, also what calls answer that are given what differs.
 */
export type ItemsHold = "own" | "alike" | "varied";

/** More items than a list of stand-ins has. */
const ITEMS_AT_MOST = 10_000;

/** Counted from 0 through all lists around it, by the name of what a type tells of: 10,001 of `orders[1].lines[1].amount`. */
export function placeIn(name: string): number {
  return [...name.matchAll(/\[(\d+)\]/g)].reduce((at, [, index]) => at * ITEMS_AT_MOST + Number(index), 0);
}

/** What an item holds that is the same in all of them, unless theirs are to differ. */
export function sameOrVaried<T>(
  place: ItemPlace,
  name: string,
  same: T,
  varied: (at: number) => T,
  itemAt = 0,
): T {
  if (itemAt === 0 && !isOfItem(name)) return same;
  place.mayVary = true;
  return place.itemsHold === "varied" ? varied(itemAt || placeIn(name)) : same;
}

/** Numbers of items that are to differ do so in thousands as well. */
export function numberAt(at: number): number {
  return at * 1_000 + 1;
}

/** Makes what belongs to the item at a place of a list, counted from 0: its texts are its own. */
export function atItem<T>(place: ItemPlace, at: number, make: () => T): T {
  return within(place, place.itemAt * ITEMS_AT_MOST + at, make);
}

/** Makes what belongs to the same item as something that was made before. */
export function within<T>(place: ItemPlace, itemAt: number, make: () => T): T {
  const around = place.itemAt;
  place.itemAt = itemAt;
  try {
    return make();
  } finally {
    place.itemAt = around;
  }
}

/** Whether a name is that of an item of a list, of a row of an answer, or of something in it. */
export function isOfItem(name: string): boolean {
  return name.includes("[") || name.includes(".item");
}

/** What tells an item from others of its list. */
const OWN_ID = /(?:\]|\.item|\(\))\.(?:_?id|uuid)$/;

/** Whether a name is that of an item's own id. */
export function isOwnId(name: string): boolean {
  return OWN_ID.test(name);
}

const OF_ANOTHER = /(?:\]|\.item|\(\))\./;

/** Whether something in an item may be the same in another one, as the team of a user may, but not the user's id. */
export function mayBeShared(name: string): boolean {
  return OF_ANOTHER.test(name) && !isOwnId(name);
}

/** The text of a stand-in: rows of one table differ in what they hold. */
export function textAt(place: ItemPlace, name: string, itemAt: number): string {
  const isOfFirst = itemAt === 0 || (place.itemsHold === "alike" && mayBeShared(name));
  return isOfFirst ? nameAt(place, name) : `${name} ${itemAt + 1}`;
}

/** Whether it is the text of a stand-in of that name, of whichever item. */
export function isTextOf(name: string, text: unknown): boolean {
  return (
    text === name ||
    (typeof text === "string" && text.startsWith(name) && /^ \d+$/.test(text.slice(name.length)))
  );
}

/** A name, `rows[1].team`; that of the first item where the others are to hold the same. */
export function nameAt({ itemsHold }: ItemPlace, name: string): string {
  return itemsHold === "alike" && mayBeShared(name) ? name.replaceAll(/\[\d+\]/g, "[0]") : name;
}

/** What tells the date of an item: those of a list are of different months. */
export function millisecondsAt(at: number): number {
  return (at % ITEMS_AT_MOST) * 32 * 24 * 60 * 60 * 1_000;
}

/** The date that goes by a name, of the item that is at hand or that the name tells of. */
export function dateAt(place: ItemPlace, name: string): Date {
  const isOfFirst = place.itemsHold === "alike" && mayBeShared(name);
  return new Date(millisecondsAt(isOfFirst ? 0 : place.itemAt || placeIn(name)));
}
