import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { isCallbackName } from "./callback-names.ts";
import { textAt, type FileView } from "./file-view.ts";

/** Whether a call's value is taken apart where it stands: nothing is there yet that would have to be waited for. */
export function isTakenApart(view: FileView, call: Pick<Call, "start" | "end">): boolean {
  return patternBefore(view, call) >= 0;
}

/**
 * The name that a callback has once a call has sorted it out of the arguments: `callback` of `const { options, callback } =
 * normalize(optionsOrCallback, cb)`. Undefined where a call does not, or gives it no name of a callback.
 */
export function sortedCallback(view: FileView, call: Pick<Call, "start" | "end">): string | undefined {
  const open = patternBefore(view, call);
  if (open < 0) return undefined;
  for (let token = open + 1; token < call.start - 2; token++) {
    if (view.tokens.kinds[token] !== TokenKind.Identifier || view.atoms[token + 1] === Atom.Colon) continue;
    const name = textAt(view, token);
    if (isCallbackName(name)) return name;
  }
  return undefined;
}

/** Where the pattern opens that takes a call's value apart; -1 where none does. */
function patternBefore({ atoms, tokens }: FileView, { start, end }: Pick<Call, "start" | "end">): number {
  if (atoms[start - 1] !== Atom.Equals) return -1;
  const close = atoms[start - 2];
  if (close !== Atom.CloseBrace && close !== Atom.CloseBracket) return -1;
  // `sort(options, cb).options`
  if (atoms[end] === Atom.Dot || atoms[end] === Atom.OpenBracket) return -1;
  const open = tokens.match[start - 2]!;
  const before = atoms[open - 1];
  const isDeclared = before === Word.const || before === Word.let || before === Word.var;
  // `cache[id] = load(cb)` is none.
  const isOwn = before === Atom.Semicolon || before === Atom.OpenParenthesis || before === Atom.OpenBrace;
  return isDeclared || isOwn ? open : -1;
}
