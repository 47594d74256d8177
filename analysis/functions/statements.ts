import { TokenKind } from "../lexer/tokens.ts";
import { Atom, isPlain, Word } from "./atoms.ts";
import { declarations } from "./declarations.ts";
import { exportStatement, importStatement } from "./modules.ts";
import { strayMethod } from "./stray.ts";
import { NO_TARGET } from "./target-list.ts";
import { typeStatement } from "./type-statements.ts";
import { atomAt, newlineBefore, readGroup, type Scan } from "./scan.ts";

/** Statements up to `limit`. What is none is stepped over token by token. */
export function statements(scan: Scan, limit: number): void {
  for (;;) {
    skipPlainStatements(scan, limit);
    const before = scan.at;
    if (before >= limit) return;
    statement(scan, limit);
    if (scan.at === before) scan.at++;
  }
}

/** Passes over statements in which there is nothing to find, as far as semicolons end them. */
function skipPlainStatements(scan: Scan, limit: number): void {
  const { atoms } = scan;
  if (scan.at < scan.plainTo) return;
  for (let { at } = scan; at < limit; at++) {
    const atom = atoms[at]!;
    if (atom === Atom.Semicolon) scan.at = at + 1;
    else if (!isPlain(atom)) {
      scan.plainTo = at;
      return;
    }
  }
  scan.at = Math.max(scan.at, limit);
}

/** One statement, or the head of one: the statement that `if (…)` governs is read as the next one. */
function statement(scan: Scan, limit: number): void {
  const at = scan.at;
  const next = atomAt(scan, at + 1, limit);
  switch (scan.atoms[at]) {
    case Atom.OpenBrace:
      block(scan, at);
      return;
    case Word.function:
      scan.rules.functionLike(scan, limit, NO_TARGET, true);
      return;
    case Word.async:
      if (next !== Word.function || newlineBefore(scan, at + 1)) break;
      scan.rules.functionLike(scan, limit, NO_TARGET, true);
      return;
    case Atom.At:
    case Word.class:
      scan.rules.classLike(scan, limit, NO_TARGET, true);
      return;
    case Word.var:
    case Word.const:
      if (next === Word.enum) break;
      declarations(scan, limit);
      return;
    case Word.let:
    case Word.using:
      if (!startsBinding(scan, at + 1, limit)) break;
      declarations(scan, limit);
      return;
    case Word.await:
      if (next !== Word.using || !startsBinding(scan, at + 2, limit)) break;
      scan.at++;
      declarations(scan, limit);
      return;
    case Word.if:
    case Word.while:
    case Word.with:
    case Word.switch:
    case Word.catch:
      scan.at++;
      if (next === Atom.OpenParenthesis) readGroup(scan, at + 1, catchParameterOrExpression);
      return;
    case Word.for:
      scan.at += next === Word.await ? 2 : 1;
      if (atomAt(scan, scan.at, limit) === Atom.OpenParenthesis) readGroup(scan, scan.at, forHead);
      return;
    case Word.else:
    case Word.do:
    case Word.try:
    case Word.finally:
    case Word.debugger:
    case Atom.Semicolon:
      scan.at++;
      return;
    case Word.return:
      scan.returns.add(scan.owner, at);
      scan.at++;
      if (scan.at < limit && !newlineBefore(scan, scan.at)) expressionStatement(scan, limit);
      return;
    case Word.throw:
      scan.at++;
      if (scan.at < limit && !newlineBefore(scan, scan.at)) expressionStatement(scan, limit);
      return;
    case Word.break:
    case Word.continue:
      scan.at++;
      if (scan.tokens.kinds[scan.at] === TokenKind.Identifier && !newlineBefore(scan, scan.at)) scan.at++;
      return;
    case Word.case:
      scan.at++;
      expressionStatement(scan, limit);
      if (atomAt(scan, scan.at, limit) === Atom.Colon) scan.at++;
      return;
    case Word.default:
      scan.at++;
      if (atomAt(scan, scan.at, limit) === Atom.Colon) scan.at++;
      return;
    case Word.import:
      if (next === Atom.OpenParenthesis || (next === Atom.Dot && !isPhaseImport(scan, at, limit))) break;
      importStatement(scan, limit);
      return;
    case Word.export:
      exportStatement(scan, limit);
      return;
  }
  if (scan.typed && typeStatement(scan, limit)) return;
  if (strayMethod(scan, limit)) return;
  if (next === Atom.Colon && scan.tokens.kinds[at] === TokenKind.Identifier) {
    scan.at += 2;
    return;
  }
  expressionStatement(scan, limit);
}

function isPhaseImport(scan: Scan, at: number, limit: number): boolean {
  return atomAt(scan, at + 2, limit) === Atom.Plain && atomAt(scan, at + 3, limit) === Atom.OpenBrace;
}

function block(scan: Scan, open: number): void {
  scan.block++;
  readGroup(scan, open, statements);
  scan.block--;
}

/** Expressions with commas, up to what cannot continue them. */
function expressionStatement(scan: Scan, limit: number): void {
  for (;;) {
    scan.rules.assignment(scan, limit, NO_TARGET);
    if (atomAt(scan, scan.at, limit) !== Atom.Comma) return;
    scan.at++;
  }
}

function catchParameterOrExpression(scan: Scan, limit: number): void {
  scan.rules.expressions(scan, limit);
}

/** Between the parentheses of `for`. */
function forHead(scan: Scan, limit: number): void {
  while (scan.at < limit) {
    const before = scan.at;
    const atom = scan.atoms[before];
    const isDeclaration =
      atom === Word.var ||
      atom === Word.const ||
      ((atom === Word.let || atom === Word.using) && startsBinding(scan, before + 1, limit)) ||
      (atom === Word.await && atomAt(scan, before + 1, limit) === Word.using);
    if (isDeclaration) {
      if (atom === Word.await) scan.at++;
      scan.block++;
      declarations(scan, limit);
      scan.block--;
    } else {
      scan.rules.assignment(scan, limit, NO_TARGET);
    }
    // `for (const item of (items))` calls nothing.
    const next = atomAt(scan, scan.at, limit);
    if (scan.at === before || next === Word.of || next === Word.in) scan.at++;
  }
}

/** Whether what a declaration binds can stand at `at`: `let` and `using` are names too. */
function startsBinding(scan: Scan, at: number, limit: number): boolean {
  if (at >= limit) return false;
  const atom = scan.atoms[at]!;
  if (atom === Atom.OpenBrace || atom === Atom.OpenBracket) return scan.atoms[at - 1] === Word.let;
  if (atom === Word.in || atom === Word.instanceof) return false;
  if (atom === Word.of) return atomAt(scan, at + 1, limit) === Atom.Equals;
  const kind = scan.tokens.kinds[at];
  return kind === TokenKind.Identifier || (kind === TokenKind.Keyword && atom >= Word.abstract);
}
