import { NOT_WARM, wasCold } from "./cold.ts";
import { CACHE_MISS } from "./deciding.ts";
import { partMeasured } from "./part-measured.ts";
import type { TargetResult } from "./target-result.ts";

/**
 * What the numbers of a result are of, where that is not a warm call that does all it is for, a few words each: to stand beside the
 * time, which is another for that. None where there is nothing to be said.
 */
export function marksOf(result: TargetResult): string[] {
  const kind = kindOfCall(result);
  const isCold = result.time !== undefined && wasCold(result);
  return [...(kind === null ? [] : [kind]), ...(isCold ? [NOT_WARM] : [])];
}

/** The same of the call alone, be it warm or not; null where it is as the program makes it. */
export function kindOfCall(result: TargetResult): string | null {
  const failed = result.preparations?.some(
    ({ what }) => what === "path-of-failure" || what === "fails-always",
  );
  if (failed === true) return "path of failure";
  const part = partMeasured(result);
  // Not to come to all I/O calls is what many a branch is for.
  if (part === "cache") return "from a cache";
  if (part === "kept") return "from what it keeps";
  return isCacheMiss(result) ? "cache miss" : null;
}

/** Whether the call was led past what a cache would have given it. */
function isCacheMiss({ warnings }: Pick<TargetResult, "warnings">): boolean {
  return warnings.some((one) => one.includes(CACHE_MISS));
}

/** Of two results, the one alone whose call is a cache miss; null where it is none of them, or both. */
export function oneCacheMiss(
  base: TargetResult | undefined,
  head: TargetResult | undefined,
): "former" | "latter" | null {
  const [former, latter] = [base, head].map((result) => result !== undefined && isCacheMiss(result));
  return former === latter ? null : latter === true ? "latter" : "former";
}
