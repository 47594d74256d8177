import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { argumentsOf } from "../patterns/chains.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { isHeldCollection } from "./collections.ts";
import { isCalledOnClient } from "./given-back.ts";

/** How lists, sets and maps are mostly called. A cache may be one of these, or be asked elsewhere. */
const COLLECTION =
  /^(?=\w*$)(?:(?:\w*[a-z\d_])?(?:Map|Set|Array|Stack|Results?|Items|Entries|Headers|Params|Pending|Visited|Seen|Errors|Ids)|_?(?:map|set|list|array|stack|results?|items|entries|headers|params|logs?|pending|visited|seen|errors|ids|acc|arr|out)|\w+By[A-Z]\w*|by[A-Z]\w*)_?$/;
/** No longer names are looked at: each is read more than once. */
const LONGEST_NAME = 60;

/**
 * Whether a call of a handler of success is clearly of a list, a text, a set or a map, though databases and caches have
 * operations of that name as well: `results.push(user)`, `name.replace("a", "b")`, `seen.add(id)`. It is as plain there as
 * behind `await`.
 */
export function isOfValue(view: FileView, call: Call): boolean {
  const { start, nameToken } = call;
  if (nameToken - 2 < start || isCalledOnClient(view, call)) return false;
  const name = textAt(view, nameToken);
  if (name === "replace") return replacesText(view, call);
  if (view.tokens.kinds[nameToken - 2]! > TokenKind.PrivateName) return false;
  const receiver = textAt(view, nameToken - 2).replace(/^#/, "");
  if (receiver.length > LONGEST_NAME) return false;
  if (isHeldCollection(view, call) || COLLECTION.test(receiver)) return true;
  return name === "push" && nameToken - 2 === start && listsOf(view).has(receiver);
}

/** `text.replace("a", "b")`, `text.replace(/a/g, f)`. */
function replacesText(view: FileView, call: Call): boolean {
  const given = argumentsOf(view, call);
  if (given.length !== 2) return false;
  return given.some(({ start }) => {
    const kind = view.tokens.kinds[start]!;
    const isText = kind === TokenKind.String || kind === TokenKind.Template;
    return isText || kind === TokenKind.RegularExpression || functionStartingAt(view, start) !== undefined;
  });
}

const lists = new WeakMap<FileView, ReadonlySet<string>>();

/** The names that a file gives a list: `const found = [];`. */
function listsOf(view: FileView): ReadonlySet<string> {
  const known = lists.get(view);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const { atoms, tokens } = view;
  for (let token = 1; token + 1 < tokens.count; token++) {
    if (atoms[token] !== Atom.Equals || atoms[token + 1] !== Atom.OpenBracket) continue;
    if (tokens.kinds[token - 1] === TokenKind.Identifier) names.add(textAt(view, token - 1));
  }
  lists.set(view, names);
  return names;
}
