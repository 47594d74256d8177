/** A part of the rounds that is slower or faster than another by more than this share is not noise. */
const DRIFT = 0.1;
/** Fewer rounds tell nothing. */
const ROUNDS_FOR_DRIFT = 12;

/**
 * Whether rounds at the end took as long as those at the beginning: compares the lower quartile of the first third
 * with that of the last, as whatever else keeps the machine busy makes rounds longer and never shorter.
 *
 * @param rounds Times of one process, in the order in which they were taken.
 */
export function isSteady(rounds: readonly number[]): boolean {
  if (rounds.length < ROUNDS_FOR_DRIFT) return true;
  const third = Math.floor(rounds.length / 3);
  const first = lowerQuartile(rounds.slice(0, third));
  const last = lowerQuartile(rounds.slice(-third));
  return Math.abs(last - first) <= DRIFT * Math.min(first, last);
}

function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 4)]!;
}
