import { Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isNamedLikePlain } from "./given-back.ts";

const known = new WeakMap<FileView, ReadonlySet<string>>();

/** What a file calls behind `await` by names and dots though it is named like what only computes: `this.mapper.toDto`. */
export function awaitedCallees(view: FileView): ReadonlySet<string> {
  const before = known.get(view);
  if (before !== undefined) return before;
  const callees = new Set<string>();
  const { starts, length } = view.calls;
  for (let index = 0; index < length; index++) {
    if (view.atoms[starts[index]! - 1] !== Word.await) continue;
    const call = view.calls.at(index);
    if (call.nameToken < 0 || !isNamedLikePlain(textAt(view, call.nameToken))) continue;
    const callee = calleeText(view, call);
    if (callee !== "") callees.add(callee);
  }
  known.set(view, callees);
  return callees;
}

/** Whether a file waits for what a call gives, here or elsewhere: it is no plain one then, whatever its name. */
export function isAwaitedElsewhere(view: FileView, call: Call): boolean {
  return awaitedCallees(view).has(calleeText(view, call));
}

/** The names and dots that a call is of; "" where there is more before its parentheses, or too much. */
function calleeText(view: FileView, { start, nameToken }: Call): string {
  if (nameToken < 0 || nameToken > start + 6) return "";
  let text = "";
  for (let token = start; token <= nameToken; token++) {
    const isName = (token - start) % 2 === 0;
    if (isName && view.tokens.kinds[token]! > TokenKind.PrivateName) return "";
    text += textAt(view, token);
  }
  return text;
}
