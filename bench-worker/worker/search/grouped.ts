import { remark, type Remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/**
 * What is said of a call that makes fewer I/O calls where the items of its lists hold the same, as one does that goes through groups of them, or keeps
 * what it has found by a key: how many are alike nobody knows. The call is made again with items that are. Null where that changes nothing. All is as it
 * was then.
 */
export async function groupedRemark(contestant: Contestant, trials: Trials): Promise<Remark | null> {
  const { last } = trials;
  if (last === undefined || trials.isLongToRepeat) return null;
  const putBack = trials.keep(contestant);
  const { core } = trials.services;
  core.itemsAlike = true;
  try {
    const alike = await trials.orNothing(() => trials.make(copyOf(last)));
    const [all, fewer] = [contestant, alike].map((one) => one?.recording.operations.length);
    if (fewer === undefined || fewer >= all! || !core.rules.allow("grouped")) return null;
    return remark(
      "grouped",
      `It groups items, or keeps what it found by what they hold: with items alike it makes ${fewer} I/O ${fewer === 1 ? "call" : "calls"}, with different ones ${all}. How many of real ones differ is not known; the numbers here are for different ones.`,
    );
  } finally {
    core.itemsAlike = false;
    putBack();
  }
}
