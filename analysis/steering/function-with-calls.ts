import { findFunctions } from "../functions/find.ts";
import { copyTokens } from "../lexer/tokens.ts";
import { lex } from "../lexer/lex.ts";
import type { IoCall, Language } from "../model.ts";
import { viewOf, type FileView } from "../patterns/file-view.ts";

/** A function of a text, and where its I/O calls are. */
export interface FunctionWithCalls {
  readonly view: FileView;
  /** Its first token. */
  readonly start: number;
  /** The first token of each I/O call, in the order in which they were given; -1 for one that is not behind its start. */
  readonly calls: readonly number[];
}

/**
 * Reads a text for one of its functions; undefined where none starts there. What it gives stays valid when another text is read.
 *
 * @param start Where the function starts.
 */
export function functionWithCalls(
  text: string,
  language: Language,
  start: number,
  ioCalls: readonly IoCall[],
): FunctionWithCalls | undefined {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const target = view.functions.find((found) => tokens.starts[found.start] === start);
  if (target === undefined) return undefined;
  const at = new Map<number, number>();
  for (let token = target.start; token < tokens.starts.length; token++) at.set(tokens.starts[token]!, token);
  return { view, start: target.start, calls: ioCalls.map(({ range }) => at.get(range.start) ?? -1) };
}
