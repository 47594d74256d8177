import type { IoCall } from "../../../analysis/model.ts";
import { GROWS } from "../../deciding.ts";
import { isApart } from "../attempts.ts";
import type { CallRunner } from "../call/run-calls.ts";
import { caughtElsewhere, functionsOfFiles, skippedBy } from "../caught-elsewhere.ts";
import { catchWatch, mayCatch } from "../load/catch-watch.ts";
import { isOfProject } from "../load/package-name.ts";
import { remark } from "../../remark.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import { growsWithCalls } from "../measure/growth.ts";
import { comesFurther, mayMiss, missedSentence, ranWithoutIo, withoutIoRemark } from "../missed-calls.ts";
import { PathOfFailure } from "../path-of-failure.ts";
import { standInsCalled } from "../stand-ins-called.ts";
import { missedOfLast } from "./missed-of-last.ts";
import type { ChangedLinesRun } from "../../target-result.ts";
import { changedLinesRun } from "./changed-lines-run.ts";
import { byItemsOf } from "./by-items.ts";
import { copyOf } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** Milliseconds of CPU time of an attempt that is made again only to tell more of it. */
const WATCHED_AT_MOST = 800;

/** So many things are learnt of errors that other files of the project catch. */
const LESSONS_OF_OTHERS = 4;

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
    const { text, services } = this.#trials;
    const found = await this.#pastCaughtElsewhere(contestant);
    const reached = await this.#sayWhatItMissed(found);
    const { target, recording } = found;
    const { isolation, replacedFiles } = target.standIns;
    const isWithin = isolation === null && replacedFiles.size === 0;
    const helpers = isWithin ? null : text.madeUpHelpers(recording);
    if (helpers !== null && services.core.rules.allow("made-up-helpers"))
      services.core.prepared({ what: "helpers-made-up", names: [...helpers.names] }, helpers.sentence);
    const byItems = await byItemsOf(found, this.#trials);
    const changedLines = await this.#changedLinesRun(found);
    const standIns = standInsCalled(found, services.core);
    if (standIns !== null) services.core.remark(standIns);
    if (services.isAskedFor === true && endsBefore(recording))
      services.core.remark(remark("end-unknown", endUnknownSentence(recording.underWay)));
    return {
      ...found,
      ...(reached && { reached }),
      ...(byItems && { byItems }),
      ...(changedLines && { changedLines }),
    };
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

  /**
   * Makes the last attempt again, with the project's other files watched, where they may catch an error on the way to I/O calls:
   * where such an error tells how a call comes to them, that one is given; else the result names them.
   */
  async #pastCaughtElsewhere(contestant: Contestant): Promise<Contestant> {
    const trials = this.#trials;
    const { source, services } = trials;
    const [, ...others] = contestant.target.projectTexts.values();
    const { last: settings } = trials;
    if (settings === undefined || !others.some(mayCatch)) return contestant;
    if (trials.isOverdue || trials.lastMilliseconds > WATCHED_AT_MOST) return contestant;
    const isOther = (file: string): boolean => !trials.isOwnFile(file) && isOfProject(file, source.file);
    const functionsOf = functionsOfFiles(services.analyze);
    const better = copyOf(settings);
    let sentences: readonly string[] | undefined;
    const further = await trials.orBack(contestant, async () => {
      for (let lessons = 0; lessons <= LESSONS_OF_OTHERS; lessons++) {
        const watched = await trials.orNothing(() => catchWatch.during(isOther, () => trials.make(better)));
        const caught = catchWatch.caught.filter((one) => skippedBy(one, functionsOf).length > 0);
        sentences ??= caughtElsewhere(caught, functionsOf);
        const [first] = caught;
        if (first !== undefined && !services.core.rules.allow("caught-elsewhere")) return undefined;
        if (watched === undefined || (first === undefined && lessons === 0)) return undefined;
        const { target } = watched;
        if (first !== undefined && trials.learnt(new PathOfFailure(first), better, { loaded: target }))
          continue;
        if (lessons === 0) return undefined;
        const unwatched = await trials.make(better);
        if (!comesFurther(unwatched.recording, contestant.recording)) return undefined;
        sentences = caughtElsewhere(caught, functionsOf);
        return unwatched;
      }
      return undefined;
    });
    for (const sentence of sentences ?? []) services.core.incidents.add(sentence);
    return further ?? contestant;
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
    if (sentence !== null) core.incidents.add(sentence);
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
