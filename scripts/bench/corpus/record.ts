import type { CallsAnswer } from "./calls.ts";

/** A function of the corpus, by package, file and line, and what became of its call. */
export interface CalledFunction {
  readonly place: string;
  readonly answer: CallsAnswer;
}

/** What is kept of what became of a function. */
export function entryOf({ state, reason, calls, inSequence, warnings }: CallsAnswer): {
  readonly state: CallsAnswer["state"];
  readonly reason: string;
  readonly calls: readonly string[];
  readonly inSequence: number;
  readonly remarks: readonly string[];
} {
  return { state, reason, calls, inSequence, remarks: warnings };
}

/**
 * What became of each function, as JSON in an order that does not depend on the draw: two versions of the code are
 * compared by comparing what they write, function by function.
 */
export function recordOf(called: readonly CalledFunction[]): string {
  const entries = called.map(({ place, answer }): [string, object] => {
    return [place, entryOf(answer)];
  });
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`;
}
