import type { Measure } from "../benchmark-options.ts";
import type { Step } from "./step.ts";

/** Processes that are run while there is time. */
export interface Runs {
  /** Milliseconds since the beginning. */
  readonly elapsed: () => number;
  /** Whether a target is left of which that is to be measured now. */
  readonly anyLeft: (measure: Measure) => boolean;
  readonly runNext: (step: Step) => Promise<void>;
}

/**
 * As many processes as are likely to end before the deadline, one at least unless there were some `already`.
 *
 * @returns How many were run.
 */
export async function runUntil(
  deadline: number,
  step: Step,
  runs: Runs,
  limits: {
    readonly already: number;
    readonly atMost: number;
    /** Asked before each further process that there is time for. */
    readonly isEnough?: () => boolean;
  },
): Promise<number> {
  const { already, atMost, isEnough = () => false } = limits;
  let longest = step.processBudgetMilliseconds;
  let done = 0;
  const { atOnce = 1 } = step;
  while (already + done < atMost && runs.anyLeft(step.measure)) {
    const before = runs.elapsed();
    if (already + done > 0 && (before + longest > deadline || isEnough())) break;
    await runs.runNext(step);
    longest = Math.max(longest, runs.elapsed() - before);
    done += atOnce;
  }
  return done;
}
