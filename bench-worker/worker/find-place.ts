import path from "node:path";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { TargetRun, TargetSource } from "../protocol.ts";
import { busyPlace } from "./busy-place.ts";
import type { CallRunner } from "./call/run-calls.ts";
import { harness } from "./harness/intrinsics.ts";
import { unusedWarnings } from "./fakes-file/unused.ts";
import type { LoadServices } from "./load/load-services.ts";
import { HeapNearlyFull, loopWatch } from "./load/loop-watch.ts";
import { prepare } from "./prepare.ts";

/** Calls in flight together: some go wrong only among others. */
const CALLS = 20;
/** Milliseconds for which loading and finding a way through the function may go on. */
const PREPARING_AT_MOST = 6_000;
/** Milliseconds after which calls count as not coming back. */
const CALLS_AT_MOST = 2_000;

/**
 * Runs a target of which a process did not come to an end, watched, until the same happens again, and tells where that
 * is; measures nothing. `completed` where it does not happen within the time.
 *
 * @param milliseconds in which the thread computes, or waits of its own will.
 */
export async function findPlace(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
  milliseconds: number,
): Promise<TargetRun> {
  const { core } = services;
  const ownTime = (): number => harness.cpuMilliseconds() + harness.idleMilliseconds();
  const begun = ownTime();
  const isFound = (): boolean => loopWatch.found !== null;
  let asyncFunction: AsyncFunction | undefined;
  const unused: string[] = [];
  const found = await loopWatch.during(PREPARING_AT_MOST, async () => {
    const { contestant } = await prepare(source, services, runner);
    const { start, target } = contestant;
    // It happened before, and a way around was found.
    if (isFound()) return;
    ({ asyncFunction } = target);
    unused.push(...unusedWarnings(target.fakes.given?.unused ?? [], asyncFunction.name, core.uses));
    while (ownTime() - begun < milliseconds && !isFound()) {
      loopWatch.extend(CALLS_AT_MOST);
      await runner.run(start, CALLS);
    }
  });
  const rest = { id: source.id, warnings: [...core.incidents, ...unused], fakes: core.uses };
  if (found === null) return { ...rest, state: "completed", counters: NOTHING_COUNTED };
  const who = asyncFunction?.name ?? path.basename(source.file);
  const { said: place, hint } = busyPlace(found, source, asyncFunction);
  if (found instanceof HeapNearlyFull) {
    return {
      ...rest,
      state: "failed",
      reason: `The process ran out of memory: ${who} was filling it${place}.`,
      hint: "Look for something that grows without end there, or measure with fewer calls in flight (a smaller n).",
    };
  }
  return {
    ...rest,
    state: "timed-out",
    reason: `${who} does not come back${asyncFunction === undefined ? "" : ", after calls that did"}: it was still busy${place}.`,
    hint: hint ?? "Look for a loop there that does not end, or for what starts itself again.",
  };
}

const NOTHING_COUNTED = { ioCalls: 0, criticalPath: 0 };
