import type { AsyncFunction } from "../../analysis/model.ts";
import type { TargetSource } from "../protocol.ts";
import { busyPlace, isInOwnLoop } from "./busy-place.ts";
import type { CallRunner } from "./call/run-calls.ts";
import { endlessCall } from "./explain-call.ts";
import { PATIENCE_AT_MOST, type Endless } from "./harness/time-limit.ts";
import type { Unmeasurable } from "./harness/unmeasurable.ts";
import type { LoadServices } from "./load/load-services.ts";
import { loadTarget } from "./load/load-target.ts";
import { loopWatch } from "./load/loop-watch.ts";
import { recordCall } from "./measure/record.ts";

/** Milliseconds of computing for which code that does not come back is watched. */
const WATCHED = 500;

/** So many times as long as usual it may take until it has computed for that, by the share of the machine that it got before. */
const WATCHED_PATIENTLY = 2;

/** Where something was busy. */
interface Busy {
  /** An error whose stack tells; null where it came to an end this time. */
  readonly found: unknown;
  /** What was called; undefined where it did not come to be called. */
  readonly asyncFunction: AsyncFunction | undefined;
}

/** Runs once more what does not come back, as it is written, to see where that is. */
export async function lookWhereBusy(
  endless: Endless,
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
): Promise<Busy> {
  const { core } = services;
  let asyncFunction: AsyncFunction | undefined;
  const byShare = endless.milliseconds / Math.max(endless.computed, 1);
  core.patience = Math.min(Math.max(core.patience, WATCHED_PATIENTLY * byShare), PATIENCE_AT_MOST);
  const found = await loopWatch.during(WATCHED, async () => {
    core.forget();
    const target = await loadTarget(source, services);
    ({ asyncFunction } = target);
    await recordCall(target, core, runner);
  });
  return { found, asyncFunction };
}

/** Why a call does not come back, with its place, where that is a loop which nothing made up has to do with; null otherwise. */
export async function endlessByItself(
  endless: Endless,
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
): Promise<Unmeasurable | null> {
  const { found, asyncFunction } = await lookWhereBusy(endless, source, services, runner);
  if (asyncFunction === undefined || !isInOwnLoop(found, source)) return null;
  const { said } = busyPlace(found, source, asyncFunction);
  return endlessCall(
    asyncFunction.name,
    endless,
    said,
    "Give that loop an end, or a wait for something that comes: it goes on whatever the function is called with.",
  );
}
