import type { AsyncFunction, TextRange } from "../../analysis/model.ts";

/** An asynchronous function as the editor shows it. */
export interface Hint {
  readonly found: AsyncFunction;
  /** Where it stands in the present text; `found` has places of the text that it was read off. */
  readonly range: TextRange;
  /** It is not to be found in the present text, which is half-typed, and was in the last one that was whole. */
  readonly kept: boolean;
}

/** The last text that was read without a problem. */
export interface LastGood {
  readonly text: string;
  readonly functions: readonly AsyncFunction[];
}

/**
 * The hints of a half-typed text: what is found in it, and of the last good text those functions that the change
 * has left standing or goes on within. So hints neither vanish nor jump while a bracket is missing.
 */
export function withLastGood(text: string, functions: readonly AsyncFunction[], good: LastGood): Hint[] {
  const hints = functions.map(freshHint);
  const starts = new Set(functions.map(({ range }) => range.start));
  const moved = movedBy(good.text, text);
  for (const found of good.functions) {
    const range = moved(found.range);
    if (range === null || starts.has(range.start)) continue;
    hints.push({ found, range, kept: true });
  }
  return hints.sort((a, b) => a.range.start - b.range.start);
}

/** The hint of a function that is found in the present text. */
export function freshHint(found: AsyncFunction): Hint {
  return { found, range: found.range, kept: false };
}

/** Where a range of the text `from` stands in the text `to`; null when one of its ends lies in what was changed. */
function movedBy(from: string, to: string): (range: TextRange) => TextRange | null {
  const shorter = Math.min(from.length, to.length);
  let same = 0;
  while (same < shorter && from.charCodeAt(same) === to.charCodeAt(same)) same++;
  let sameAtEnd = 0;
  while (
    sameAtEnd < shorter - same &&
    from.charCodeAt(from.length - 1 - sameAtEnd) === to.charCodeAt(to.length - 1 - sameAtEnd)
  ) {
    sameAtEnd++;
  }
  const changeEnd = from.length - sameAtEnd;
  const shift = to.length - from.length;
  return ({ start, end }) => {
    if (end <= same) return { start, end };
    if (end < changeEnd) return null;
    if (start >= changeEnd) return { start: start + shift, end: end + shift };
    return start < same ? { start, end: end + shift } : null;
  };
}
