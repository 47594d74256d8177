import type { TargetResult } from "./document.ts";

/**
 * Of a function of which only a part was measured: `cache`, it gave what it had found before it came to all of its I/O
 * calls; `kept`, later calls lived on what the first one got; `left`, it did not come to all for another reason.
 */
export type Part = "cache" | "kept" | "left";

/** How the worker ends to say of I/O calls that the call did not come there. */
export const ENDS_LEFT = "the call did not come there.";
/** The same where it gave what it had found by then. */
export const ENDS_CACHE = "the call gave what it had found by then, as a cache does.";
/** How the worker says that later calls made fewer I/O calls. */
export const KEPT = "as if it kept what the first one got";

/** What a result says of that: in its warnings, so that stored documents tell it, too. Null where all was measured. */
export function partMeasured({ warnings }: Pick<TargetResult, "warnings">): Part | null {
  if (warnings.some((one) => one.endsWith(ENDS_CACHE))) return "cache";
  if (warnings.some((one) => one.includes(KEPT))) return "kept";
  return warnings.some((one) => one.endsWith(ENDS_LEFT)) ? "left" : null;
}
