import { TokenKind } from "../lexer/tokens.ts";
import { Atom, startsOnlyStatements, Word } from "./atoms.ts";
import { afterGroup, atomAt, groupEnd, newlineBefore, type ArrowShape, type Scan } from "./scan.ts";
import { afterType, afterTypeParameters } from "./types.ts";

/** The parts of the arrow function whose first token is at `scan.at`; undefined when none starts there. */
export function arrowShapeAt(scan: Scan, limit: number): ArrowShape | undefined {
  const start = scan.at;
  const atom = atomAt(scan, start, limit);
  const next = atomAt(scan, start + 1, limit);
  if (next === Atom.Arrow) return singleName(scan, start, start, false);
  if (atom === Word.async && start + 1 < limit && !newlineBefore(scan, start + 1)) {
    if (atomAt(scan, start + 2, limit) === Atom.Arrow) return singleName(scan, start, start + 1, true);
    if (next === Atom.OpenParenthesis || (next === Atom.Less && scan.typed))
      return parenthesized(scan, start, start + 1, true, limit);
    return undefined;
  }
  if (atom === Atom.OpenParenthesis || (atom === Atom.Less && scan.typed))
    return parenthesized(scan, start, start, false, limit);
  return undefined;
}

function singleName(scan: Scan, start: number, name: number, isAsync: boolean): ArrowShape | undefined {
  const kind = scan.tokens.kinds[name];
  if (kind !== TokenKind.Identifier && kind !== TokenKind.Keyword) return undefined;
  if (startsOnlyStatements(scan.atoms[name]!)) return undefined;
  const arrow = name + 1;
  return {
    start,
    isAsync,
    parameters: { start: name, end: arrow },
    returnType: { start: arrow, end: arrow },
    arrow,
  };
}

function parenthesized(
  scan: Scan,
  start: number,
  from: number,
  isAsync: boolean,
  limit: number,
): ArrowShape | undefined {
  let open = from;
  if (scan.atoms[open] === Atom.Less) {
    open = afterTypeParameters(scan, open, limit);
    if (open < 0 || atomAt(scan, open, limit) !== Atom.OpenParenthesis) return undefined;
  }
  const after = afterGroup(scan, open);
  let arrow = after;
  if (scan.typed && atomAt(scan, after, limit) === Atom.Colon) arrow = afterType(scan, after + 1, limit);
  if (atomAt(scan, arrow, limit) !== Atom.Arrow) return undefined;
  return {
    start,
    isAsync,
    parameters: { start: open + 1, end: groupEnd(scan, open) },
    returnType: { start: Math.min(after + 1, arrow), end: arrow },
    arrow,
  };
}
