import type { Answers, Language } from "../model.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { classify, type Classified } from "../patterns/classify.ts";
import { viewOf, type FileView } from "../patterns/file-view.ts";
import { paintCalls } from "./calls.ts";
import { paintErrorHandling } from "./error-handling.ts";
import { Canvas, Part, type BreakdownPart, type PartTokens } from "./parts.ts";
import { paintPlumbing } from "./plumbing.ts";
import { subjectOf } from "./subject.ts";

/** What the tokens of one asynchronous function are there for. The parts add up to `tokens`. */
export interface Breakdown {
  /** As `tokens` of the function's entry. */
  readonly tokens: number;
  /**
   * `error-handling`: try, catch, finally, throw, tests of an error and what they guard, handlers of failure.
   * `plumbing`: what the pattern asks for to carry the flow on: async, await, yield, callbacks' and handlers' function
   * wrappers, `.then`, `Promise.all`, runners. `io-calls`: I/O calls with their arguments. `nested`: asynchronous
   * functions within it that have entries of their own. `rest`: what the function does.
   */
  readonly parts: Readonly<Record<BreakdownPart, PartTokens>>;
}

/**
 * Tells the parts of the asynchronous function that starts at an offset of a text (its `range.start`); undefined where
 * no entry starts there. Reads the whole text, and is for one function at a time, as for a hover.
 *
 * @param answers How functions of other files answer, as its analysis was told.
 */
export function breakdownOf(
  text: string,
  language: Language,
  start: number,
  answers?: Answers,
): Breakdown | undefined {
  const view = viewOf(findFunctions(lex(text, language), language), answers);
  const classified = classify(view);
  const entry = classified.find(({ index }) => view.tokens.starts[view.functions[index]!.start] === start);
  return entry && breakdownOfEntry(view, entry, new Set(classified.map(({ index }) => index)));
}

/** {@link breakdownOf} of one entry of a file that has been read; `entries` are the functions of all of them. */
export function breakdownOfEntry(view: FileView, entry: Classified, entries: ReadonlySet<number>): Breakdown {
  const { start, end } = view.functions[entry.index]!;
  const canvas = new Canvas(start, end);
  const subject = subjectOf(view, entry, entries);
  paintCalls(subject, canvas);
  paintPlumbing(subject, canvas);
  paintErrorHandling(subject, canvas);
  for (const index of subject.region.functions) {
    for (const child of view.childrenOf.of(index)) {
      const nested = view.functions[child]!;
      if (entries.has(child)) canvas.paint(nested.start, nested.end, Part.Nested);
    }
  }
  return { tokens: end - start, parts: canvas.read(view.tokens) };
}
