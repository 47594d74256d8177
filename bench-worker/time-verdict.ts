import { kindOfCall } from "./marks.ts";
import type { Pair } from "./pair.ts";
import type { TargetResult } from "./target-result.ts";
import { verdictLine } from "./verdict-words.ts";

/**
 * `slower, ×3.84 (3.70 to 3.99); the latter: cache miss`: the verdict on a pair's time, with what the two numbers are of, where that is
 * not a call that does all it is for.
 */
export function timeVerdictLine(pair: Pair, results: readonly TargetResult[]): string {
  return [verdictLine(pair.time), ...comparedKinds(pair, results)].join("; ");
}

/** What kinds of calls were compared: `the latter: cache miss`, `both: path of failure`; none where nothing is to be said, or nothing was compared. */
export function comparedKinds(
  { time, baseResult, headResult }: Pair,
  results: readonly TargetResult[],
): string[] {
  if (time.verdict === "not-measured") return [];
  const [former, latter] = [results[baseResult], results[headResult]].map((result) =>
    result === undefined ? null : kindOfCall(result),
  );
  if (former === latter) return former == null ? [] : [`both: ${former}`];
  return [
    ...(former == null ? [] : [`the former: ${former}`]),
    ...(latter == null ? [] : [`the latter: ${latter}`]),
  ];
}
