/** The name that is the fewest changes away from `name`, if they are few enough to be a slip; of `Class.method` the
 * method alone will do. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .flatMap((other) =>
      [other, other.slice(other.lastIndexOf(".") + 1)].map((form) => ({
        other,
        distance: distance(name, form),
      })),
    )
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, name.length / 3) ? best.other : undefined;
}

/** Levenshtein's distance, upper and lower case being the same, and two letters in each other's place one change. */
function distance(a: string, b: string): number {
  const from = a.toLowerCase();
  const to = b.toLowerCase();
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const areSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = areSwapped ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
}
