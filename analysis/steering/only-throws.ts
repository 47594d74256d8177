import { isKeyword, statementEnd } from "../breakdown/statements.ts";
import { Atom, Word } from "../functions/atoms.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { Language, TextRange } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";

/** Statements with more than one way through them. */
const BRANCHING = [Word.if, Word.for, Word.while, Word.do, Word.switch, Word.try];

/**
 * By which statement the function that starts at `start` fails, whatever it is called with: it has one way through it,
 * which ends with a `throw` or `return Promise.reject(…)`, as that of a method that is there to be overridden. Null
 * where it may come to another end.
 */
export function onlyFailure(text: string, language: Language, start: number): TextRange | null {
  const view = viewOf(findFunctions(lex(text, language), language));
  const found = view.functions.find((one) => view.tokens.starts[one.start] === start);
  if (found === undefined) return null;
  const { body } = found;
  const { starts, ends } = view.tokens;
  if (found.hasExpressionBody) {
    return rejects(view, body.start) ? { start: starts[body.start]!, end: ends[body.end - 1]! } : null;
  }
  const isBraced = view.atoms[body.start] === Atom.OpenBrace;
  const limit = isBraced ? body.end - 1 : body.end;
  for (let at = isBraced ? body.start + 1 : body.start; at < limit;) {
    if (BRANCHING.some((word) => isKeyword(view, at, word))) return null;
    const end = Math.max(statementEnd(view, at, limit), at + 1);
    const isReturn = isKeyword(view, at, Word.return);
    if (isKeyword(view, at, Word.throw) || (isReturn && rejects(view, at + 1)))
      return { start: starts[at]!, end: ends[end - 1]! };
    if (isReturn) return null;
    at = end;
  }
  return null;
}

/** `Promise.reject(…)`, `this.Promise.reject(…)`. */
function rejects(view: FileView, at: number): boolean {
  let name = at;
  while (view.atoms[name + 1] === Atom.Dot) name += 2;
  return (
    textAt(view, name) === "reject" &&
    textAt(view, name - 2) === "Promise" &&
    view.atoms[name + 1] === Atom.OpenParenthesis
  );
}
