import type { IoCall } from "../../../analysis/model.ts";
import { reachWatch } from "../load/reach-watch.ts";
import { watchedCall } from "../missed-calls.ts";
import type { Trials } from "./trials.ts";

/** What a watched call has shown of the I/O calls on the path of success. */
export interface Missed {
  /** Those that it did not come to. */
  readonly calls: readonly IoCall[];
  /** The line of the `return` by which it left the function; null where it went to its end. */
  readonly leftAt: number | null;
  /** Those of each `filter` that kept no item, and of the last `continue` by which it went on to the next round of a loop. */
  readonly skippedAt: readonly number[];
}

/**
 * Makes the last attempt again, watched: which I/O calls on the path of success did it not come to? Undefined where it cannot be
 * watched, as with a module that loads only once.
 */
export async function missedOfLast(trials: Trials): Promise<Missed | undefined> {
  const { text, source, last } = trials;
  const calls = text.ioCallsOfSuccess();
  if (calls.length === 0 || last === undefined) return undefined;
  return await trials.orNothing(async () => {
    const watched = calls.map((call) => watchedCall(call, text.written));
    const { missed, leftAt, skippedAt } = await reachWatch.during(
      source.file,
      { calls: watched, returns: text.returnLines(), skips: text.skipLines(), filters: text.filterLines() },
      () => trials.make(last),
    );
    return { calls: missed.map((index) => calls[index]!), leftAt, skippedAt };
  });
}
