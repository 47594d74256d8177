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
 * which ends with a `throw`, `return Promise.reject(…)` or, of a callback, `done(new Error(…))`, as that of a method that is there to be overridden. Null
 * where it may come to another end.
 */
export function onlyFailure(text: string, language: Language, start: number): TextRange | null {
  const view = viewOf(findFunctions(lex(text, language), language));
  const found = view.functions.find((one) => view.tokens.starts[one.start] === start);
  if (found === undefined) return null;
  const { body, parameters } = found;
  const { starts, ends } = view.tokens;
  const fails = (at: number): boolean => rejects(view, at) || givesError(view, at, parameters);
  if (found.hasExpressionBody) {
    return fails(body.start) ? { start: starts[body.start]!, end: ends[body.end - 1]! } : null;
  }
  const isBraced = view.atoms[body.start] === Atom.OpenBrace;
  const limit = isBraced ? body.end - 1 : body.end;
  for (let at = isBraced ? body.start + 1 : body.start; at < limit;) {
    const told = isKeyword(view, at, Word.if) ? behindQuestion(view, at, parameters) : at;
    if (told === at && BRANCHING.some((word) => isKeyword(view, at, word))) return null;
    const end = Math.max(statementEnd(view, at, limit), at + 1);
    const isReturn = isKeyword(view, at, Word.return);
    const isEnd =
      isKeyword(view, at, Word.throw) || (isReturn ? fails(at + 1) : givesError(view, told, parameters));
    if (isEnd) return { start: starts[at]!, end: ends[end - 1]! };
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
 * Where a branch begins that only asks whether there is somebody to be told, `if (typeof done === "function") { done(…) }`;
 * `at` for any other.
 */
function behindQuestion(view: FileView, at: number, parameters: TokenSpan): number {
  let next = at + 1;
  const words: string[] = [];
  for (let depth = 0; next < view.atoms.length; next++) {
    words.push(textAt(view, next));
    if (view.atoms[next] === Atom.OpenParenthesis) depth++;
    if (view.atoms[next] === Atom.CloseParenthesis && --depth === 0) break;
  }
  const said = words.filter((word) => !/^(?:[()]|typeof|===?|["'`]function["'`])$/.test(word));
  const [name = ""] = said;
  if (said.length !== 1 || !isParameter(view, name, parameters)) return at;
  next++;
  if (view.atoms[next] === Atom.OpenBrace) next++;
  if (isKeyword(view, next, Word.return)) next++;
  return textAt(view, next) === name ? next : at;
}

/** `done(new Error("closed"))` of a parameter, which calls back with an error that is made there. */
function givesError(view: FileView, at: number, parameters: TokenSpan): boolean {
  if (view.atoms[at + 1] !== Atom.OpenParenthesis || textAt(view, at + 2) !== "new") return false;
  const callback = textAt(view, at);
  let name = at + 3;
  while (view.atoms[name + 1] === Atom.Dot) name += 2;
  return isParameter(view, callback, parameters) && /(?:Error|Exception)$/.test(textAt(view, name));
}

function isParameter(view: FileView, name: string, { start, end }: TokenSpan): boolean {
  for (let at = start; at < end; at++) if (textAt(view, at) === name) return true;
  return false;
}
