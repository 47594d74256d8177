import { addResultStarts, resultStarts } from "./chains.ts";
import type { FileView } from "./file-view.ts";

const NOTHING: readonly number[] = [];
/** More than a function of a hundred lines has. */
const MANY = 32;

/** The tokens at which the values that a function itself returns start, without those of functions nested in it. */
export function returnStarts(view: FileView, index: number): readonly number[] {
  const known = view.knownReturns.get(index);
  if (known !== undefined) return known;
  const starts = findReturns(view, index);
  view.knownReturns.set(index, starts);
  return starts;
}

function findReturns(view: FileView, index: number): readonly number[] {
  const { body, hasExpressionBody } = view.functions[index]!;
  if (hasExpressionBody) return resultStarts(view, body.start, body.end);
  const { first, next } = view.returnsOf;
  if (first[index]! < 0) return NOTHING;
  const starts: number[] = [];
  for (let one = first[index]!; one >= 0; one = next[one]!) {
    const { tokens } = view.returns;
    const token = tokens[one]!;
    // No expression has a `return` of the same function in it, unless it is half-typed.
    const limit = next[one]! < 0 ? body.end : Math.min(tokens[next[one]!]!, body.end);
    if (view.tokens.newlineBefore[token + 1] !== 1) addResultStarts(view, token + 1, limit, starts);
  }
  // Where text is half-typed the same may stand behind many a return, and each is looked into as far as its chain goes.
  return starts.length > MANY ? [...new Set(starts)] : starts;
}
