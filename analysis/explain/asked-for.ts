import { analyze, analyzeFor } from "../analyze.ts";
import { displayName } from "../entries/names.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { AsyncFunction, Language } from "../model.ts";
import { viewOf } from "../patterns/file-view.ts";
import { explain } from "./explain.ts";

/**
 * The function that begins at an offset, taken for an asynchronous one since somebody asks for it: it gives back what a call
 * gives, which may be a promise. Undefined where its text tells that it is none, or shows no I/O call even then.
 */
export function askedForAt(text: string, language: Language, start: number): AsyncFunction | undefined {
  if (explain(text, language, start).kind !== "returns-unknown") return undefined;
  const found = analyzeFor(text, language, start).functions.find(({ range }) => range.start === start);
  return found !== undefined && found.ioCalls.length > 0 ? found : undefined;
}

/**
 * Where the functions of a name begin: first those whose text tells that they are asynchronous, then all others, both in
 * the order of the text. So the place of one among them stays what it is, whether others are asked for or not.
 */
export function startsOfNamed(text: string, language: Language, name: string): number[] {
  const told = analyze(text, language).functions.filter((found) => found.name === name);
  const starts = told.map(({ range }) => range.start);
  const view = viewOf(findFunctions(lex(text, language), language));
  const all = view.functions.filter((found) => displayName(view, found, null) === name);
  const others = all
    .map(({ start }) => view.tokens.starts[start]!)
    .filter((start) => !starts.includes(start));
  return [...starts, ...others];
}
