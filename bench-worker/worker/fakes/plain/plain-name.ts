import { LIST_METHODS } from "../telling-names.ts";

const ITEM_OF_METHOD = new RegExp(String.raw`\.(?:${[...LIST_METHODS].join("|")})(?=\[\d\])`, "g");

const known = new Map<string, string>();
const KEPT_AT_MOST = 10_000;

/** The name that an item of a list has by whichever method it was come to: `rows[0]` for `rows.map[0]`. */
export function plainName(name: string): string {
  let plain = known.get(name);
  if (plain === undefined) {
    plain = name.includes("[") ? name.replace(ITEM_OF_METHOD, "") : name;
    if (known.size >= KEPT_AT_MOST) known.clear();
    known.set(name, plain);
  }
  return plain;
}

/** The same of all names in a text. */
export function plainNamesIn(text: string): string {
  return text.replace(ITEM_OF_METHOD, "");
}
