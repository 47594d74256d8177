import type { TargetResult } from "./target-result.ts";

/** How the host ends to say that time was taken after so few calls that the engine was still compiling the code. */
export const ENDS_COLD =
  "before it can be taken to be warm: raise the budget, or close what keeps the machine busy.";

/** Said beside a time of which that is so: it may be many times what a call takes later. */
export const NOT_WARM = "not warm";

/** Whether a result says that of its time: in its warnings, so that stored documents tell it, too. */
export function wasCold({ warnings }: Pick<TargetResult, "warnings">): boolean {
  return warnings.some((one) => one.endsWith(ENDS_COLD));
}
