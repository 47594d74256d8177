import { Atom, Word } from "../functions/atoms.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { endsExpression } from "../patterns/chains.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { functionStartingAt, type FileView } from "../patterns/file-view.ts";

/** Whether a token is a reserved word that stands as one, not as a name behind a dot or before a colon. */
export function isKeyword(view: FileView, token: number, word: number): boolean {
  return view.atoms[token] === word && view.tokens.kinds[token] === TokenKind.Keyword;
}

/** Whether a token opens a group that {@link afterGroupAt} passes. */
export function opensGroup(atom: number): boolean {
  return (
    atom === Atom.OpenParenthesis ||
    atom === Atom.OpenBrace ||
    atom === Atom.OpenBracket ||
    atom === Atom.TemplateHead ||
    atom === Atom.TemplateMiddle
  );
}

/** Whether a token ends a group of which the beginning was not passed. */
export function endsGroup(atom: number): boolean {
  return atom === Atom.CloseParenthesis || atom === Atom.CloseBrace || atom === Atom.CloseBracket;
}

/** One past a token, the group that it opens, or the function that starts at it. */
export function afterItem(view: FileView, token: number): number {
  const found = functionStartingAt(view, token);
  if (found !== undefined) return Math.max(view.functions[found]!.end, token + 1);
  if (!opensGroup(view.atoms[token]!)) return token + 1;
  let last = token;
  // The pieces of a template follow each other.
  for (
    let next = view.ends[last]!;
    next > last && view.atoms[next] === Atom.TemplateMiddle;
    next = view.ends[last]!
  )
    last = next;
  return Math.max(afterGroupAt(view, last), token + 1);
}

/**
 * One past the last token of the expression that starts at a token: it ends before `;`, a closing bracket, the end of a
 * template's hole, or a line that cannot continue it, and before a comma too where `stopsAtComma` says so. `passed` is told of its items.
 */
export function expressionEnd(
  view: FileView,
  start: number,
  limit: number,
  stopsAtComma: boolean,
  passed?: (token: number) => void,
): number {
  let at = start;
  while (at < limit) {
    const isOver = endsExpression(view, at) && (at > start || view.tokens.newlineBefore[at] !== 1);
    if (isOver || closesHole(view.atoms[at]!)) break;
    if (stopsAtComma && view.atoms[at] === Atom.Comma && view.tokens.inType[at] !== 1) break;
    passed?.(at);
    at = afterItem(view, at);
  }
  return Math.min(at, limit);
}

function closesHole(atom: number): boolean {
  return atom === Atom.TemplateMiddle || atom === Atom.TemplateTail;
}

/** How {@link statementEnd} finds the ends in a statement, for who remembers them. */
interface EndsWithin {
  readonly expression: (start: number) => number;
  /** Told of each statement that ends with the one around it. */
  readonly passed: (start: number) => void;
}

/** One past the last token of the statement that starts at a token, with its semicolon. */
export function statementEnd(view: FileView, start: number, limit: number, within?: EndsWithin): number {
  const { atoms } = view;
  let at = start;
  while (at < limit) {
    if (atoms[at] === Atom.OpenBrace) return Math.min(afterGroupAt(view, at), limit);
    if (isKeyword(view, at, Word.if) || isKeyword(view, at, Word.while) || isKeyword(view, at, Word.for)) {
      at++;
      if (atoms[at] === Word.await) at++;
      if (atoms[at] !== Atom.OpenParenthesis) return Math.min(at, limit);
      at = afterGroupAt(view, at);
      within?.passed(at);
      continue;
    }
    if (isKeyword(view, at, Word.try)) return tryEnd(view, at, limit);
    const end = within?.expression(at) ?? expressionEnd(view, at, limit, false);
    return end < limit && atoms[end] === Atom.Semicolon ? end + 1 : Math.max(end, Math.min(at + 1, limit));
  }
  return limit;
}

function tryEnd(view: FileView, start: number, limit: number): number {
  let at = start + 1;
  if (view.atoms[at] === Atom.OpenBrace) at = afterGroupAt(view, at);
  while (at < limit && (isKeyword(view, at, Word.catch) || isKeyword(view, at, Word.finally)))
    at = clauseEnd(view, at);
  return Math.min(at, limit);
}

/** One past the last token of `catch (error) { … }` or `finally { … }`. */
export function clauseEnd(view: FileView, start: number): number {
  let at = start + 1;
  if (view.atoms[at] === Atom.OpenParenthesis) at = afterGroupAt(view, at);
  return view.atoms[at] === Atom.OpenBrace ? afterGroupAt(view, at) : at;
}
