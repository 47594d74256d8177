import { Endless, withinTimeDrained } from "../harness/time-limit.ts";
import type { Clock } from "./clock.ts";
import { immediates } from "./immediates.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Milliseconds for which a call that is watched may go on without coming back. */
const CALL_AT_MOST = 1_500;
/** The same where another call of the target did not come back. */
const LOOPS_AGAIN_AFTER = 700;

/** For how long work may go on. */
export interface Limits {
  readonly patience: number;
  readonly hasLooped: boolean;
}

/**
 * Does work, and what follows from it at once, for a limited time: what does not come back is abandoned.
 *
 * @param runner Hears of it.
 */
export function limitedBy(
  runner: { readonly abandon: (error: Endless) => void },
  { patience, hasLooped }: Limits,
): (work: () => void) => void {
  const milliseconds = (hasLooped ? LOOPS_AGAIN_AFTER : CALL_AT_MOST) * patience;
  return (work) => {
    try {
      withinTimeDrained(milliseconds, work);
    } catch (error) {
      if (!(error instanceof Endless)) throw error;
      runner.abandon(error);
    }
  };
}

/** While something is waited for: limits each turn of the clock, and of immediates. */
export async function withLimitedTurns<Result>(
  clock: Clock,
  limited: (work: () => void) => void,
  wait: () => Promise<Result>,
): Promise<Result> {
  if (clock instanceof VirtualClock) clock.around = limited;
  immediates.around = limited;
  try {
    return await wait();
  } finally {
    if (clock instanceof VirtualClock) clock.around = null;
    immediates.around = null;
  }
}
