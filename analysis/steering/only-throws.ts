import { isKeyword, statementEnd } from "../breakdown/statements.ts";
import { Atom, Word } from "../functions/atoms.ts";
import type { TokenSpan } from "../functions/found.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { Language, TextRange } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";

/** Statements with more than one way through them. */
const BRANCHING = [Word.if, Word.for, Word.while, Word.do, Word.switch, Word.try];

/**
 * By which statement the function that starts at `start` fails, whatever it is called with: it has one way through it,
 * which ends with a `throw`, `return Promise.reject(…)` or, of a callback, `done(new Error(…))`, as that of a method that is there
 * to be overridden. Null where it may come to another end.
 */
export function onlyFailure(text: string, language: Language, start: number): TextRange | null {
  const view = viewOf(findFunctions(lex(text, language), language));
  const found = view.functions.find((one) => view.tokens.starts[one.start] === start);
  if (found === undefined) return null;
  const { body, parameters } = found;
  const { starts, ends } = view.tokens;
  const rangeOf = (from: number, end: number): TextRange => ({ start: starts[from]!, end: ends[end - 1]! });
  if (found.hasExpressionBody) {
    const isFailure = rejects(view, body.start) || behindError(view, body.start, parameters) === body.end;
    return isFailure ? rangeOf(body.start, body.end) : null;
  }
  const isBraced = view.atoms[body.start] === Atom.OpenBrace;
  const limit = isBraced ? body.end - 1 : body.end;
  const isLast = (from: number): boolean => {
    for (let next = from; next < limit; next++) if (!/^(?:;|return)$/.test(textAt(view, next))) return false;
    return true;
  };
  for (let at = isBraced ? body.start + 1 : body.start; at < limit;) {
    if (isKeyword(view, at, Word.if)) {
      const behind = behindQuestion(view, at, parameters);
      return behind !== null && isLast(behind) ? rangeOf(at, behind) : null;
    }
    if (BRANCHING.some((word) => isKeyword(view, at, word))) return null;
    const end = Math.max(statementEnd(view, at, limit), at + 1);
    const isReturn = isKeyword(view, at, Word.return);
    if (isKeyword(view, at, Word.throw) || (isReturn && rejects(view, at + 1))) return rangeOf(at, end);
    const behind = behindError(view, isReturn ? at + 1 : at, parameters);
    const isWhole = behind !== null && (behind >= end || textAt(view, behind) === ";");
    // Without a return what comes behind it runs as well.
    if (isWhole && (isReturn || isLast(behind))) return rangeOf(at, end);
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

/**
 * What is behind a branch that only asks whether there is somebody to be told, `if (typeof done === "function") { done(new Error(…)); }`;
 * null for any other.
 */
function behindQuestion(view: FileView, at: number, parameters: TokenSpan): number | null {
  const open = at + 1;
  let next = behindParentheses(view, open);
  const words = Array.from({ length: next - open }, (_, index) => textAt(view, open + index));
  const said = words.filter((word) => !/^(?:[()]|typeof|===?|["'`]function["'`])$/.test(word));
  const isBraced = view.atoms[next] === Atom.OpenBrace;
  if (isBraced) next++;
  if (isKeyword(view, next, Word.return)) next++;
  if (said.length !== 1 || textAt(view, next) !== said[0]) return null;
  let behind = behindError(view, next, parameters);
  if (behind === null) return null;
  if (textAt(view, behind) === ";") behind++;
  if (!isBraced) return behind;
  if (isKeyword(view, behind, Word.return)) behind++;
  if (textAt(view, behind) === ";") behind++;
  return textAt(view, behind) === "}" ? behind + 1 : null;
}

/** What is behind `done(new Error("closed"))` of a parameter, which calls back with an error that is made there; null for anything else. */
function behindError(view: FileView, at: number, { start, end }: TokenSpan): number | null {
  if (view.atoms[at + 1] !== Atom.OpenParenthesis || textAt(view, at + 2) !== "new") return null;
  let name = at + 3;
  while (view.atoms[name + 1] === Atom.Dot) name += 2;
  if (!/(?:Error|Exception)$/.test(textAt(view, name))) return null;
  const callback = textAt(view, at);
  for (let token = start; token < end; token++)
    if (textAt(view, token) === callback) return behindParentheses(view, at + 1);
  return null;
}

/** What is behind the parenthesis that closes the one at `open`. */
function behindParentheses({ tokens }: FileView, open: number): number {
  const close = tokens.match[open]!;
  return close > open ? close + 1 : tokens.count;
}
