import type { Contestant } from "../measure/contestant.ts";
import { missedOfLast } from "./missed-of-last.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** A function returns at so many places before its I/O calls. */
const WAYS_AT_MOST = 3;

/**
 * A contestant, the last, that goes on where it returned before some of its I/O calls: what it asked there is otherwise. Itself where nothing leads it on, or it
 * comes to no good end then, or to no more I/O calls.
 */
export async function goneOn(contestant: Contestant, trials: Trials): Promise<Contestant> {
  let found = contestant;
  for (let way = 0; way < WAYS_AT_MOST; way++) {
    const { last } = trials;
    if (trials.isOverdue || last === undefined || !trials.services.core.rules.allow("left-early")) break;
    const putBack = trials.keep(found);
    const { leftAt = null, calls = [] } = (await missedOfLast(trials)) ?? {};
    putBack();
    const { fakes } = found.target;
    const wish =
      leftAt !== null && calls.some(({ position }) => position.line >= leftAt)
        ? trials.text.wishesPast(leftAt).find(({ name }) => fakes.mayBe(name) && !fakes.isCorrected(name))
        : undefined;
    if (wish === undefined) break;
    const settings = copyOf(last);
    settings.facts.add({
      about: "value",
      name: fakes.metAs(wish.name),
      is: wish.shape,
      because: "left-early",
    });
    const before = found.recording.operations.length;
    const next = await trials.orBack(found, async () => {
      const made = await trials.make(settings);
      return made.recording.operations.length > before ? made : undefined;
    });
    if (next === undefined) break;
    found = next;
  }
  return found;
}
