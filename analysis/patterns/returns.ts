import { resultStarts } from "./chains.ts";
import type { FileView } from "./file-view.ts";

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
  return (view.returnsOf.get(index) ?? []).flatMap((token) =>
    view.tokens.newlineBefore[token + 1] === 1 ? [] : resultStarts(view, token + 1, body.end),
  );
}
