import { lastName } from "../../io/last-name.ts";

/** What follows from the name of a fake. */
interface NameParts {
  /** `query` of `db.query`. */
  readonly last: string;
  /** What a member is asked of: `db.select()` of `db.select().from`; empty for what is none. */
  readonly parent: string;
  /** What a call gives: `db.query()`. */
  readonly answer: string;
  /** An item of a list. */
  readonly item: string;
  /** How long a list of the name is, where it is not as long as lists are. */
  readonly length: ListLength;
}

/** Null: as long as lists are. */
type ListLength = 0 | 1 | null;

/** More names than this are those of made-up trees that somebody goes down. */
const KEPT_AT_MOST = 10_000;
/** A text that is put together anew is hashed anew wherever it is looked up. */
const known = new Map<string, NameParts>();

/** What follows from a name, the same texts each time. */
export function partsOf(name: string): NameParts {
  const found = known.get(name);
  if (found !== undefined) return found;
  const parent = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  const last = lastName(name);
  const parts = { last, parent, answer: `${name}()`, item: `${name}[0]`, length: lengthOf(name, last) };
  if (known.size >= KEPT_AT_MOST) known.clear();
  known.set(name, parts);
  return parts;
}

/** In how many lists something is, by its name: two of `orders[0].lines[1]`. Of a pair that entries give it is in one. */
export function levelsOf(name: string): number {
  return name.replaceAll(/(\.entries\(\)\[\d+\])\[\d+\]/g, "$1").split("[").length - 1;
}

/** The name of what is an item by where it comes from, behind that. */
const ITEM = "[1]";

/** Lists are shorter where they are themselves of an item, as trees would grow without end. */
function lengthOf(name: string, last: string): ListLength {
  if (!name.includes("[")) return null;
  return name.includes(ITEM + ITEM) || isDeepInItself(name, last) ? 0 : 1;
}

/** So many lists of one name, each of an item of the one before, are those of somebody who goes down a tree. */
const DEEP = 3;

/** Whether it is a list deep within others of its name: `node.parts[0].parts[0].parts[0].parts`. */
function isDeepInItself(name: string, last: string): boolean {
  return name.split(`.${last}[`, DEEP + 1).length > DEEP;
}
