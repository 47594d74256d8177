/**
 * The places, in both of two lists, of the most pairs of equal entries that stand in the same order in both.
 *
 * @param left The shorter of the two has less than 65,536 entries; memory and time grow with the product of both.
 */
export function longestCommon<T>(
  left: readonly T[],
  right: readonly T[],
  isSame: (one: T, other: T) => boolean,
): (readonly [number, number])[] {
  const width = right.length + 1;
  // How many pairs there are from one entry of each list on.
  const counts = new Uint16Array((left.length + 1) * width);
  for (let a = left.length - 1; a >= 0; a--)
    for (let b = right.length - 1; b >= 0; b--)
      counts[a * width + b] = isSame(left[a]!, right[b]!)
        ? counts[(a + 1) * width + b + 1]! + 1
        : Math.max(counts[(a + 1) * width + b]!, counts[a * width + b + 1]!);
  const common: (readonly [number, number])[] = [];
  for (let a = 0, b = 0; a < left.length && b < right.length;) {
    if (isSame(left[a]!, right[b]!)) common.push([a++, b++]);
    else if (counts[(a + 1) * width + b]! >= counts[a * width + b + 1]!) a++;
    else b++;
  }
  return common;
}
