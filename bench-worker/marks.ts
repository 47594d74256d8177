import { NOT_WARM, wasCold } from "./cold.ts";
import { partMeasured } from "./part-measured.ts";
import type { Remark } from "./remark.ts";
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
  if (withoutItsIo(result) !== null) return "without its I/O calls";
  // Not to come to all I/O calls is what many a branch is for.
  if (part === "cache") return "from a cache";
  if (part === "kept") return "from what it keeps";
  return null;
}

/** What is said of a call that made no I/O call though its source shows some, and where it left before them; null for any other. */
export function withoutItsIo({ remarks = [] }: Pick<TargetResult, "remarks">): Remark | null {
  return remarks.find(({ code }) => code === "without-io") ?? null;
}
