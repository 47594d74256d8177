import { remark, type Remark } from "../../remark.ts";
import type { ItemsHold } from "../fakes/item-place.ts";
import type { Contestant } from "../measure/contestant.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/**
 * What is said of a call that makes fewer I/O calls where the items of its lists hold the same, as one does that goes through groups of them, or keeps
 * what it has found by a key: how many are alike nobody knows. The call is made again with items that are, and with items in which numbers, conditions
 * and words differ that are else the same, as they may make more. Null where that changes nothing. All is as it was then.
 */
export async function groupedRemark(
  contestant: Contestant,
  trials: Trials,
  grows: boolean,
): Promise<Remark | null> {
  const { last } = trials;
  if (last === undefined || trials.isLongToRepeat) return null;
  const putBack = trials.keep(contestant);
  const { core } = trials.services;
  const { mayVary } = core;
  const callsWith = async (items: ItemsHold): Promise<number | undefined> => {
    core.itemsHold = items;
    const made = await trials.orNothing(() => trials.make(copyOf(last)));
    return made?.recording.operations.length;
  };
  try {
    const here = contestant.recording.operations.length;
    const alike = grows ? ((await callsWith("alike")) ?? here) : here;
    const varied = mayVary ? ((await callsWith("varied")) ?? here) : here;
    const isFewer = alike < here;
    if ((!isFewer && varied <= here) || !core.rules.allow("grouped")) return null;
    const [fewer, more] = isFewer ? [alike, here] : [here, varied];
    return remark(
      isFewer ? "grouped" : "items-alike",
      `It groups items, keeps what it found by what they hold, or decides by it: with items alike it makes ${fewer} I/O ${fewer === 1 ? "call" : "calls"}, with different ones ${more}. How many of real ones differ is not known; the numbers here are for ${isFewer ? "different ones" : "items alike"}.`,
    );
  } finally {
    core.itemsHold = "own";
    putBack();
  }
}
