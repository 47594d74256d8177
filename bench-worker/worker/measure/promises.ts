import v8 from "node:v8";
import type { Completion } from "../../../analysis/model.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import type { IoCore } from "../io/io-core.ts";

/** Counted twice, with different numbers of calls, since waiting for them all makes promises as well. */
const FEW_CALLS = 10;
const MANY_CALLS = 30;

/**
 * Native promises that a call of the target creates, its libraries' and the fake I/O's included: counted by the
 * engine in a pass of its own, less the one with which we wait for the call. Undefined where the engine has no way
 * to count, or the calls fail.
 */
export async function countPromises(
  core: IoCore,
  runner: CallRunner,
  start: StartCall,
  completion: Completion,
): Promise<number | undefined> {
  const { promiseHooks } = v8 as { promiseHooks?: typeof v8.promiseHooks };
  if (promiseHooks === undefined) return undefined;
  core.clock = new VirtualClock();
  core.latencyMilliseconds = 1;
  let created = 0;
  const stop = promiseHooks.onInit(() => {
    created++;
  }) as () => void;
  const countOf = async (calls: number): Promise<number> => {
    const before = created;
    await runner.run(start, calls);
    return created - before;
  };
  try {
    // What is still under way from before must not be counted.
    await countOf(1);
    const few = await countOf(FEW_CALLS);
    const many = await countOf(MANY_CALLS);
    const ours = completion === "promise" ? 1 : 0;
    return Math.max(0, (many - few) / (MANY_CALLS - FEW_CALLS) - ours);
  } catch {
    return undefined;
  } finally {
    stop();
  }
}
