import { isToldAsynchronous, type FunctionVersion } from "../../../analysis/match/versions.ts";
import type { BenchmarkDocument } from "../../document.ts";
import type { NotMeasured, Pair } from "../../pair.ts";

/**
 * A pair of which the text of one version does not tell that it is asynchronous, with a warning that says so. What that version gave
 * back was awaited: where a call of it ended without waiting for I/O, nothing tells whether it really does, or a stand-in
 * stood for a promise, and no verdict is drawn.
 *
 * @param where The base is: `at main`, `in old.js`.
 */
export function withNotTold(
  pair: Pair,
  { base, head }: { readonly base: FunctionVersion; readonly head: FunctionVersion },
  results: BenchmarkDocument["results"],
  where: string,
): Pair {
  const isHead = isToldAsynchronous(base);
  if (isHead && isToldAsynchronous(head)) return pair;
  const { found } = isHead ? head : base;
  const version = isHead ? "" : ` ${where}`;
  const place = `${found.name}${version} (line ${found.position.line})`;
  const warning = `The text of ${place} does not tell that it is asynchronous: what it gives back was awaited.`;
  const [own, other] = [results[pair.baseResult], results[pair.headResult]].map((result) => result?.counters);
  const counters = isHead ? other : own;
  const waits = counters === undefined || (counters.criticalPath > 0 && (counters.underWay ?? 0) === 0);
  if (waits) return { ...pair, warnings: [...pair.warnings, warning] };
  const why = `A call of ${place} ended without waiting for I/O: it waits for none, or for a promise that is not known for one.`;
  const open = <V extends { readonly verdict: string }>(judged: V): V | NotMeasured =>
    other === undefined || own === undefined
      ? judged
      : { verdict: "not-measured", reason: why, cause: "in-part" };
  return {
    ...pair,
    time: open(pair.time),
    memory: { ...open(pair.memory), allocated: open(pair.memory.allocated) },
    preparedUnlike: pair.preparedUnlike ?? why,
    warnings: [...pair.warnings, warning, why],
  };
}
