import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { textAt, viewOf } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";

/** The lines of the `return`s of the function that starts at `start`, and of none within it. */
export function returnLines(text: string, language: Language, start: number): ReadonlySet<number> {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const target = view.functions.find((found) => tokens.starts[found.start] === start);
  if (target === undefined) return new Set();
  const endsWithin = new Map(
    view.functions.filter((found) => found !== target).map((found) => [found.start, found.end]),
  );
  const counter = new LineCounter(text, tokens.bytes);
  const lines = new Set<number>();
  for (let at = target.body.start; at < target.body.end; at = endsWithin.get(at) ?? at + 1)
    if (tokens.kinds[at] === TokenKind.Keyword && textAt(view, at) === "return")
      lines.add(counter.positionAt(tokens.starts[at]!).line);
  return lines;
}
