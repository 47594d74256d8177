import path from "node:path";
import type { TargetSource } from "../protocol.ts";
import type { Way } from "../way.ts";
import { isApart, LAST_ATTEMPT, nextAttempt, type Attempt, type AttemptEnd } from "./attempts.ts";
import { type CallRunner } from "./call/run-calls.ts";
import { endlessCall, keptWaiting } from "./explain-call.ts";
import { Endless } from "./harness/time-limit.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { LoadingFailed } from "./load/load-target.ts";
import type { LoadServices } from "./load/load-services.ts";
import { endlessLoading } from "./load/explain.ts";
import { type Contestant } from "./measure/contestant.ts";
import { lookWhereBusy } from "./look-where-busy.ts";
import { BENCHMARK_ANOTHER, OnlyFailure } from "./only-failure.ts";
import type { Learnt, Told } from "./search/alike.ts";
import { Afterwards } from "./search/afterwards.ts";
import { plainly } from "./search/plainly.ts";
import { Search } from "./search/search.ts";
import { Trials } from "./search/trials.ts";
import { causeOf } from "./blame.ts";
import { isLeftWaiting } from "./first-call.ts";
import { whereItWaits } from "./where-it-waits.ts";
import { busyPlace } from "./busy-place.ts";
import { withImports } from "./with-imports.ts";

/** How a target is to be prepared. */
export interface Wish {
  /**
   * Whether the I/O calls are to be found that the call did not come to, which takes another one and is the same in every
   * process.
   */
  readonly looksForMissed?: boolean;
  /** Whether plain values are to take the places of stand-ins, as its calls are timed or weighed. */
  readonly isPlain?: boolean;
  /** By which a process before this one got it to run. */
  readonly way?: Way | undefined;
  /** What those with which it is compared have told of values and operations that are its own, too. */
  readonly told?: Told;
}

/** A target that can be measured. */
export interface Prepared {
  readonly contestant: Contestant;
  /** The same with plain values in the places of stand-ins; null where it would go another way with them, or was not to have them. */
  readonly plain: Contestant | null;
  /**
   * For the processes to come; undefined where this one followed it, or it cannot be told. Asked for once the built-in methods
   * that the target has replaced are put back.
   */
  readonly way: () => Way | undefined;
  /** What it was made with; undefined where it followed a way. */
  readonly learnt?: Learnt;
}

/**
 * Loads a target and calls it once on fakes, watched. Where that does not come to a good end, more and more is made
 * up: a package through which it reaches for what is blocked, a name that nobody defines, a value of which the error
 * says what it had to be; then comes what its parameters and instance lack, what is
 * around it, its module, its imports. A way that is known comes before all of that. An attempt in which it comes to its I/O calls is worth more than one in which it
 * ends before, and one in which it caught no error more than one in which it took its path of failure.
 *
 * @throws {Unmeasurable} when no attempt comes to a good end: what was wrong with the first.
 */
export async function prepare(
  source: TargetSource,
  shared: LoadServices,
  runner: CallRunner,
  { looksForMissed = true, isPlain = false, way, told }: Wish = {},
): Promise<Prepared> {
  const { analyze, answers, isAskedFor } = await withImports(source, shared.analyze, way?.answers);
  const services = { ...shared, analyze, notesStandIns: isPlain, ...(isAskedFor && { isAskedFor }) };
  const trials = new Trials(source, services, runner, told);
  const search = new Search(trials);
  const known = way === undefined ? undefined : await search.follow(way, !looksForMissed);
  if (known !== undefined && !looksForMissed) return { contestant: known, plain: null, way: () => undefined };
  try {
    const afterwards = new Afterwards(trials, runner);
    const first = known ?? (await searched(search, trials, told?.attempt));
    services.onFailure?.(undefined);
    await afterwards.sayGrowth(first);
    const contestant = looksForMissed ? await afterwards.finish(first) : first;
    const { last } = trials;
    const uses = services.core.calledFakes;
    const lists = contestant.target.fakes.readAsLists;
    const learnt = last && { settings: last, uses, lists };
    const plain = isPlain ? await plainly(contestant, trials) : null;
    const wayTo = search.wayTo(contestant, answers, plain?.settings);
    return { contestant, plain: plain?.contestant ?? null, way: wayTo, ...(learnt && { learnt }) };
  } catch (error) {
    const blame = bySource(await withPlace(error, source, services, runner), source);
    search.tellWhatWasMet();
    throw blame;
  }
}

async function searched(search: Search, trials: Trials, begin: Attempt = { rung: 0 }): Promise<Contestant> {
  let attempt: Attempt | undefined = begin;
  while (attempt !== undefined) {
    const end: Contestant | AttemptEnd = await search.make(attempt);
    if (typeof end === "object") return end;
    const next = nextAttempt(attempt, end);
    const asItRan = next !== undefined && isApart(next) ? await search.asItRan() : undefined;
    if (asItRan !== undefined) return asItRan;
    if (trials.isOverdue && attempt !== LAST_ATTEMPT) {
      attempt = search.hasBest ? undefined : LAST_ATTEMPT;
    } else attempt = next;
  }
  return (await search.untilItsExit()) ?? (await search.best());
}

/** What is to blame; of a function that does nothing but fail, such as one that is there to be overridden, with that. */
function bySource(blame: unknown, source: TargetSource): unknown {
  if (!(blame instanceof Unmeasurable) || blame.state !== "failed") return blame;
  if (OnlyFailure.of(source) === null) return blame;
  return new Unmeasurable(
    "failed",
    `${blame.message} It does nothing but fail, whatever it is called with.`,
    BENCHMARK_ANOTHER,
  );
}

/** What is to blame; where that is code that does not come back, or never settles, with the place, for which it runs once more. */
async function withPlace(
  blame: unknown,
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
): Promise<unknown> {
  const endless = causeOf(blame);
  if (blame instanceof Unmeasurable && isLeftWaiting(endless)) {
    const line = await whereItWaits(source, services, runner);
    if (line === null) return blame;
    const { state, message, hint } = blame;
    return new Unmeasurable(state, `${message} The last line of it that ran is line ${line}.`, hint);
  }
  if (!(endless instanceof Endless)) return blame;
  if (!endless.isSure) return keptWaiting(path.basename(source.file), endless);
  const { found, asyncFunction } = await lookWhereBusy(endless, source, services, runner);
  const watched = busyPlace(found, source, asyncFunction);
  // Ticks that were dropped tell themselves who asked for one more.
  const { said, hint } = watched.said === "" ? busyPlace(endless, source, asyncFunction) : watched;
  return blame instanceof LoadingFailed || asyncFunction === undefined
    ? endlessLoading(path.basename(source.file), endless, said)
    : endlessCall(asyncFunction.name, endless, said, hint);
}
