import type { TargetResult } from "../../../bench-worker/target-result.ts";
import type { Preparation } from "../../../bench-worker/preparation.ts";

/** The kind of those that fail whatever they are called with. */
export const ONLY_FAILS = "does nothing but fail";

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/does nothing but fail/, ONLY_FAILS],
  [/no answer within|had not settled after/, "did not come to an end"],
  [/never settled/, "never settled on fakes"],
  [/escaped from/, "an error escaped"],
  [/process\.\w+ was called|end the process/, "would end the process"],
  [/while it was loading|is still loading|syntax error/, "its module does not load"],
  [/failed.* on fake I\/O/, "failed on made-up values"],
  [/cannot fake/, "calls what cannot be faked"],
];

/** Whether a function was measured that does nothing but fail. */
export function failsAlways(preparations: readonly Preparation[] = []): boolean {
  return preparations.some(({ what }) => what === "fails-always");
}

/** A failure in a few words. */
export function kindOfFailure({ state, reason = "" }: Pick<TargetResult, "state" | "reason">): string {
  const known = KINDS.find(([pattern]) => pattern.test(reason))?.[1];
  return known ?? (state === "unsupported" ? "cannot be taken out of its surroundings" : state);
}
