import type { IoCall } from "../../../analysis/model.ts";
import { GROWS } from "../../deciding.ts";
import { isApart } from "../attempts.ts";
import type { CallRunner } from "../call/run-calls.ts";
import { remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { growsWithCalls } from "../measure/growth.ts";
import { mayMiss, missedSentence, ranWithoutIo, withoutIoRemark } from "../missed-calls.ts";
import { controlFlowCalled } from "../control-flow-called.ts";
import { standInsCalled } from "../stand-ins-called.ts";
import { missedElsewhere } from "./missed-elsewhere.ts";
import { missedOfLast } from "./missed-of-last.ts";
import type { ChangedLinesRun } from "../../target-result.ts";
import { changedLinesRun } from "./changed-lines-run.ts";
import { byItemsOf } from "./by-items.ts";
import { computingRemark } from "./computing.ts";
import { groupedRemark } from "./grouped.ts";
import { limitsRemark } from "./limits.ts";
import { roundsRemark } from "./rounds.ts";
import type { Trials } from "./trials.ts";

/** Milliseconds of CPU time of an attempt that is made again only to tell more of it. */
const WATCHED_AT_MOST = 800;

/** Whether a call ends while all its I/O calls are under way. */
function endsBefore({ operations, inSequence, underWay }: Recording): boolean {
  return operations.length > 0 && inSequence === 0 && underWay > 0;
}

function endUnknownSentence(underWay: number): string {
  const calls = underWay === 1 ? "an I/O call of it was" : `${underWay} I/O calls of it were`;
  return `It returned while ${calls} under way, and its text does not tell how it says that it is done: what it waits for is not known. Record a call (async-cost record), or make a callback its last parameter.`;
}

/**
 * What is looked for once an attempt has come to a good end: one that comes to more of the I/O calls, one that does not take
 * longer with every call, and which I/O calls none came to.
 */
export class Afterwards {
  readonly #trials: Trials;
  readonly #runner: CallRunner;

  constructor(trials: Trials, runner: CallRunner) {
    this.#trials = trials;
    this.#runner = runner;
  }

  /** Has the result say where a call takes longer the more there were before it, as it goes through a list that grows with each. */
  async sayGrowth({ start, coldMilliseconds }: Contestant): Promise<void> {
    const { services, isOverdue } = this.#trials;
    if (!isOverdue && (await growsWithCalls(services.core, this.#runner, start, coldMilliseconds)))
      services.core.incidents.add(GROWS);
  }

  /** Has the result name the I/O calls on the path of success that the call of a contestant, the last, did not come to. */
  async finish(contestant: Contestant): Promise<Contestant> {
    const { services } = this.#trials;
    const reached = await this.#sayWhatItMissed(contestant);
    await this.#sayWhatOthersMissed(contestant);
    const { recording } = contestant;
    const limits = await limitsRemark(contestant, this.#trials);
    if (limits !== null) services.core.remark(limits.said);
    // By a number that nobody gives a law is one of that number.
    const isLimited = limits !== null && !limits.isTime;
    const growth = !isLimited ? await byItemsOf(contestant, this.#trials) : {};
    const rounds = growth.byItems === undefined && !isLimited ? roundsRemark(contestant) : null;
    if (rounds !== null) services.core.remark(rounds);
    const grows = growth.byItems !== undefined || growth.atItems !== undefined;
    const grouped = await groupedRemark(contestant, this.#trials, grows);
    if (grouped !== null) services.core.remark(grouped);
    const changedLines = await this.#changedLinesRun(contestant);
    const computing = computingRemark(contestant, this.#trials);
    if (computing !== null) services.core.remark(computing);
    const standIns = standInsCalled(contestant, services.core);
    if (standIns !== null) services.core.remark(standIns);
    const controlFlow = controlFlowCalled(contestant.target, services.core);
    if (controlFlow !== null) services.core.remark(controlFlow);
    if (services.isAskedFor === true && endsBefore(recording))
      services.core.remark(remark("end-unknown", endUnknownSentence(recording.underWay)));
    return {
      ...contestant,
      ...(reached && { reached }),
      ...growth,
      ...(changedLines && { changedLines }),
    };
  }

  /** The same of functions of the project's other files that it calls. */
  async #sayWhatOthersMissed(contestant: Contestant): Promise<void> {
    const trials = this.#trials;
    if (trials.isOverdue || trials.lastMilliseconds > WATCHED_AT_MOST) return;
    const putBack = trials.keep(contestant);
    const remarks = await missedElsewhere(contestant, trials);
    putBack();
    for (const one of remarks) trials.services.core.remark(one);
  }

  async #changedLinesRun(contestant: Contestant): Promise<ChangedLinesRun | undefined> {
    const trials = this.#trials;
    const { last } = trials;
    if (last === undefined || trials.isOverdue || trials.lastMilliseconds > WATCHED_AT_MOST) return undefined;
    const putBack = trials.keep(contestant);
    const heard = await trials.orNothing(() =>
      changedLinesRun(trials.source, trials.services, () => trials.make(last)),
    );
    putBack();
    return heard;
  }

  /** The result names them; gives where those start that it came to, as far as somebody has looked. */
  async #sayWhatItMissed(contestant: Contestant): Promise<ReadonlySet<number> | undefined> {
    const { text, services, isOverdue } = this.#trials;
    const { core } = services;
    const { recording, target } = contestant;
    if (!mayMiss(text.wantedIo(), recording)) return undefined;
    const cameToNone = recording.operations.length === 0;
    if (isOverdue && !cameToNone) return undefined;
    const putBack = this.#trials.keep(contestant);
    const watched = isOverdue ? undefined : await missedOfLast(this.#trials);
    putBack();
    const shown = text.ioCallsOfSuccess();
    if (cameToNone) return this.#sayWithoutIo(contestant, shown, watched);
    // An import that came to a module is no operation of a fake.
    const missed = (watched?.calls ?? []).filter(({ expression }) => expression !== "import");
    const isLed = target.fakes.given?.leadsCalls === true;
    const why = text.leavesByCache(recording, missed) ? "cache" : isLed ? "other" : "left";
    const sentence = missedSentence(missed, why);
    const calls = missed.map((call) => ({
      ...{ expression: call.expression, line: call.position.line },
      ...text.placeOfMissed(call, watched?.calls ?? []),
    }));
    if (sentence !== null) core.remark(remark("left-out", sentence, { calls }));
    return watched && startsWithout(shown, watched.calls);
  }

  /** The same of a call that made no I/O call. */
  #sayWithoutIo(
    { target }: Contestant,
    shown: readonly IoCall[],
    watched: Awaited<ReturnType<typeof missedOfLast>>,
  ): ReadonlySet<number> | undefined {
    const { text, services } = this.#trials;
    const { core } = services;
    const own = new Set(target.asyncFunction.ioCalls.map(({ range }) => range.start));
    const within = text.wantedIo().filter(({ range }) => !own.has(range.start));
    const isDone = watched?.calls.length === 0 && within.length === 0;
    if (isDone && !isApart(this.#trials.last!.attempt) && !this.#callsStandIn(target, shown)) {
      core.incidents.add(ranWithoutIo(shown));
      return startsWithout(shown, []);
    }
    const notReached = watched === undefined || isDone ? [] : watched.calls;
    const missed = notReached.length > 0 ? notReached : [...shown, ...within];
    // What is there only for a failure is not missed.
    if (missed.length === 0) return undefined;
    const first = Math.min(...missed.map(({ position }) => position.line));
    const line = notReached.length > 0 ? (watched?.leftAt ?? Infinity) : Infinity;
    const { given } = target.fakes;
    core.remark(
      withoutIoRemark(missed, {
        isWatched: notReached.length > 0,
        ...(line <= first && { left: { line, text: quoted(text.line(line)) } }),
        ...(given?.leadsCalls === true && { givenAt: given.place }),
      }),
    );
    return undefined;
  }

  /** Whether a stand-in is called where one of some calls stands, or one goes through a stand-in piece by piece: that may be I/O. */
  #callsStandIn({ fakes }: Contestant["target"], shown: readonly IoCall[]): boolean {
    const lines = new Set(shown.map(({ position }) => position.line));
    const isCalled = this.#trials.services.core.uses.some(
      ({ line = null, calls = 0 }) => calls > 0 && line !== null && lines.has(line),
    );
    return isCalled || fakes.isStreamed;
  }
}

/** Where those of some calls start that are not among others. */
function startsWithout(calls: readonly IoCall[], others: readonly IoCall[]): ReadonlySet<number> {
  const left = new Set(others.map(({ range }) => range.start));
  return new Set(calls.flatMap(({ range: { start } }) => (left.has(start) ? [] : [start])));
}

/** Characters of a line that are quoted. */
const QUOTED_AT_MOST = 80;

function quoted(line: string): string {
  return `\`${line.length > QUOTED_AT_MOST ? `${line.slice(0, QUOTED_AT_MOST)}…` : line}\`.`;
}
