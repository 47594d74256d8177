/** What knows which item of a list what is made at the moment belongs to. */
export interface ItemPlace {
  /** Counted from 0 through all lists around it; 0 for what belongs to none. */
  itemAt: number;
  /** Whether all items of a list are to hold the same, but for their ids; else all that they hold differs. */
  readonly itemsAlike: boolean;
}

/** More items than a list of stand-ins has. */
const ITEMS_AT_MOST = 10_000;

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
const OWN_ID = /(?:\]|\.item)\.(?:_?id|uuid)$/;

/** Whether a name is that of an item's own id. */
export function isOwnId(name: string): boolean {
  return OWN_ID.test(name);
}

/** Whether something in an item may be the same in another one, as the team of a user may, but not the user's id. */
export function mayBeShared(name: string): boolean {
  return (name.includes("].") || name.includes(".item.")) && !isOwnId(name);
}

/** The text of a stand-in: rows of one table differ in what they hold. */
export function textAt({ itemsAlike }: ItemPlace, name: string, itemAt: number): string {
  return itemAt === 0 || (itemsAlike && mayBeShared(name)) ? name : `${name} ${itemAt + 1}`;
}

/** Whether it is the text of a stand-in of that name, of whichever item. */
export function isTextOf(name: string, text: unknown): boolean {
  return (
    text === name ||
    (typeof text === "string" && text.startsWith(name) && /^ \d+$/.test(text.slice(name.length)))
  );
}

/** The name of what a type tells of, `rows[1].team`; that of the first item where the others are to hold the same. */
export function nameAt({ itemsAlike }: ItemPlace, name: string): string {
  return itemsAlike && mayBeShared(name) ? name.replaceAll(/\[\d+\]/g, "[0]") : name;
}
