import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { MeasuredFunction } from "../benchmark/benchmark-state.ts";

/** Which comparison a document came from, by indices of its results. */
export type ComparisonOf =
  | { readonly kind: "head"; readonly result: number }
  | { readonly kind: "functions"; readonly results: readonly number[] };

/** What has to be compared to make the document anew; undefined where it is no comparison of the editor. */
export function comparisonOf(
  document: BenchmarkDocument,
  functions: readonly MeasuredFunction[],
): ComparisonOf | undefined {
  const [first] = document.pairs ?? [];
  if (first === undefined) return undefined;
  if (first.base.revision !== undefined) return { kind: "head", result: first.headResult };
  return { kind: "functions", results: functions.map((_, index) => index) };
}
