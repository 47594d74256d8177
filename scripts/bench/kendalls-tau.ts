/**
 * Kendall's rank correlation from the differences of pairs by either of two rankings: the share of pairs in the same
 * order less the share in opposite order. Null without pairs.
 */
export function kendallsTau(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length === 0) return null;
  return pairs.reduce((sum, [a, b]) => sum + Math.sign(a) * Math.sign(b), 0) / pairs.length;
}
