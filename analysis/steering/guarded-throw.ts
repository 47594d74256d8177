import { isKeyword } from "../breakdown/statements.ts";
import { Atom, Word } from "../functions/atoms.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { Language } from "../model.ts";
import { viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";

/**
 * Whether what a module throws in a line while it loads stands behind an `if` or its `else`, as in `if (isMainThread)
 * throw new Error("…")`: in other surroundings it would load.
 *
 * @param line Counted from 1.
 */
export function isGuardedThrow(text: string, language: Language, line: number): boolean {
  const tokens = lex(text, language);
  const view = viewOf(findFunctions(tokens, language));
  const lines = new LineCounter(text, tokens.bytes);
  for (let at = 0; at < tokens.count; at++) {
    if (!isKeyword(view, at, Word.throw)) continue;
    const start = lines.positionAt(tokens.starts[at]!).line;
    if (start > line) return false;
    if (start === line) return isBehindIf(view, at);
  }
  return false;
}

/** Looks at a statement and at each block around it. */
function isBehindIf(view: FileView, statement: number): boolean {
  const { match } = view.tokens;
  if (startsBranch(view, statement)) return true;
  for (let at = statement - 1; at > 0; at--) {
    const partner = match[at]!;
    if (partner > at && startsBranch(view, at)) return true;
    if (partner >= 0 && partner < at) at = partner;
  }
  return false;
}

/** Whether a statement is what an `if` or its `else` leads to. */
function startsBranch(view: FileView, at: number): boolean {
  if (isKeyword(view, at - 1, Word.else)) return true;
  if (view.atoms[at - 1] !== Atom.CloseParenthesis) return false;
  return isKeyword(view, view.tokens.match[at - 1]! - 1, Word.if);
}
