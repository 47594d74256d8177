import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import type { Skeleton } from "../functions/find.ts";
import { afterGroupAt, listItems } from "../functions/lists.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { moduleName } from "./bindings.ts";
import { textAt, type FileView } from "./file-view.ts";
import { BY_CONVENTION } from "./libraries.ts";

/**
 * A dotted name as the libraries name it: with `const P = require("bluebird")`, `P.coroutine` is
 * `bluebird.coroutine`. "" where the callee is more than names and dots.
 */
export function calleePath(view: FileView, call: Pick<Call, "start" | "nameToken" | "open">): string {
  if (call.nameToken >= 0) return dottedPath(view, nameStart(view, call), call.nameToken);
  const isRequired = call.open === call.start + 4 && textAt(view, call.start) === "require";
  return isRequired ? dottedPath(view, call.start, call.open) : "";
}

/** The first token of a callee's names: of `lib_1.load` in `(0, lib_1.load)(id)`, as compilers write it. */
export function nameStart(view: FileView, { start, nameToken }: Pick<Call, "start" | "nameToken">): number {
  const isOfModule = nameToken === start + 5 && view.tokens.kinds[start + 1] === TokenKind.Number;
  return isOfModule ? start + 3 : start;
}

function dottedPath(view: FileView, start: number, last: number): string {
  let path: string;
  let index: number;
  const first = textAt(view, start);
  if (first === "require" && view.atoms[start + 1] === Atom.OpenParenthesis) {
    if (view.tokens.kinds[start + 2] !== TokenKind.String) return "";
    path = moduleName(textAt(view, start + 2));
    index = start + 4;
    if (last < index) return "";
  } else {
    if (view.tokens.kinds[start]! > TokenKind.Keyword) return "";
    // Minifiers and others use `q`, and a lone `Q`, for anything: they are the library only where the file says so.
    const isAnything = first === "q" || (first === "Q" && last === start && !givesPromise(view, start + 1));
    path = view.names.get(first) ?? (isAnything ? "(local)" : (BY_CONVENTION.get(first) ?? first));
    index = start + 1;
  }
  while (index < last) {
    if (!isDot(view.atoms[index]!) || view.tokens.kinds[index + 1]! > TokenKind.PrivateName) return "";
    path += `.${textAt(view, index + 1)}`;
    index += 2;
  }
  return path;
}

/** Whether what a call gives, of which the parentheses are told, is waited for as a promise of Q's is. */
function givesPromise(view: FileView, open: number): boolean {
  const close = view.tokens.match[open] ?? -1;
  return (
    close > open &&
    isDot(view.atoms[close + 1]!) &&
    /^(?:then|done|fail|fin|spread|nodeify|ninvoke|catch|finally)$/.test(textAt(view, close + 2))
  );
}

/** The path of the names and dots that start at a token, as far as they go: `d.promise` of `d.promise;`. */
export function pathAt(view: FileView, start: number): { readonly path: string; readonly end: number } {
  const end = endOfPath(view, start);
  return { path: dottedPath(view, start, end - 1), end };
}

/** One past the last token of {@link pathAt}. */
export function endOfPath(view: FileView, start: number): number {
  let last = start;
  while (isDot(view.atoms[last + 1]!) && isMemberName(view.tokens.kinds[last + 2]!)) last += 2;
  return last + 1;
}

function isMemberName(kind: number): boolean {
  return kind <= TokenKind.Keyword || kind === TokenKind.PrivateName;
}

/** Whether a token stands before a member's name: `.` or `?.`. */
export function isDot(atom: number): boolean {
  return atom === Atom.Dot || atom === Atom.OptionalChain;
}

/**
 * The tokens at which what an expression can result in starts: what stands behind `?` and `:` or the last `,`, and both
 * sides of `||` and `??`, and what is assigned, without `await`, `new` and parentheses around them.
 */
export function resultStarts(view: FileView, start: number, limit: number): number[] {
  const starts: number[] = [];
  addResultStarts(view, start, limit, starts);
  return starts;
}

/** Parentheses are looked into for results so deep at most: the stack has an end. */
const MOST_PARENTHESES = 500;

/** Adds {@link resultStarts} to a list; `depth` is how many parentheses are around them. */
export function addResultStarts(
  view: FileView,
  start: number,
  limit: number,
  starts: number[],
  depth = 0,
): void {
  let expectsOperand = true;
  let index = start;
  /** How many there were before what may turn out to be a condition. */
  let before = starts.length;
  while (index < limit) {
    const atom = view.atoms[index]!;
    if (expectsOperand) {
      if (isNextReturn(view, index) || atom === Atom.Semicolon) break;
      if (atom === Word.new || atom === Word.await || atom === Word.void) {
        index++;
        continue;
      }
      starts.push(index);
      expectsOperand = false;
      // What a function gives back is no result of what is around it.
      const after = afterFunctionAt(view, index);
      if (after > index) {
        index = after;
        continue;
      }
      const isParenthesized =
        atom === Atom.OpenParenthesis && view.atoms[afterGroupAt(view, index)] !== Atom.Arrow;
      if (isParenthesized && depth < MOST_PARENTHESES)
        addResultStarts(view, index + 1, Math.min(afterGroupAt(view, index), limit), starts, depth + 1);
    } else if (
      atom === Atom.Question ||
      atom === Atom.Logical ||
      atom === Atom.Colon ||
      atom === Atom.Comma
    ) {
      expectsOperand = true;
      const dropsOthers = atom === Atom.Question || atom === Atom.Comma;
      if (dropsOthers && view.tokens.inType[index] !== 1) starts.length = before;
      if (atom !== Atom.Logical) before = starts.length;
    } else if (atom === Atom.Equals || atom === Atom.CompoundAssignment) {
      expectsOperand = true;
      starts.length = before;
    } else if (endsExpression(view, index) || isNextReturn(view, index)) break;
    else if (atom === Word.async || view.atoms[index + 1] === Atom.Arrow) {
      // Behind an operator, where people have not put it into parentheses yet.
      const after = afterFunctionAt(view, index);
      if (after > index) {
        index = after;
        continue;
      }
    }
    const opens =
      atom === Atom.OpenParenthesis ||
      atom === Atom.OpenBrace ||
      atom === Atom.OpenBracket ||
      atom === Atom.TemplateHead;
    index = opens ? Math.max(afterGroupAt(view, index), index + 1) : index + 1;
  }
}

/** One past the function that starts at a token; that token where none does. */
function afterFunctionAt({ atoms, functionList }: FileView, token: number): number {
  const atom = atoms[token];
  const mayStart =
    atom === Word.function ||
    atom === Word.async ||
    atom === Atom.OpenParenthesis ||
    atom === Atom.Less ||
    atoms[token + 1] === Atom.Arrow;
  if (!mayStart) return token;
  const found = functionList.firstFrom(token);
  const isOne = found < functionList.length && functionList.starts[found] === token;
  return isOne ? Math.max(functionList.ends[found]!, token + 1) : token;
}

/** Whether a half-typed expression is over before a `return`, whose own results are asked for by themselves. */
function isNextReturn(view: Skeleton, index: number): boolean {
  return (
    view.atoms[index] === Word.return &&
    view.tokens.kinds[index] === TokenKind.Keyword &&
    view.atoms[index - 1] !== Atom.Dot
  );
}

/** Whether an expression is over before a token that stands between operands. */
export function endsExpression(view: Skeleton, index: number): boolean {
  const atom = view.atoms[index]!;
  if (atom === Atom.Semicolon || atom === Atom.CloseBrace || atom === Atom.CloseParenthesis) return true;
  if (atom === Atom.CloseBracket) return true;
  if (view.tokens.newlineBefore[index] !== 1) return false;
  const continues =
    view.tokens.kinds[index] === TokenKind.Punctuator ||
    atom === Word.in ||
    atom === Word.instanceof ||
    atom === Word.as;
  const previous = view.atoms[index - 1]!;
  const isOpen = view.tokens.kinds[index - 1] === TokenKind.Punctuator && !isClosing(previous);
  return !continues && !isOpen;
}

function isClosing(atom: number): boolean {
  return atom === Atom.CloseBrace || atom === Atom.CloseBracket || atom === Atom.CloseParenthesis;
}

/** The calls of the chain that starts at a token: for `a.b(c).then(d)`, `b` and `then`. */
export function chainAt(view: FileView, start: number): readonly Call[] {
  const { calls, callsAt } = view;
  const chain: Call[] = [];
  for (let call = callsAt.first(start); call >= 0; call = callsAt.next(call)) chain.push(calls.at(call));
  return chain;
}

/** Where the arguments of a call start, with their ends. */
export function argumentsOf(view: Skeleton, call: Pick<Call, "open">): { start: number; end: number }[] {
  const end = view.ends[call.open]!;
  return listItems(view, call.open + 1, end < 0 ? ~end : end);
}
