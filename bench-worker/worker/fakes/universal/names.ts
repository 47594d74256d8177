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
}

/** More names than this are those of made-up trees that somebody goes down. */
const KEPT_AT_MOST = 10_000;
/** A text that is put together anew is hashed anew wherever it is looked up. */
const known = new Map<string, NameParts>();

/** What follows from a name, the same texts each time. */
export function partsOf(name: string): NameParts {
  const found = known.get(name);
  if (found !== undefined) return found;
  const parent = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  const parts = { last: lastName(name), parent, answer: `${name}()`, item: `${name}[0]` };
  if (known.size >= KEPT_AT_MOST) known.clear();
  known.set(name, parts);
  return parts;
}
