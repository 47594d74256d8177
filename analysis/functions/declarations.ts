import { Atom, Word } from "./atoms.ts";
import { NO_TARGET, type TargetIndex } from "./target-list.ts";
import { atomAt, readGroup, type Scan } from "./scan.ts";
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
      if (scan.atoms[scan.at + 2] === Atom.Dot) scan.memberValues.push(scan.at);
      scan.at++;
      scan.rules.assignment(scan, limit, target);
    }
    if (atomAt(scan, scan.at, limit) !== Atom.Comma) return;
    scan.at++;
  }
}

/** The name that is bound; no target for a pattern, undefined where neither stands. */
function binding(scan: Scan, limit: number): TargetIndex | undefined {
  const at = scan.at;
  const atom = atomAt(scan, at, limit);
  if (at >= limit) return undefined;
  if (atom === Atom.OpenBrace) {
    scan.rules.objectLiteral(scan, limit, NO_TARGET);
    return NO_TARGET;
  }
  if (atom === Atom.OpenBracket) {
    readGroup(scan, at, scan.rules.expressions);
    return NO_TARGET;
  }
  if (atom !== Atom.Plain && atom < Word.abstract) return undefined;
  scan.at++;
  return scan.targets.variable(at, scan.owner, scan.block);
}
