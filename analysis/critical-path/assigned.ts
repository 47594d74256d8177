import { Atom } from "../functions/atoms.ts";
import { BracketRole } from "../lexer/tokens.ts";
import type { FileView } from "../patterns/file-view.ts";

/** Tokens of a pattern that are looked at, the last ones: in half-typed text there may be very many patterns in each other. */
const PATTERN_AT_MOST = 400;

/** The tokens among which the names stand that a value is assigned to; none where `end` is no more than `start`. */
export interface Assigned {
  readonly start: number;
  readonly end: number;
  readonly isPattern: boolean;
}

/** What stands before `=` or `??=`: `row`, `row: Row`, `{ row, error: unread }`, `[error, row]`. */
export function assignedBefore({ atoms, tokens }: FileView, equals: number): Assigned {
  let last = equals - 1;
  while (last > 0 && (tokens.inType[last] === 1 || atoms[last] === Atom.Colon)) last--;
  if (atoms[last] !== Atom.CloseBracket && atoms[last] !== Atom.CloseBrace)
    return { start: last, end: last + 1, isPattern: false };
  const open = tokens.match[last]!;
  // Half-typed text may have a block there.
  const isPattern =
    open >= 0 && (atoms[last] !== Atom.CloseBrace || tokens.roles[open] === BracketRole.Object);
  const start = isPattern ? Math.max(open + 1, last - PATTERN_AT_MOST) : last;
  return { start, end: last, isPattern: true };
}
