import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import type { IoCore } from "../io/io-core.ts";

/** As many as can tell a cache from a branch that is taken at random. */
const CALLS = 20;
/** A difference of less than half an I/O call, or a tenth of them, is a branch. */
const UNLIKE = { calls: 0.5, share: 0.1 };

/**
 * A warning where calls after the first, which the counters are of, make another number of I/O calls, as functions do
 * that keep what they have got; null where they make as many, or fail.
 *
 * @param first I/O calls that the first call made.
 */
export async function laterCallsWarning(
  core: IoCore,
  runner: CallRunner,
  start: StartCall,
  first: number,
): Promise<string | null> {
  const clock = new VirtualClock();
  clock.lockstep = true;
  core.clock = clock;
  core.latencyMilliseconds = 1;
  const { calls: before } = core;
  const failed = await runner.run(start, CALLS).then(
    ({ failure }) => failure !== null,
    () => true,
  );
  const later = (core.calls - before) / CALLS;
  const difference = Math.abs(later - first);
  if (failed || difference < UNLIKE.calls || difference < UNLIKE.share * first) return null;
  const made = later === 0 ? "no I/O calls" : `${Number(later.toFixed(1))} I/O calls each`;
  return (
    `Later calls made ${made} instead of ${first}, as if it kept what the first one got: time and memory are of later ` +
    "calls, the counters and the floor of the first. To learn what a call with its I/O costs, measure the function without " +
    "what keeps it, or the one that it calls then."
  );
}
