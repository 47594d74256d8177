import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { TargetIdentity } from "../../bench-worker/target-result.ts";

/** Which comparison a document came from, by indices of its results. */
export type ComparisonOf =
  | { readonly kind: "head"; readonly result: number }
  | { readonly kind: "gallery"; readonly result: number }
  | {
      readonly kind: "groups";
      /** Each further one was compared with the first. */
      readonly groups: readonly (readonly number[])[];
      /** Functions without a counterpart. */
      readonly added: readonly TargetIdentity[];
      readonly removed: readonly TargetIdentity[];
    };

/** What has to be compared to make the document anew; undefined where it is no comparison. */
export function comparisonOf({
  pairs = [],
  added = [],
  removed = [],
  amongGallery,
}: BenchmarkDocument): ComparisonOf | undefined {
  if (amongGallery !== undefined) return { kind: "gallery", result: amongGallery.own };
  const [first] = pairs;
  if (first === undefined) return undefined;
  if (first.base.revision !== undefined) return { kind: "head", result: first.headResult };
  const groups = new Map<number, number[]>();
  for (const { baseResult, headResult } of pairs) {
    groups.set(baseResult, [...(groups.get(baseResult) ?? [baseResult]), headResult]);
  }
  return { kind: "groups", groups: [...groups.values()], added, removed };
}
