import { Atom, Word } from "./atoms.ts";
import type { Target } from "./found.ts";
import { atomAt, placeHere, readGroup, type Scan } from "./scan.ts";
import { afterType } from "./types.ts";

/** `var a = …, { b } = …`, from the keyword on. */
export function declarations(scan: Scan, limit: number): void {
  scan.at++;
  while (scan.at < limit) {
    const target = binding(scan, limit);
    if (target === undefined) return;
    const mark = atomAt(scan, scan.at, limit);
    if (scan.typed && mark === Atom.Exclamation) scan.at++;
    if (scan.typed && atomAt(scan, scan.at, limit) === Atom.Colon)
      scan.at = afterType(scan, scan.at + 1, limit);
    if (atomAt(scan, scan.at, limit) === Atom.Equals) {
      scan.at++;
      scan.rules.assignment(scan, limit, target);
    }
    if (atomAt(scan, scan.at, limit) !== Atom.Comma) return;
    scan.at++;
  }
}

/** The name or pattern that is bound; null for a pattern, undefined where neither stands. */
function binding(scan: Scan, limit: number): Target | null | undefined {
  const at = scan.at;
  const atom = atomAt(scan, at, limit);
  if (at >= limit) return undefined;
  if (atom === Atom.OpenBrace) {
    scan.rules.objectLiteral(scan, limit, null);
    return null;
  }
  if (atom === Atom.OpenBracket) {
    readGroup(scan, at, scan.rules.expressions);
    return null;
  }
  if (atom !== Atom.Plain && atom < Word.abstract) return undefined;
  scan.at++;
  return { kind: "variable", nameToken: at, place: placeHere(scan) };
}
