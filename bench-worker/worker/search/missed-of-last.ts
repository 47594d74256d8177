import type { IoCall } from "../../../analysis/model.ts";
import { reachWatch } from "../load/reach-watch.ts";
import { watchedCall } from "../missed-calls.ts";
import type { Trials } from "./trials.ts";

/**
 * Makes the last attempt again, watched: which I/O calls on the path of success did it not come to? Undefined where it cannot be
 * watched, as with a module that loads only once.
 */
export async function missedOfLast(trials: Trials): Promise<readonly IoCall[] | undefined> {
  const { text, source, last } = trials;
  const calls = text.ioCallsOfSuccess();
  if (calls.length === 0 || last === undefined) return undefined;
  const missed = await trials.orNothing(async () => {
    const watched = calls.map((call) => watchedCall(call, text.written));
    return await reachWatch.during(source.file, watched, () => trials.make(last));
  });
  return missed?.map((index) => calls[index]!);
}
