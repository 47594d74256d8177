import { TokenKind } from "../lexer/tokens.ts";
import { Atom, startsOnlyStatements, Word } from "./atoms.ts";
import { arrowShapeAt } from "./arrows.ts";
import {
  afterGroup,
  atomAt,
  groupEnd,
  isPlainGroup,
  isSimpleItem,
  newlineBefore,
  readGroup,
  type Scan,
} from "./scan.ts";
import { isMethodOnNewLine } from "./stray.ts";
import { NO_TARGET, type TargetIndex } from "./target-list.ts";
import { afterType, afterTypeArguments } from "./types.ts";

/** A unary expression with its members and calls; stands still where none starts. */
export function operand(scan: Scan, limit: number, target: TargetIndex): void {
  let constructs = false;
  let into = target;
  prefixes: while (scan.at < limit) {
    switch (scan.atoms[scan.at]) {
      case Atom.Exclamation:
      case Atom.Tilde:
      case Atom.Plus:
      case Atom.Minus:
      case Atom.Step:
      case Word.typeof:
      case Word.void:
      case Word.delete:
        into = NO_TARGET;
        scan.at++;
        break;
      case Word.await:
      case Atom.Ellipsis:
        into = NO_TARGET;
        scan.at++;
        break;
      case Word.yield:
        scan.at++;
        into = NO_TARGET;
        if (scan.at < limit && newlineBefore(scan, scan.at)) return;
        if (atomAt(scan, scan.at, limit) === Atom.Star) scan.at++;
        break;
      case Word.new:
        scan.at++;
        constructs = true;
        break;
      case Atom.Less:
        if (!scan.typed || arrowShapeAt(scan, limit) !== undefined || scan.jsx) break prefixes;
        if (!stepOverTypeAssertion(scan, limit)) break prefixes;
        break;
      default:
        break prefixes;
    }
  }
  const start = scan.at;
  if (primary(scan, limit, into)) chain(scan, limit, start, constructs, into);
}

function stepOverTypeAssertion(scan: Scan, limit: number): boolean {
  const after = afterType(scan, scan.at + 1, limit);
  if (atomAt(scan, after, limit) !== Atom.Greater) return false;
  scan.at = after + 1;
  return true;
}

/** Reads what an operand begins with; false when a chain cannot follow, since nothing or an arrow function was read. */
function primary(scan: Scan, limit: number, target: TargetIndex): boolean {
  const { at } = scan;
  if (at >= limit) return false;
  const atom = scan.atoms[at]!;
  const shape = arrowShapeAt(scan, limit);
  if (shape !== undefined && readArrow(scan, limit, shape, target)) return false;
  switch (atom) {
    case Atom.OpenParenthesis:
      parenthesized(scan, target);
      return true;
    case Atom.OpenBracket:
      readGroup(scan, at, scan.rules.expressions);
      return true;
    case Atom.OpenBrace:
      scan.rules.objectLiteral(scan, limit, target);
      return true;
    case Word.function:
      scan.rules.functionLike(scan, limit, target, false);
      return true;
    case Word.class:
    case Atom.At:
      scan.rules.classLike(scan, limit, target, false);
      return true;
    case Atom.Less:
      if (!scan.jsx) return false;
      scan.rules.jsxElement(scan, limit);
      return true;
    case Atom.TemplateHead:
      template(scan, limit);
      return true;
    case Atom.TemplateWhole:
      scan.at++;
      return true;
    case Word.async:
      if (isMethodOnNewLine(scan, at, limit)) return false;
      if (atomAt(scan, at + 1, limit) === Word.function && !newlineBefore(scan, at + 1))
        scan.rules.functionLike(scan, limit, target, false);
      else scan.at++;
      return true;
  }
  if (startsOnlyStatements(atom)) return false;
  const kind = scan.tokens.kinds[at];
  if (kind === TokenKind.Punctuator || kind === TokenKind.Template) return false;
  if (isMethodOnNewLine(scan, at, limit)) return false;
  scan.at++;
  return true;
}

function parenthesized(scan: Scan, target: TargetIndex): void {
  const open = scan.at;
  if (isPlainGroup(scan, open)) {
    scan.at = afterGroup(scan, open);
    return;
  }
  const limit = groupEnd(scan, open);
  const { conditional } = scan;
  scan.conditional = false;
  scan.at = open + 1;
  scan.rules.assignment(scan, limit, target);
  scan.rules.expressions(scan, limit);
  scan.at = afterGroup(scan, open);
  scan.conditional = conditional;
}

/**
 * Reads an arrow function. Between `?` and `:`, `(b): c => d` is one only when a colon follows it, as TypeScript
 * decides; otherwise everything is put back.
 */
function readArrow(
  scan: Scan,
  limit: number,
  shape: NonNullable<ReturnType<typeof arrowShapeAt>>,
  target: TargetIndex,
): boolean {
  const { at, conditional } = scan;
  const doubtful = conditional && shape.returnType.end > shape.returnType.start;
  const functions = scan.functions.length;
  const calls = scan.calls.length;
  const returns = scan.returns.length;
  scan.rules.arrow(scan, limit, shape, target);
  if (!doubtful || atomAt(scan, scan.at, limit) === Atom.Colon) return true;
  scan.at = at;
  scan.conditional = conditional;
  scan.functions.length = functions;
  scan.calls.cut(calls);
  scan.returns.length = returns;
  return false;
}

/** The pieces of a template literal with the expressions between them. */
function template(scan: Scan, limit: number): void {
  for (;;) {
    const piece = scan.at;
    const atom = atomAt(scan, piece, limit);
    if (atom !== Atom.TemplateHead && atom !== Atom.TemplateMiddle) {
      if (atom === Atom.TemplateTail) scan.at++;
      return;
    }
    readGroup(scan, piece, scan.rules.expressions);
    // Even behind the limit: what has been read is not read again.
    scan.at = groupEnd(scan, piece);
  }
}

/** Members, calls and what else follows an operand at `start`. */
function chain(scan: Scan, limit: number, start: number, constructs: boolean, target: TargetIndex): void {
  const isName = scan.at === start + 1 && scan.tokens.kinds[start]! <= TokenKind.Keyword;
  let nameToken = isName ? start : nameOfModules(scan, start);
  let isNew = constructs;
  while (scan.at < limit) {
    const at = scan.at;
    switch (scan.atoms[at]) {
      case Atom.Dot:
      case Atom.OptionalChain:
        scan.at++;
        if (isMemberName(scan, scan.at, limit)) nameToken = scan.at++;
        break;
      case Atom.OpenBracket:
        readGroup(scan, at, scan.rules.expressions);
        break;
      case Atom.OpenParenthesis:
        call(scan, start, nameToken, isNew, target);
        isNew = false;
        nameToken = -1;
        break;
      case Atom.TemplateHead:
        template(scan, limit);
        break;
      case Atom.TemplateWhole:
        scan.at++;
        break;
      case Atom.Exclamation:
        if (!scan.typed || newlineBefore(scan, at)) return;
        scan.at++;
        break;
      case Atom.Less: {
        const after = scan.typed ? afterTypeArguments(scan, at, limit) : -1;
        if (after < 0 || !canFollowTypeArguments(scan, after, limit)) return;
        scan.at = after;
        break;
      }
      case Atom.Step:
        if (newlineBefore(scan, at)) return;
        scan.at++;
        break;
      case Word.as:
      case Word.satisfies: {
        if (!scan.typed || newlineBefore(scan, at)) return;
        const isConst = atomAt(scan, at + 1, limit) === Word.const;
        const after = isConst ? at + 2 : afterType(scan, at + 1, limit);
        if (after === at + 1) return;
        scan.at = after;
        break;
      }
      default:
        return;
    }
  }
}

/** The last name of `(0, lib_1.load)`, as compilers write what a module exports where it is called; -1 for anything else. */
function nameOfModules({ atoms, tokens, at }: Scan, start: number): number {
  const isOne =
    atoms[start] === Atom.OpenParenthesis &&
    at === start + 7 &&
    tokens.kinds[start + 1] === TokenKind.Number &&
    atoms[start + 2] === Atom.Comma &&
    atoms[start + 4] === Atom.Dot;
  return isOne ? start + 5 : -1;
}

function isMemberName(scan: Scan, at: number, limit: number): boolean {
  if (at >= limit) return false;
  const kind = scan.tokens.kinds[at];
  if (kind !== TokenKind.Identifier && kind !== TokenKind.Keyword && kind !== TokenKind.PrivateName)
    return false;
  // `a.` being typed in front of the next statement or method: what a new line begins with is no member.
  return !newlineBefore(scan, at) || !beginsSomething(scan, at, limit);
}

function beginsSomething(scan: Scan, at: number, limit: number): boolean {
  const atom = scan.atoms[at]!;
  if (startsOnlyStatements(atom) || isMethodOnNewLine(scan, at, limit)) return true;
  return atom === Word.async && atomAt(scan, at + 1, limit) === Word.function && !newlineBefore(scan, at + 1);
}

/** As TypeScript decides `f<T>…`: a call, a template, or whatever cannot start an operand. */
function canFollowTypeArguments(scan: Scan, at: number, limit: number): boolean {
  if (at >= limit) return true;
  const atom = scan.atoms[at]!;
  switch (atom) {
    case Atom.OpenParenthesis:
    case Atom.TemplateHead:
    case Atom.TemplateWhole:
      return true;
    case Atom.Less:
    case Atom.Greater:
    case Atom.Plus:
    case Atom.Minus:
      return false;
    case Atom.OpenBrace:
    case Atom.OpenBracket:
    case Atom.At:
    case Atom.Exclamation:
    case Atom.Tilde:
    case Atom.Step:
      return newlineBefore(scan, at);
    case Word.in:
    case Word.instanceof:
    case Word.as:
    case Word.satisfies:
      return true;
  }
  return (
    newlineBefore(scan, at) || scan.tokens.kinds[at] === TokenKind.Punctuator || startsOnlyStatements(atom)
  );
}

function call(scan: Scan, start: number, nameToken: number, constructs: boolean, result: TargetIndex): void {
  const open = scan.at;
  const end = afterGroup(scan, open);
  const index = scan.calls.add(start, nameToken, open, end, constructs, result, scan.owner);
  if (isPlainGroup(scan, open)) {
    scan.at = end;
    return;
  }
  const { conditional } = scan;
  scan.conditional = false;
  scan.at = open + 1;
  callArguments(scan, groupEnd(scan, open), index);
  scan.at = end;
  scan.conditional = conditional;
}

function callArguments(scan: Scan, limit: number, call: number): void {
  let position = 0;
  while (scan.at < limit) {
    const before = scan.at;
    const atom = scan.atoms[before]!;
    if (atom === Atom.Comma) position++;
    else if (startsOnlyStatements(atom)) scan.rules.statements(scan, limit);
    else if (!isSimpleItem(scan, before, limit))
      scan.rules.assignment(scan, limit, scan.targets.argument(call, position));
    if (scan.at === before) scan.at++;
  }
}
