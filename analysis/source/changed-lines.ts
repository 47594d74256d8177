import { longestCommon } from "./longest-common.ts";

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
  const kept = longestCommon(left!, right!, (one, other) => one === other);
  const others = (lines: readonly string[], side: 0 | 1): number[] => {
    const same = new Set(kept.map((pair) => pair[side]));
    return lines.flatMap((line, at) => (same.has(at) || !/\w/.test(line) ? [] : [at + offset]));
  };
  return { removed: others(left!, 0), added: others(right!, 1) };
}
