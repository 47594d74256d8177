import { lastName } from "../io/last-name.ts";
import { catchWatch } from "../load/catch-watch.ts";
import { ownObjectFor, type CalledHolder } from "../load/own-objects.ts";
import { textsAround, type ProjectText } from "../load/project-functions.ts";
import type { OwnObject } from "../load/stand-ins.ts";
import type { Contestant } from "../measure/contestant.ts";
import { calledOnStandIns } from "../stand-ins-called.ts";
import { PathOfFailure } from "../path-of-failure.ts";
import { copyOf, type Settings } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** Objects of the project may call stand-ins in turn. */
const ROUNDS_AT_MOST = 3;

/**
 * A call in which objects of the project's own take the places of stand-ins that a contestant, the last, has called: their methods run, and what these
 * call counts. The contestant itself where there are none, or none with which it comes to a good end.
 */
export async function onOwnObjects(contestant: Contestant, trials: Trials): Promise<Contestant> {
  let best = contestant;
  let texts: readonly ProjectText[] | undefined;
  for (let round = 0; round < ROUNDS_AT_MOST; round++) {
    const found = ownObjects(best, trials, () => (texts ??= [...textsAround(trials.source.file)]));
    if (found.size === 0 || !trials.services.core.rules.allow("own-objects")) return best;
    const each = found.size === 1 ? [] : [...found].map((one) => [one]);
    let better: Contestant | undefined;
    for (const some of [[...found], ...each]) {
      if (trials.isOverdue || trials.last === undefined) return best;
      const settings = copyOf(trials.last);
      for (const [name, own] of some) settings.shapes.set(name, { own });
      better = await trials.orBack(best, () => withoutFailure(settings, trials));
      if (better !== undefined) break;
    }
    if (better === undefined) return best;
    best = better;
  }
  return best;
}

async function withoutFailure(settings: Settings, trials: Trials): Promise<Contestant | undefined> {
  try {
    const contestant = await trials.makeWatched(settings);
    const [caught] = catchWatch.caught;
    if (caught !== undefined) throw new PathOfFailure(caught);
    return trials.catches ? await trials.make(settings) : contestant;
  } catch (error) {
    trials.services.onAttempt?.("own objects", error);
    throw error;
  }
}

/** What may take the places of stand-ins, by their names. */
function ownObjects(
  contestant: Contestant,
  { services, last, source }: Trials,
  texts: () => readonly ProjectText[],
): ReadonlyMap<string, OwnObject> {
  const { fakes } = contestant.target;
  const found = new Map<string, OwnObject>();
  const none = new Set<string>();
  for (const { name } of calledOnStandIns(contestant, services.core)) {
    for (const { name: holder, methods } of holdersOf(name)) {
      if (found.has(holder)) break;
      if (none.has(holder) || last?.shapes.has(holder) === true) continue;
      const read = fakes.membersRead(holder);
      const isGiven = [holder, ...read.map((one) => `${holder}.${one}`)].some((one) => fakes.given?.has(one));
      const own = isGiven ? null : ownObjectFor({ name: holder, methods, read }, source, texts());
      if (own === null) none.add(holder);
      else {
        found.set(holder, own);
        break;
      }
    }
  }
  return found;
}

/** `a.b()` with `c`, then `a` with `b` and `c`, of `a.b().c`. */
function holdersOf(called: string): Omit<CalledHolder, "read">[] {
  const holders: Omit<CalledHolder, "read">[] = [];
  const methods: string[] = [];
  for (let name = called; ; name = name.slice(0, -"()".length)) {
    const method = lastName(name);
    const holder = name.slice(0, -`.${method}`.length);
    if (holder === "" || !name.endsWith(`.${method}`)) return holders;
    methods.unshift(method);
    holders.push({ name: holder, methods: [...methods] });
    if (!holder.endsWith("()") || holder.startsWith("new ")) return holders;
    name = holder;
  }
}
