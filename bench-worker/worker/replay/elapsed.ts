import { immediates } from "../clock/immediates.ts";
import { failureOf, type Settled } from "../call/caller.ts";
import { Unsettled, type CallRunner, type StartCall } from "../call/run-calls.ts";
import { harness } from "../harness/intrinsics.ts";
import { Endless } from "../harness/time-limit.ts";
import type { IoCore } from "../io/io-core.ts";
import { limitedBy } from "../clock/limited-turns.ts";
import { lockstepClock } from "../measure/lockstep.ts";
import type { Answer } from "./answers.ts";
import type { ReplayHooks } from "./hooks.ts";
import { RecordedTimes, type PlayedTime } from "./recorded-times.ts";

/** How long one call waits where each I/O call takes as long as it was recorded to, and nothing else takes any time. */
export interface PlayedElapsed {
  readonly milliseconds: number;
  /** In the order in which they began. */
  readonly calls: readonly PlayedTime[];
}

/**
 * Plays a call once by the times that were recorded.
 *
 * @param answered What it was answered as it was played before.
 * @returns Null where by these times it makes other I/O calls, or comes to no end.
 */
export async function playByRecordedTimes(
  start: StartCall,
  hooks: ReplayHooks,
  answered: readonly Answer[],
  core: IoCore,
  runner: CallRunner,
): Promise<PlayedElapsed | null> {
  const before = core.clock;
  const clock = lockstepClock();
  const limited = limitedBy(runner, core);
  const times = new RecordedTimes(clock);
  const startTimed: StartCall = Object.assign(
    (settled: Settled): void => {
      const settle: Settled = (error, how) => {
        // What goes on after its end is not waited for.
        hooks.times = null;
        settled(error, how);
      };
      hooks.times = times;
      harness.setImmediate(() =>
        limited(() => {
          try {
            start(settle);
          } catch (error) {
            settle(failureOf(error));
          }
        }),
      );
    },
    start.prepare === undefined ? {} : { prepare: start.prepare },
  );
  core.clock = clock;
  clock.around = limited;
  immediates.around = limited;
  try {
    const { simulatedMilliseconds } = await runner.run(startTimed, 1);
    const calls = times.all;
    const were = answered.filter(({ isIo }) => isIo);
    return sameAnswers(
      calls.map(({ answer }) => answer),
      were,
    )
      ? { milliseconds: simulatedMilliseconds, calls }
      : null;
  } catch (error) {
    if (error instanceof Unsettled || error instanceof Endless) return null;
    throw error;
  } finally {
    hooks.times = null;
    immediates.around = null;
    core.clock = before;
  }
}

function sameAnswers(some: readonly Answer[], others: readonly Answer[]): boolean {
  const [left, right] = [some, others].map((answers) => new Set(answers.map(({ index }) => index)));
  return left!.size === right!.size && [...left!].every((one) => right!.has(one));
}
