import { ANONYMOUS } from "../entries/names.ts";
import type { AsyncFunction } from "../model.ts";
import { lastName } from "../entries/last-name.ts";

/**
 * How many pairs of functions of two versions of a text have to be compared token by token at most, to tell which belong
 * together: those whose names and texts decide nothing. Comparing one pair takes about 20 µs.
 */
export function pairsToCompare(base: readonly AsyncFunction[], head: readonly AsyncFunction[]): number {
  return undecided(base, head) * undecided(head, base);
}

/** Functions that are neither as they are in the other version, nor have a name there and here once. */
function undecided(functions: readonly AsyncFunction[], others: readonly AsyncFunction[]): number {
  const unchanged = new Set(others.map(({ name, textHash }) => `${name} ${textHash}`));
  const left = functions.filter(({ name, textHash }) => !unchanged.has(`${name} ${textHash}`));
  const here = counted(functions);
  const there = counted(others);
  return left.filter(
    ({ name }) => lastName(name) === ANONYMOUS || here.get(name) !== 1 || there.get(name) !== 1,
  ).length;
}

function counted(functions: readonly AsyncFunction[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of functions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
