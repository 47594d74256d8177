import { TokenKind } from "../lexer/tokens.ts";
import { Atom, startsOnlyStatements, Word } from "./atoms.ts";
import { afterGroup, atomAt, newlineBefore, type Scan } from "./scan.ts";
import { NO_TARGET } from "./target-list.ts";

/** An import declaration, which is noted down for whoever wants to know what its names mean. */
export function importStatement(scan: Scan, limit: number): void {
  const start = scan.at++;
  while (scan.at < limit) {
    const { at } = scan;
    const atom = scan.atoms[at]!;
    if (scan.tokens.kinds[at] === TokenKind.String) {
      scan.at++;
      break;
    }
    if (atom === Atom.Equals) {
      // TypeScript's `import a = require("a")` and `import a = b.c`.
      scan.at++;
      scan.rules.assignment(scan, limit, NO_TARGET);
      break;
    }
    if (atom === Atom.Semicolon || (newlineBefore(scan, at) && startsStatement(scan, at, limit))) break;
    scan.at = atom === Atom.OpenBrace ? afterGroup(scan, at) : at + 1;
  }
  attributes(scan, limit);
  scan.imports.push({ start, end: scan.at });
}

/** Whether no import goes on with a token that is the first of its line: one that is being typed ends before it. */
function startsStatement(scan: Scan, at: number, limit: number): boolean {
  const atom = scan.atoms[at]!;
  if (startsOnlyStatements(atom) || atom === Word.function || atom === Word.class) return true;
  return atom === Word.async && atomAt(scan, at + 1, limit) === Word.function;
}

/** `with { type: "json" }` behind an import or export. */
function attributes(scan: Scan, limit: number): void {
  const atom = atomAt(scan, scan.at, limit);
  if (atom !== Word.with && atom !== Word.assert) return;
  if (atomAt(scan, scan.at + 1, limit) === Atom.OpenBrace) scan.at = afterGroup(scan, scan.at + 1);
}

/** `export`, up to the declaration that it exports, which is read as the next statement. */
export function exportStatement(scan: Scan, limit: number): void {
  const start = scan.at++;
  const at = scan.at;
  const next = atomAt(scan, at + 1, limit);
  switch (atomAt(scan, at, limit)) {
    case Word.default:
      scan.at++;
      exportDefault(scan, limit);
      break;
    case Atom.Equals:
      scan.at++;
      scan.rules.assignment(scan, limit, scan.targets.exportEquals(scan.owner, scan.block));
      break;
    case Atom.OpenBrace:
      scan.at = afterGroup(scan, at);
      from(scan, limit);
      break;
    case Atom.Star:
      scan.at++;
      from(scan, limit);
      break;
    case Word.type:
      // `export type { A } from "a"`, `export type * from "a"`; a type alias is a statement of its own.
      if (next === Atom.OpenBrace) scan.at = afterGroup(scan, at + 1);
      else if (next === Atom.Star) scan.at += 2;
      else break;
      from(scan, limit);
      break;
    case Word.as:
      // `export as namespace A`
      scan.at += 3;
  }
  scan.exports.push({ start, end: Math.max(scan.at, start + 1) });
}

function from(scan: Scan, limit: number): void {
  if (atomAt(scan, scan.at, limit) === Word.as) scan.at += 2;
  if (atomAt(scan, scan.at, limit) !== Word.from) return;
  scan.at++;
  if (scan.at < limit && scan.tokens.kinds[scan.at] === TokenKind.String) scan.at++;
  attributes(scan, limit);
}

function exportDefault(scan: Scan, limit: number): void {
  const target = scan.targets.byDefault(scan.owner, scan.block);
  const atom = atomAt(scan, scan.at, limit);
  const next = atomAt(scan, scan.at + 1, limit);
  if (atom === Word.abstract && next === Word.class) scan.at++;
  if (
    atom === Word.function ||
    (atom === Word.async && next === Word.function && !newlineBefore(scan, scan.at + 1))
  )
    scan.rules.functionLike(scan, limit, target, true);
  else if (atomAt(scan, scan.at, limit) === Word.class || atom === Atom.At)
    scan.rules.classLike(scan, limit, target, true);
  else if (!(scan.typed && atom === Word.interface)) scan.rules.assignment(scan, limit, target);
}
