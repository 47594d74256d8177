import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { viewOf } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";
import { Edits } from "./edits.ts";
import { settlingCalls } from "./settling.ts";
import { SteeringWalk } from "./walk.ts";

/** What to make of a function. */
export interface Wish {
  /** Offsets of callees' last names: of the I/O calls that the function is to come to. */
  readonly ioCalls: readonly number[];
  /** Lines at which it has failed: to be gone around. */
  readonly avoid: ReadonlySet<number>;
  /** Whether loops that make no I/O call are ended too, since some loop does not come back. */
  readonly endsLoops?: boolean;
  /** Whether it shall come to the calls by which it settles too, since it did not. */
  readonly settles?: boolean;
}

/** A function whose branches are decided. */
export interface Steered {
  readonly text: string;
  /** Lines on which something is decided, in order, each once. */
  readonly lines: readonly number[];
  /** Lines of loops that were made to end, in the same way; they are not among the others for that. */
  readonly endedLoops: readonly number[];
}

/**
 * Rewrites the function that starts at `start` so that a call takes the branches that lead to its I/O calls and away
 * from what it throws: `if (x)` becomes `if ((x)||true)` or `if ((x)&&false)`, a list that is looped over gets
 * an element, a loop that waits goes round twice, one that did not come back is ended. Conditions are still evaluated. Every line stays on its line, and
 * the function starts where it did. Undefined where there is nothing to decide.
 */
export function steer(text: string, language: Language, start: number, wish: Wish): Steered | undefined {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const index = view.functions.findIndex((found) => tokens.starts[found.start] === start);
  if (index < 0) return undefined;
  const target = view.functions[index]!;
  const goals = wish.settles === true ? [...wish.ioCalls, ...settlingCalls(view, target)] : [...wish.ioCalls];
  const counter = new LineCounter(text, tokens.bytes);
  const lineAt = (offset: number): number => counter.positionAt(offset).line;
  const edits = new Edits(tokens);
  new SteeringWalk(view, edits, {
    ioCalls: goals.sort((a, b) => a - b),
    endsLoops: wish.endsLoops ?? false,
    isAvoided: (from, to) => {
      if (wish.avoid.size === 0) return false;
      for (const line of wish.avoid) if (lineAt(from) <= line && line <= lineAt(to)) return true;
      return false;
    },
  }).body(target);
  const { places, endedLoops } = edits;
  if (places.length === 0 && endedLoops.length === 0) return undefined;
  const linesOf = (offsets: readonly number[]): number[] =>
    [...new Set(offsets.map(lineAt))].sort((a, b) => a - b);
  return { text: edits.apply(), lines: linesOf(places), endedLoops: linesOf(endedLoops) };
}
