import { Atom, startsOnlyStatements, Word } from "./atoms.ts";
import { NO_TARGET, type TargetIndex } from "./target-list.ts";
import { atomAt, type Scan } from "./scan.ts";
import { afterType } from "./types.ts";

const BINARY = new Uint8Array(256);
for (const atom of [
  Atom.Operator,
  Atom.Star,
  Atom.Slash,
  Atom.Plus,
  Atom.Minus,
  Atom.Less,
  Atom.Greater,
  Atom.Ampersand,
  Atom.Pipe,
  37, // %
  94, // ^
  Word.in,
  Word.instanceof,
])
  BINARY[atom] = 1;

/** One expression without a comma; `target` is what its value goes into. */
export function assignment(scan: Scan, limit: number, target: TargetIndex): void {
  let into = target;
  /** What the value of the whole goes into: behind a condition, which its operators are no part of, too. */
  let whole = target;
  for (;;) {
    const start = scan.at;
    scan.rules.operand(scan, limit, into);
    if (scan.at === start || scan.at >= limit) return;
    const atom = scan.atoms[scan.at]!;
    if (atom === Atom.Equals || atom === Atom.CompoundAssignment) {
      into = whole = scan.targets.assignment(start, scan.at, scan.owner, scan.block);
      scan.at++;
    } else if (atom === Atom.Question) {
      scan.at++;
      const outer = scan.conditional;
      scan.conditional = true;
      into = whole;
      assignment(scan, limit, into);
      scan.conditional = outer;
      if (atomAt(scan, scan.at, limit) !== Atom.Colon) return;
      scan.at++;
    } else if (atom === Atom.Logical) {
      scan.at++;
    } else if (BINARY[atom] === 1) {
      scan.at++;
      into = NO_TARGET;
    } else {
      return;
    }
  }
}

/**
 * Everything up to `limit` as expressions with commas (or, in half-typed text, anything) between them. A statement in
 * their place means that the bracket was never closed: the rest is read as statements.
 */
export function expressions(scan: Scan, limit: number): void {
  while (scan.at < limit) {
    const start = scan.at;
    const atom = scan.atoms[start]!;
    if (startsOnlyStatements(atom)) {
      scan.rules.statements(scan, limit);
      return;
    }
    assignment(scan, limit, NO_TARGET);
    // `(a: T)`
    if (scan.flow && atomAt(scan, scan.at, limit) === Atom.Colon)
      scan.at = afterType(scan, scan.at + 1, limit);
    if (scan.at === start) scan.at++;
  }
}
