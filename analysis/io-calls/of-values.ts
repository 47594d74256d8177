import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { argumentsOf } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isHeldCollection } from "./collections.ts";
import { isCalledOnClient } from "./given-back.ts";

/** How lists, sets, maps and what is kept of answers are mostly called. */
const COLLECTION =
  /^[_#]*(?:(?:\w*[a-z\d])?(?:[mM]ap|[sS]et|[lL]ist|[aA]rray|[sS]tack|[rR]esults?|[iI]tems|[eE]ntries|[cC]ache|[hH]eaders|[pP]arams|[lL]ogs?|[pP]ending|[vV]isited|[sS]een|[eE]rrors|[iI]ds)|by[A-Z]\w*|\w+By[A-Z]\w*|(?:acc|arr|out|all|done|found)\d*)_?$/;
/** What takes what is pushed to others. */
const SENDS_ON = /(?:[qQ]ueue|[rR]ef|[sS]tream|[rR]epo|[rR]epository)$/;

/**
 * Whether a call of a handler of success is clearly of a list, a text, a set or a map, though databases and caches have
 * operations of that name as well: `results.push(user)`, `name.replace("a", "b")`, `seen.add(id)`, and what is asked of
 * the very value that the handler gets. It is as plain there as behind `await`.
 */
export function isOfValue(view: FileView, call: Call): boolean {
  const { start, nameToken } = call;
  if (nameToken - 2 < start || isCalledOnClient(view, call)) return false;
  const name = textAt(view, nameToken);
  if (name === "replace") return argumentsOf(view, call).length === 2;
  if (view.tokens.kinds[nameToken - 2]! > TokenKind.PrivateName) return false;
  const receiver = textAt(view, nameToken - 2);
  if (name === "push") return !SENDS_ON.test(receiver);
  if (isHeldCollection(view, call) || COLLECTION.test(receiver)) return true;
  const isDirect = nameToken - 2 === start;
  return (isDirect || name === "has") && isOwnParameter(view, call);
}

function isOwnParameter(view: FileView, { start, owner }: Call): boolean {
  const found = view.functions[owner];
  return found !== undefined && parameterNames(view, found).includes(textAt(view, start));
}
