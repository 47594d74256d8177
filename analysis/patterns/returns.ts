import { Atom, Word } from "../functions/atoms.ts";
import { resultStarts } from "./chains.ts";
import { forOwnTokens, type FileView } from "./file-view.ts";

/** The tokens at which the values that a function itself returns start, without those of functions nested in it. */
export function returnStarts(view: FileView, index: number): number[] {
  const found = view.functions[index]!;
  if (found.hasExpressionBody) return resultStarts(view, found.body.start, found.body.end);
  const starts: number[] = [];
  forOwnTokens(view, index, (token) => {
    if (view.atoms[token] !== Word.return || view.atoms[token - 1] === Atom.Dot) return;
    if (view.tokens.newlineBefore[token + 1] === 1) return;
    starts.push(...resultStarts(view, token + 1, found.body.end));
  });
  return starts;
}
