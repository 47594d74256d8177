import { TokenKind } from "../lexer/tokens.ts";
import { Atom, Word } from "./atoms.ts";
import { afterGroup, atomAt, isText, newlineBefore, readGroup, type Scan } from "./scan.ts";
import { NO_TARGET } from "./target-list.ts";
import { afterType, afterTypeParameters } from "./types.ts";

/** Reads a statement that only TypeScript has; false where none stands. */
export function typeStatement(scan: Scan, limit: number): boolean {
  const { at } = scan;
  if (at + 1 >= limit) return false;
  if (scan.flow && scan.atoms[at] === Word.module && scan.atoms[at + 1] === Atom.Dot) {
    // `declare module.exports: T`
    if (atomAt(scan, at + 3, limit) !== Atom.Colon) return false;
    scan.at = afterType(scan, at + 4, limit);
    return true;
  }
  if (scan.flow && scan.atoms[at + 1] === Word.type && isText(scan.tokens, at, "opaque")) {
    scan.at++;
    return true;
  }
  const sameLine = !newlineBefore(scan, at + 1);
  const named = isName(scan, at + 1);
  switch (scan.atoms[at]) {
    case Word.interface:
      if (!named || !sameLine) return false;
      interfaceDeclaration(scan, limit);
      return true;
    case Word.type:
      if (!named || !sameLine) return false;
      return typeAlias(scan, limit);
    case Word.const:
    case Word.enum:
      enumDeclaration(scan, limit);
      return true;
    case Word.namespace:
    case Word.module:
      if (!sameLine || !(named || scan.tokens.kinds[at + 1] === TokenKind.String)) return false;
      return namespaceDeclaration(scan, limit);
    case Word.global:
      if (scan.atoms[at + 1] !== Atom.OpenBrace) return false;
      return namespaceDeclaration(scan, limit);
    case Word.declare:
    case Word.abstract:
      // The declaration itself is the next statement.
      if (!sameLine || scan.tokens.kinds[at + 1]! > TokenKind.Keyword) return false;
      scan.at++;
      return true;
  }
  return false;
}

function isName(scan: Scan, at: number): boolean {
  const kind = scan.tokens.kinds[at];
  return kind === TokenKind.Identifier || (kind === TokenKind.Keyword && scan.atoms[at]! >= Word.abstract);
}

function interfaceDeclaration(scan: Scan, limit: number): void {
  scan.at += 2;
  stepOverTypeParameters(scan, limit);
  if (atomAt(scan, scan.at, limit) === Word.extends) {
    do {
      scan.at = afterType(scan, scan.at + 1, limit);
    } while (atomAt(scan, scan.at, limit) === Atom.Comma);
  }
  if (atomAt(scan, scan.at, limit) === Atom.OpenBrace) scan.at = afterGroup(scan, scan.at);
}

function typeAlias(scan: Scan, limit: number): boolean {
  const start = scan.at;
  scan.at += 2;
  stepOverTypeParameters(scan, limit);
  if (scan.flow && atomAt(scan, scan.at, limit) === Atom.Colon) scan.at = afterType(scan, scan.at + 1, limit);
  if (atomAt(scan, scan.at, limit) !== Atom.Equals) {
    scan.at = start;
    return false;
  }
  scan.at = afterType(scan, scan.at + 1, limit);
  return true;
}

function stepOverTypeParameters(scan: Scan, limit: number): void {
  if (atomAt(scan, scan.at, limit) !== Atom.Less) return;
  const after = afterTypeParameters(scan, scan.at, limit);
  if (after >= 0) scan.at = after;
}

function enumDeclaration(scan: Scan, limit: number): void {
  if (scan.atoms[scan.at] === Word.const) scan.at++;
  scan.at += 2;
  if (atomAt(scan, scan.at, limit) === Atom.OpenBrace) scan.rules.objectLiteral(scan, limit, NO_TARGET);
}

function namespaceDeclaration(scan: Scan, limit: number): boolean {
  let open = scan.at + 1;
  if (scan.atoms[scan.at] !== Word.global) {
    open++;
    while (atomAt(scan, open, limit) === Atom.Dot) open += 2;
  }
  if (atomAt(scan, open, limit) !== Atom.OpenBrace) {
    // `declare module "a";`
    scan.at = open;
    return true;
  }
  scan.block++;
  readGroup(scan, open, scan.rules.statements);
  scan.block--;
  return true;
}
