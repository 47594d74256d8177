import path from "node:path";
import type { TargetRun, TargetSource } from "../protocol.ts";
import type { CallRunner } from "./call/run-calls.ts";
import { harness } from "./harness/intrinsics.ts";
import { firstFrameIn, framesOf, stackOf } from "./io/call-site.ts";
import type { LoadServices } from "./load/load-target.ts";
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
  let name: string | undefined;
  const found = await loopWatch.during(PREPARING_AT_MOST, async () => {
    const { start, target } = await prepare(source, services, runner);
    // It happened before, and a way around was found.
    if (isFound()) return;
    ({ name } = target.asyncFunction);
    while (ownTime() - begun < milliseconds && !isFound()) {
      loopWatch.extend(CALLS_AT_MOST);
      await runner.run(start, CALLS);
    }
  });
  const rest = { id: source.id, warnings: [...core.incidents], fakes: core.uses };
  if (found === null) return { ...rest, state: "completed", counters: NOTHING_COUNTED };
  const who = name ?? path.basename(source.file);
  const place = placeOf(found, source.file);
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
    reason: `${who} does not come back${name === undefined ? "" : ", after calls that did"}: it was still busy${place}.`,
    hint: "Look for a loop there that does not end, or for what starts itself again.",
  };
}

const NOTHING_COUNTED = { ioCalls: 0, criticalPath: 0 };

function placeOf(found: Error, file: string): string {
  const stack = stackOf(found);
  const own = firstFrameIn(stack, file);
  if (own !== null) return ` at line ${own.line}`;
  const other = framesOf(stack).find(({ file: one }) => one !== harness.ownFile);
  return other === undefined ? "" : ` at ${path.basename(other.file)}:${other.line}`;
}
