import type { AsyncFunction } from "../../analysis/model.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";

/** A function's result, and whether it is the present text that was measured. */
export interface MatchedResult {
  readonly result: TargetResult;
  /** The function's tokens have changed since, or what its fakes file or its tags give it. */
  readonly stale: boolean;
}

/** What of a function tells which result is its. */
export type Named = Pick<AsyncFunction, "name" | "textHash"> & Partial<Pick<AsyncFunction, "range">>;

interface Entry {
  readonly result: TargetResult;
  readonly ordinal: number;
}

/**
 * Whether a result of a document was measured with other fakes than its fakes file, or the tags before the function that
 * begins at `start`, give now; of one of which that is not known, tags are not asked for.
 */
export type HaveFakesChanged = (
  documentKey: string,
  result: TargetResult,
  start: number | undefined,
) => boolean;

/** Which of the functions of its name each one is, counted from 0 in the order of the text. */
export function ordinals<F extends Pick<AsyncFunction, "name">>(
  functions: readonly F[],
): ReadonlyMap<F, number> {
  const seen = new Map<string, number>();
  return new Map(
    functions.map((found) => {
      const ordinal = seen.get(found.name) ?? 0;
      seen.set(found.name, ordinal + 1);
      return [found, ordinal];
    }),
  );
}

/** The last result of every function that was measured in this session, by document. */
export class ResultStore {
  readonly #byDocument = new Map<string, readonly Entry[]>();
  readonly #haveFakesChanged: HaveFakesChanged;

  constructor(haveFakesChanged: HaveFakesChanged = () => false) {
    this.#haveFakesChanged = haveFakesChanged;
  }

  /**
   * Keeps `result` in place of an earlier one of the same function. A benchmark that was cancelled does not take away
   * what a whole one told of the same text, and with nothing measured it takes away nothing.
   */
  put(documentKey: string, ordinal: number, result: TargetResult): void {
    const isSame = (entry: Entry): boolean =>
      entry.result.target.name === result.target.name && entry.ordinal === ordinal;
    const entries = this.#entries(documentKey);
    const earlier = entries.find(isSame)?.result;
    if (earlier !== undefined && result.state === "cancelled") {
      const nothing = result.time === undefined && result.memory === undefined;
      const sameText = earlier.target.textHash === result.target.textHash;
      if (nothing || (sameText && earlier.state === "completed")) return;
    }
    const others = entries.filter((entry) => !isSame(entry));
    this.#byDocument.set(documentKey, [...others, { result, ordinal }]);
  }

  /**
   * The results of a document's present functions: each belongs to the function with the same name and text,
   * wherever that has moved to; failing that to the one that stands in its place among those of its name.
   */
  match<F extends Named>(documentKey: string, functions: readonly F[]): ReadonlyMap<F, MatchedResult> {
    const matched = new Map<F, MatchedResult>();
    let entries = this.#entries(documentKey);
    if (entries.length === 0) return matched;
    const ordinal = ordinals(functions);

    const claim = (fits: (entry: Entry, found: F) => boolean, stale: boolean): void => {
      entries = entries.filter((entry) => {
        const found = functions.find(
          (candidate) =>
            candidate.name === entry.result.target.name && !matched.has(candidate) && fits(entry, candidate),
        );
        if (found !== undefined) {
          const isOld = stale || this.#haveFakesChanged(documentKey, entry.result, found.range?.start);
          matched.set(found, { result: entry.result, stale: isOld });
        }
        return found === undefined;
      });
    };
    const sameText = (entry: Entry, { textHash }: F): boolean => textHash === entry.result.target.textHash;
    const samePlace = (entry: Entry, found: F): boolean => ordinal.get(found) === entry.ordinal;
    claim((entry, found) => sameText(entry, found) && samePlace(entry, found), false);
    claim(sameText, false);
    claim(samePlace, true);
    return matched;
  }

  #entries(documentKey: string): readonly Entry[] {
    return this.#byDocument.get(documentKey) ?? [];
  }
}
