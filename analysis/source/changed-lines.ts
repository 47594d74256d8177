/** Two texts with more pairs of lines are not compared. */
const PAIRS_AT_MOST = 4_000_000;

/** Lines, counted from 1, that only one of two texts has: what was removed, and what was added. */
export interface ChangedLines {
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/**
 * What lines were changed between two texts, however they are indented: all but the longest common subsequence. Lines without a word, such as
 * those of a bracket alone, are none. Null where the texts are too long for that.
 */
export function changedLines(before: string, after: string): ChangedLines | null {
  const [old, young] = [before, after].map((text) => text.split("\n").map((line) => line.trim()));
  const from = old!.findIndex((line, at) => line !== young![at]);
  if (from < 0 && old!.length === young!.length) return { removed: [], added: [] };
  const [left, right] = [old!, young!].map((lines) => lines.slice(Math.max(0, from)));
  if (left!.length * right!.length > PAIRS_AT_MOST) return null;
  const offset = Math.max(0, from) + 1;
  const kept = commonLines(left!, right!);
  const others = (lines: readonly string[], side: 0 | 1): number[] => {
    const same = new Set(kept.map((pair) => pair[side]));
    return lines.flatMap((line, at) => (same.has(at) || !/\w/.test(line) ? [] : [at + offset]));
  };
  return { removed: others(left!, 0), added: others(right!, 1) };
}

/** The places of a longest common subsequence in both. */
function commonLines(left: readonly string[], right: readonly string[]): (readonly [number, number])[] {
  // How many lines the rests have in common, from each pair of places on.
  const width = right.length + 1;
  const counts = new Uint32Array((left.length + 1) * width);
  for (let a = left.length - 1; a >= 0; a--)
    for (let b = right.length - 1; b >= 0; b--)
      counts[a * width + b] =
        left[a] === right[b]
          ? counts[(a + 1) * width + b + 1]! + 1
          : Math.max(counts[(a + 1) * width + b]!, counts[a * width + b + 1]!);
  const common: (readonly [number, number])[] = [];
  for (let a = 0, b = 0; a < left.length && b < right.length;) {
    if (left[a] === right[b]) common.push([a++, b++]);
    else if (counts[(a + 1) * width + b]! >= counts[a * width + b + 1]!) a++;
    else b++;
  }
  return common;
}
