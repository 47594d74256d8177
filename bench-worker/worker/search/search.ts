import path from "node:path";
import type { IoCall } from "../../../analysis/model.ts";
import { GROWS } from "../../deciding.ts";
import { preparationSentence } from "../../preparation-words.ts";
import type { Preparation } from "../../preparation.ts";
import type { TargetSource } from "../../protocol.ts";
import type { Way } from "../../way.ts";
import { CLOSURE, LADDER, LAST_ATTEMPT, type Attempt, type AttemptEnd } from "../attempts.ts";
import { causeOf, firstOwnFrame, mayBeOtherwise } from "../blame.ts";
import { nextTurn, Unsettled, type CallRunner } from "../call/run-calls.ts";
import { enter } from "../fakes-file/enter.ts";
import { FakesFileError } from "../fakes-file/fakes-file-error.ts";
import { moveDates } from "../fakes/dates.ts";
import { holdFreeNames } from "../fakes/free-names.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { exitEnd } from "../exit-end.ts";
import { called } from "../first-call.ts";
import { harness } from "../harness/intrinsics.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { GlobalState } from "../harness/global-state.ts";
import { Endless, nextPatience } from "../harness/time-limit.ts";
import { lastName } from "../io/last-name.ts";
import { lacksPrivate } from "../lacks-private.ts";
import { caughtElsewhere, functionsOfFiles, skippedBy } from "../caught-elsewhere.ts";
import { catchWatch, mayCatch } from "../load/catch-watch.ts";
import { isOfProject } from "../load/package-name.ts";
import { LoadingFailed, loadTarget, type LoadedTarget, type LoadServices } from "../load/load-target.ts";
import { NotMade, Unreachable } from "../load/unreachable.ts";
import { reachWatch } from "../load/reach-watch.ts";
import type { Contestant } from "../measure/contestant.ts";
import { growsWithCalls } from "../measure/growth.ts";
import { Met } from "../met.ts";
import {
  comesFurther,
  isLeftBefore,
  mayMiss,
  missedSentence,
  watchedCall,
  WITHOUT_ANY,
} from "../missed-calls.ts";
import { OnlyFailure } from "../only-failure.ts";
import { catchesErrors, PathOfFailure, reachedBy } from "../path-of-failure.ts";
import { NEW_RECEIVERS, sayWhatWasDecided, sayWhatWasLearnt, sayWhatWasMadeUp } from "../say-preparations.ts";
import { Lessons, PATIENCE_AT_MOST } from "./lessons.ts";
import { copyOf, firstSettings, type Settings } from "./settings.ts";
import { TargetText } from "./target-text.ts";
import { settingsOf, wayOf } from "./way-of.ts";

/** Milliseconds of CPU time after which only the last attempt is left: a person is waiting. */
const ATTEMPTS_AT_MOST = 3_000;

/** The same once it has been called without coming to an I/O call. */
const ATTEMPTS_FOR_IO_AT_MOST = 1_500;

/** Milliseconds of CPU time of an attempt that is made again only to tell more of it. */
const WATCHED_AT_MOST = 800;

/** So many things are learnt of errors that other files of the project catch. */
const LESSONS_OF_OTHERS = 4;

/** An attempt that will do if no other is better. */
interface Best {
  readonly settings: Settings;
  /** I/O calls, each once. */
  readonly reached: number;
  /** Why another would be better; null where it only came to no I/O call. */
  readonly failure: PathOfFailure | null;
}

/** The attempts at one target. */
export class Search {
  readonly #source: TargetSource;
  readonly #isOwnFile = (file: string): boolean => file === this.#source.file;
  /** Milliseconds of CPU time of the last attempt. */
  #tryMilliseconds = 0;
  readonly #services: LoadServices;
  readonly #runner: CallRunner;
  #begun = harness.cpuMilliseconds();
  /** Whether its module was loaded: that takes as long as it takes. */
  #isLoaded = false;
  readonly #text: TargetText;
  #lessons: Lessons;
  /** Of the last attempt. */
  #last: Settings | undefined;
  /** With what it ran, though to no I/O call, or by its path of failure. */
  #best: Best | undefined;
  readonly #catches: boolean;
  readonly #onlyFailure: OnlyFailure | null;
  /** As it was before the first attempt. */
  #state: GlobalState | undefined;
  /** What attempts that failed came to: by it the user can steer the function. */
  readonly #met: Met;

  constructor(source: TargetSource, services: LoadServices, runner: CallRunner) {
    this.#source = source;
    this.#services = services;
    this.#runner = runner;
    this.#text = new TargetText(source, services.analyze);
    this.#lessons = new Lessons(source, this.#text, services.core);
    this.#onlyFailure = OnlyFailure.of(source);
    this.#catches = catchesErrors(source, services.analyze(this.#text.written, source.language));
    this.#met = new Met(services.core);
  }

  /** Whether the time is over that there is for attempts, once what it imports was read and compiled. */
  get isOverdue(): boolean {
    const spent = harness.cpuMilliseconds() - this.#begun;
    return spent > (this.#best === undefined ? ATTEMPTS_AT_MOST : ATTEMPTS_FOR_IO_AT_MOST);
  }

  /** No attempt at all is to follow. */
  get isLongOverdue(): boolean {
    return harness.cpuMilliseconds() - this.#begun > 2 * ATTEMPTS_AT_MOST;
  }

  get hasBest(): boolean {
    return this.#best !== undefined;
  }

  /** Tells the fakes that attempts came to before they failed, and which entries of the fakes file none of them used. */
  tellWhatWasMet(): void {
    this.#met.tell();
  }

  /** Tells how it got to what the last attempt gave; undefined where that cannot be told. */
  wayTo({ recording }: Contestant): () => Way | undefined {
    const { patience } = this.#services.core;
    const [last, lessons, ioCalls] = [this.#last, this.#lessons, recording.operations.length];
    return () => (last === undefined ? undefined : wayOf(last, lessons, { patience, ioCalls }));
  }

  /**
   * Makes the one attempt of a way that another process has told. What was done to the function for it the other has said.
   *
   * @returns Undefined where it comes to no good end here, or to other I/O calls: then nothing of it is left.
   */
  async follow(way: Way): Promise<Contestant | undefined> {
    const { core } = this.#services;
    const settings = settingsOf(way, this.#text);
    if (settings === undefined) return undefined;
    core.patience = Math.max(core.patience, Math.min(way.patience, PATIENCE_AT_MOST));
    this.#lessons.follow(way);
    const contestant = await this.#followed(settings);
    if (contestant?.recording.operations.length === way.ioCalls) {
      core.incidents.clear();
      core.preparations.length = 0;
      return contestant;
    }
    this.#lessons = new Lessons(this.#source, this.#text, core);
    this.#last = undefined;
    this.#isLoaded = false;
    return undefined;
  }

  /** As often as it takes to wait long enough on a busy machine. */
  async #followed(settings: Settings): Promise<Contestant | undefined> {
    const { core } = this.#services;
    for (;;) {
      try {
        return await this.#try(settings);
      } catch (error) {
        this.#services.onAttempt?.("the way of another process", error);
        const cause = causeOf(error);
        const before = core.patience;
        if (cause instanceof Endless && !cause.isSure)
          core.patience = Math.min(nextPatience(before, cause), PATIENCE_AT_MOST);
        if (core.patience <= before) return undefined;
      }
    }
  }

  /** @throws {Unmeasurable} what is to blame, where no attempt came to a good end. */
  async best(): Promise<Contestant> {
    if (this.#best === undefined) throw this.#lessons.blame;
    const { settings, failure } = this.#best;
    const contestant = await this.#try(settings);
    if (failure !== null) this.#services.core.prepared(failure.preparation, failure.warning);
    return contestant;
  }

  /** Where no attempt came past an exit of the process: one whose end that is; undefined where that does not help either. */
  async untilItsExit(): Promise<Contestant | undefined> {
    if (this.hasBest || this.#lessons.exits || !this.#lessons.mayExit) return undefined;
    this.#lessons.exits = true;
    const end = await this.#attempted(() => this.make({ rung: 0, steers: false }));
    return typeof end === "object" ? end : undefined;
  }

  /**
   * Where no attempt came to a good end, and what it reads of the machine's clock may be why it waits for longer than anybody
   * does: one for which dates go with the virtual clock; undefined where that does not help either.
   */
  async untilItsMoment(): Promise<Contestant | undefined> {
    const cause = causeOf(this.#lessons.blame);
    const waitsOn = cause instanceof Unsettled && !cause.isIdle;
    if (this.hasBest || !waitsOn || !/\b(?:Date|performance|hrtime|uptime)\b/.test(this.#source.text))
      return undefined;
    const end = await this.#attempted(() => this.make({ rung: 0, steers: false }, true));
    return typeof end === "object" ? end : undefined;
  }

  /** Makes an attempt, again and again with what its errors told. */
  async make(attempt: Attempt, movesDates = false): Promise<Contestant | AttemptEnd> {
    const settings = { ...firstSettings(attempt, this.#lessons), movesDates };
    for (;;) {
      const target: { loaded?: LoadedTarget } = {};
      const how = `rung ${attempt.rung}${attempt.steers ? ", steered" : ""}`;
      try {
        const contestant = await this.#tryWatched(settings, target);
        const failure = pathOfFailure();
        if (failure !== null) {
          this.#services.onAttempt?.(how, failure);
          this.#keep(settings, contestant, failure);
          if (this.#learnt(failure, settings, target)) continue;
          if (this.#replacesRefusing(failure, attempt)) continue;
          return "caught";
        }
        const { isCutOff } = contestant.recording;
        if (isCutOff && settings.valuesAtMost === undefined) return await this.#ended(settings, contestant);
        if (this.#isWithoutIo(contestant)) {
          this.#services.onAttempt?.(how, "no I/O");
          this.#keep(settings, contestant, null);
          return "without-io";
        }
        // What is measured is the function as it is written.
        return this.#catches ? await this.#try(settings, target) : contestant;
      } catch (error) {
        if (await putDeadThenBack()) throw this.#replacesThen();
        this.#services.onAttempt?.(how, error);
        this.#met.keep(attempt.rung, target.loaded);
        // The user can put it right, and nobody else.
        if (error instanceof FakesFileError || causeOf(error) instanceof FakesFileError) throw error;
        if (target.loaded !== undefined && this.#lessons.learnsOfExit(error, target.loaded)) continue;
        if (error === NOTHING_TO_STEER) return this.#best?.failure == null ? "failed" : "caught";
        // What it caught first says more than what it threw then.
        const failure = target.loaded === undefined ? null : pathOfFailure();
        const lacks = [failure, error].some((one) => lacksPrivate(causeOf(one), this.#source));
        if (failure !== null && !lacks && this.#learnt(failure, settings, target)) continue;
        if (this.#learnt(error, settings, target) && !lacks) continue;
        if (lacks && settings.attempt.rung < APART_FROM_CLASS) return "lacks-private";
        if (this.#replacesRefusing(error, attempt)) continue;
        return this.#endOf(error);
      }
    }
  }

  /**
   * One that gives values without end: where the operation that it pages through has nothing more the second time, or
   * its loops end as others that wait do, in two rounds; as it is where neither is the end of it.
   */
  async #ended(settings: Settings, asItIs: Contestant): Promise<Contestant> {
    const last = asItIs.recording.operations.at(-1);
    if (last === undefined) return await this.#try(settings);
    const runDry = new Set([...settings.runDry, lastName(last.expression)]);
    const steered = { ...settings, attempt: { ...settings.attempt, steers: true } };
    for (const other of [{ ...settings, runDry }, steered]) {
      try {
        const contestant = await this.#try(other);
        const { isCutOff, operations } = contestant.recording;
        if (!isCutOff && operations.length > 0) return contestant;
      } catch {
        // It was well as it is.
      }
    }
    return await this.#try(settings);
  }

  /** Tries with what tells of caught errors, where some may be caught. */
  async #tryWatched(settings: Settings, heard: { loaded?: LoadedTarget }): Promise<Contestant> {
    if (!this.#catches) return await this.#try(settings, heard);
    return await catchWatch.during(this.#isOwnFile, () => this.#try(settings, heard));
  }

  /** Keeps an attempt, unless one is kept that is as good. */
  #keep(settings: Settings, { recording }: Contestant, failure: PathOfFailure | null): void {
    const reached = reachedBy(recording);
    if (this.#best !== undefined && this.#best.reached >= reached) return;
    this.#best = { settings: copyOf(settings), reached, failure };
  }

  async #try(settings: Settings, heard: { loaded?: LoadedTarget } = {}): Promise<Contestant> {
    const begun = harness.cpuMilliseconds();
    try {
      return await this.#tried(settings, heard);
    } finally {
      this.#tryMilliseconds = harness.cpuMilliseconds() - begun;
    }
  }

  async #tried(settings: Settings, heard: { loaded?: LoadedTarget }): Promise<Contestant> {
    const { attempt, newReceivers } = settings;
    const { core } = this.#services;
    this.#last = settings;
    this.#services.onTry?.();
    core.forget();
    this.#beginAnew();
    const { endsLoops, settles } = this.#lessons;
    const wish = { avoid: settings.avoid, endsLoops, settles, goals: settings.beyondExits };
    const steered = attempt.steers ? this.#text.steered(wish) : undefined;
    // The last attempt was not made without steering before; what does not come back shall not be cured by leaving it out.
    const isLast = attempt === LAST_ATTEMPT && !(causeOf(this.#lessons.blame) instanceof Endless);
    if (attempt.steers && steered === undefined && !isLast) throw NOTHING_TO_STEER;
    const filled = this.#text.filled(steered?.text ?? this.#source.text, settings.gaps);
    const changed = filled ?? steered?.text;
    const target = await this.#load(
      changed === undefined ? this.#source : { ...this.#source, text: changed },
      changed === undefined
        ? this.#services
        : { ...this.#services, analyze: this.#text.analyzeAsWritten(changed) },
      {
        ...LADDER[attempt.rung]!,
        replaced: this.#lessons.replaced,
        replacesMissing: this.#lessons.replacesMissing,
        newReceivers,
        corrections: settings,
      },
    );
    heard.loaded = target;
    const contestant = await called(
      target,
      this.#services,
      this.#runner,
      this.#lessons.exits ? exitEnd : this.#onlyFailure,
    );
    sayWhatWasMadeUp(core, target, this.#lessons.first);
    if (filled !== undefined) {
      const lines = [...new Set(settings.gaps.map(({ line }) => line))].sort((a, b) => a - b);
      const made: Preparation = { what: "gaps-filled", lines };
      core.prepared(made, preparationSentence(made));
    }
    if (steered !== undefined) sayWhatWasDecided(core, steered, this.#lessons.first);
    sayWhatWasLearnt(core, settings, this.#lessons.refusing);
    return contestant;
  }

  /** What other attempts have left for one another is gone: each is the first call of its modules. */
  #beginAnew(): void {
    enter(this.#services.core, null, {});
    moveDates(this.#services.core, false);
    holdFreeNames(new Map());
    if (this.#state === undefined) this.#state = new GlobalState();
    else this.#state.putBack();
  }

  async #load(...how: Parameters<typeof loadTarget>): Promise<LoadedTarget> {
    try {
      return await loadTarget(...how);
    } finally {
      if (!this.#isLoaded) this.#begun = harness.cpuMilliseconds();
      this.#isLoaded = true;
    }
  }

  /**
   * Where the call of a contestant, the last, left its function before I/O calls that stand in no branch, as by
   * `if (row.hash !== hash) return null`, one that goes past such exits and comes to more; else the same.
   */
  async beyondExits(contestant: Contestant): Promise<Contestant> {
    const settings = this.#last;
    const { recording, target } = contestant;
    const isGiven = target.fakes.given?.givesAnswers === true;
    const steers = settings === undefined || settings.attempt.steers;
    if (steers || isGiven || recording.operations.length === 0 || this.isOverdue) return contestant;
    const goals = this.#text.unconditionalIo();
    if (!isLeftBefore(goals, recording)) return contestant;
    const steered = {
      ...copyOf(settings),
      attempt: { ...settings.attempt, steers: true },
      beyondExits: goals,
    };
    const putBack = this.#services.core.keep();
    try {
      const further = await this.#tryWatched(steered, {});
      // What is measured is the function as it is written.
      if (catchWatch.caught.length === 0 && comesFurther(further.recording, recording))
        return this.#catches ? await this.#try(steered) : further;
    } catch {
      // It is as it was.
    } finally {
      await this.#runner.settleDown();
    }
    this.#last = settings;
    putBack();
    target.fakes.enter();
    return contestant;
  }

  /**
   * Where a call takes longer the more there were before it, as it goes through a list that grows on its instance, one for which
   * each call has an instance of its own; the same, with a word of it, where that does not end it, or where all instances are to be
   * kept, as those that are compared with another's are.
   */
  async withoutGrowth(contestant: Contestant, keepsInstances: boolean): Promise<Contestant> {
    const settings = this.#last;
    const { core } = this.#services;
    if (settings === undefined || this.isOverdue || !(await this.#grows(contestant))) return contestant;
    const putBack = core.keep();
    const { operations } = contestant.recording;
    try {
      if (!settings.newReceivers && !keepsInstances) {
        const anew = await this.#try({ ...copyOf(settings), newReceivers: true });
        if (anew.recording.operations.length === operations.length && !(await this.#grows(anew))) {
          core.incidents.delete(NEW_RECEIVERS);
          core.prepared(OWN_INSTANCES, preparationSentence(OWN_INSTANCES));
          return anew;
        }
      }
    } catch {
      // It is as it was.
    } finally {
      await this.#runner.settleDown();
    }
    this.#last = settings;
    putBack();
    core.incidents.add(GROWS);
    contestant.target.fakes.enter();
    return contestant;
  }

  async #grows({ start, coldMilliseconds }: Contestant): Promise<boolean> {
    return await growsWithCalls(this.#services.core, this.#runner, start, coldMilliseconds);
  }

  /** Has the result name the I/O calls on the path of success that the call of a contestant, the last, did not come to. */
  async finish(contestant: Contestant): Promise<Contestant> {
    const found = await this.#finished(await this.#pastCaughtElsewhere(contestant));
    const { target, recording } = found;
    const helpers = target.standIns.isolation === null ? null : this.#text.madeUpHelpers(recording);
    if (helpers !== null) this.#services.core.incidents.add(helpers);
    return found;
  }

  /**
   * Makes the last attempt again, with the project's other files watched, where they may catch an error on the way to I/O calls:
   * where such an error tells how a call comes to them, that one is given; else the result names them.
   */
  async #pastCaughtElsewhere(contestant: Contestant): Promise<Contestant> {
    const { core, analyze } = this.#services;
    const [, ...others] = contestant.target.projectTexts;
    const settings = this.#last;
    if (settings === undefined || !others.some(mayCatch)) return contestant;
    if (this.isOverdue || this.#tryMilliseconds > WATCHED_AT_MOST) return contestant;
    const isOther = (file: string): boolean => !this.#isOwnFile(file) && isOfProject(file, this.#source.file);
    const putBack = core.keep();
    const functionsOf = functionsOfFiles(analyze);
    const better = copyOf(settings);
    let sentences: readonly string[] | undefined;
    const say = (of: readonly string[] = []): void => of.forEach((sentence) => core.incidents.add(sentence));
    for (let lessons = 0; lessons <= LESSONS_OF_OTHERS; lessons++) {
      const watched = await this.#attempted(() => catchWatch.during(isOther, () => this.#try(better)));
      const caught = catchWatch.caught.filter((one) => skippedBy(one, functionsOf).length > 0);
      sentences ??= caughtElsewhere(caught, functionsOf);
      const [first] = caught;
      if (watched === undefined || (first === undefined && lessons === 0)) break;
      const { target } = watched;
      if (first !== undefined && this.#learnt(new PathOfFailure(first), better, { loaded: target })) continue;
      const further = lessons === 0 ? undefined : await this.#attempted(() => this.#try(better));
      if (further === undefined || !comesFurther(further.recording, contestant.recording)) break;
      say(caughtElsewhere(caught, functionsOf));
      return further;
    }
    this.#last = settings;
    putBack();
    contestant.target.fakes.enter();
    say(sentences);
    return contestant;
  }

  /** What another attempt gives; undefined where it comes to no good end. */
  async #attempted<Result>(attempt: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await attempt();
    } catch {
      return undefined;
    } finally {
      await this.#runner.settleDown();
    }
  }

  async #finished(contestant: Contestant): Promise<Contestant> {
    const { core } = this.#services;
    const { recording } = contestant;
    if (!mayMiss(this.#text.wantedIo(), recording)) return contestant;
    // Where it came to nothing nobody has to watch.
    const cameToNone = recording.operations.length === 0;
    if (this.isOverdue && !cameToNone) return contestant;
    const putBack = core.keep();
    const all = cameToNone ? this.#text.wantedIo() : await this.#missed();
    // An import that came to a module is no operation of a fake.
    const missed = all.filter(({ expression }) => expression !== "import");
    putBack();
    contestant.target.fakes.enter();
    const sentence = missedSentence(missed, this.#text.leavesByCache(recording, missed));
    if (sentence !== null) core.incidents.add(sentence);
    if (sentence !== null && cameToNone) core.incidents.add(WITHOUT_ANY);
    return contestant;
  }

  /** Makes the last attempt again, watched; what cannot be watched, as a module that loads only once, tells nothing. */
  async #missed(): Promise<readonly IoCall[]> {
    const calls = this.#text.ioCallsOfSuccess();
    if (calls.length === 0) return [];
    try {
      const watched = calls.map((call) => watchedCall(call, this.#text.written));
      const missed = await reachWatch.during(this.#source.file, watched, () => this.#try(this.#last!));
      return missed.map((index) => calls[index]!);
    } catch {
      return [];
    } finally {
      await this.#runner.settleDown();
    }
  }

  /** Who says in a file what the function is given says which way it goes. */
  #isWithoutIo({ recording, target }: Contestant): boolean {
    const isGiven = (target.fakes.given ?? null) !== null;
    return recording.operations.length === 0 && !isGiven && this.#text.wantedIo().length > 0;
  }

  #learnt(error: unknown, settings: Settings, { loaded }: { loaded?: LoadedTarget }): boolean {
    return this.#lessons.learn(error, settings, this.isOverdue ? undefined : loaded);
  }

  #replacesRefusing(error: unknown, attempt: Attempt): boolean {
    return !this.isOverdue && this.#lessons.replacesRefusing(error, attempt);
  }

  #replacesThen(): Unmeasurable {
    const { file } = this.#source;
    return new Unmeasurable(
      "failed",
      `${path.basename(file)}, or what it calls, replaces Promise.prototype.then as it runs, so that nobody hears of the end of a promise.`,
      "Let the function keep the built-in methods as they are, or wrap the promise that it means.",
    );
  }

  /** @throws {Unmeasurable} what is to blame, where the module itself says that it will not be used. */
  #endOf(error: unknown): AttemptEnd {
    if (!mayBeOtherwise(error, this.#source)) throw this.#lessons.blame;
    if (error instanceof NotMade) return "not-made";
    if (error instanceof Unreachable) return "unreachable";
    if (error instanceof LoadingFailed) return "not-loaded";
    const cause = causeOf(error);
    // An answer that is on its way to the function has nobody's frame.
    const isElsewhere = (firstOwnFrame(cause)?.file ?? this.#source.file) !== this.#source.file;
    return cause instanceof EndlessError && isElsewhere ? "endless-elsewhere" : "failed";
  }
}

/** The first error that the target's file caught in the last call; null where there was none. */
function pathOfFailure(): PathOfFailure | null {
  const [caught] = catchWatch.caught;
  return caught === undefined ? null : new PathOfFailure(caught);
}

const OWN_INSTANCES: Preparation = { what: "own-instances" };

/** The first rung on which private members are plain ones, which can be made up. */
const APART_FROM_CLASS = CLOSURE;

const THEN: unknown = Reflect.get(harness.Promise.prototype, "then");

/**
 * Whether the target had replaced what all promises are waited for by with what never calls back; it is put back. What wraps it
 * and goes on is let be.
 */
async function putDeadThenBack(): Promise<boolean> {
  const { prototype } = harness.Promise;
  const now: unknown = Reflect.get(prototype, "then");
  if (now === THEN) return false;
  const heard = { isCalled: false };
  try {
    const hear = (): void => void (heard.isCalled = true);
    if (typeof now === "function") Reflect.apply(now, harness.Promise.resolve(), [hear, hear]);
  } catch {
    // It does not call back.
  }
  await nextTurn();
  if (heard.isCalled) return false;
  return Reflect.defineProperty(prototype, "then", { value: THEN, writable: true, configurable: true });
}

/** There is no branch to decide. */
const NOTHING_TO_STEER = new Error("nothing to steer");
