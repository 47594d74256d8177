import { type Steered } from "../../analysis/steering/steer.ts";
import { preparationSentence } from "../preparation-words.ts";
import type { Preparation } from "../preparation.ts";
import { Endless } from "./harness/time-limit.ts";
import type { IoCore } from "./io/io-core.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import type { StandIns } from "./load/stand-ins.ts";
import { causeOf } from "./blame.ts";

/** Has the result say which branches were decided and which loops ended; `first` is why it could not go without. */
export function sayWhatWasDecided(core: IoCore, { lines, endedLoops }: Steered, first: unknown): void {
  const cause = causeOf(first);
  const without =
    cause instanceof Endless && first instanceof Unmeasurable ? " Without that it does not come back." : "";
  if (lines.length > 0) {
    const decided: Preparation = { what: "branches-decided", lines: [...lines] };
    core.prepared(decided, `${preparationSentence(decided)}${endedLoops.length > 0 ? "" : without}`);
  }
  if (endedLoops.length === 0) return;
  const ended: Preparation = { what: "loops-ended", lines: [...endedLoops] };
  core.prepared(ended, `${preparationSentence(ended)}${without}`);
}

/** Has the result say from what the function was taken apart, and why: `first`. */
export function sayWhatWasMadeUp(
  core: IoCore,
  { isolation }: Pick<StandIns, "isolation">,
  first: unknown,
): void {
  if (isolation === null) return;
  const why = first instanceof Unmeasurable ? ` ${first.message}` : "";
  const apart = { what: "apart", from: isolation === "closure" ? "surroundings" : "module" } as const;
  core.prepared(apart, `${preparationSentence(apart)}${why}`);
}
