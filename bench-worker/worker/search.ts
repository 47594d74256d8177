import type { AsyncFunction, IoCall } from "../../analysis/model.ts";
import { fillGaps, type Gap } from "../../analysis/steering/fill.ts";
import { steer, type Steered } from "../../analysis/steering/steer.ts";
import { ioCallsOfSuccess, wantedIoCalls } from "../../analysis/steering/wanted.ts";
import { preparationSentence } from "../preparation-words.ts";
import type { Preparation } from "../preparation.ts";
import type { TargetSource } from "../protocol.ts";
import { LADDER, LAST_ATTEMPT, LAST_WITHIN_MODULE, type Attempt, type AttemptEnd } from "./attempts.ts";
import { Unsettled, type CallRunner } from "./call/run-calls.ts";
import { FakesFileError } from "./fakes-file/fakes-file-error.ts";
import { environmentIn } from "./fakes/environment.ts";
import { defineFreeName } from "./fakes/free-names.ts";
import { listensToItself } from "./fakes/own-events.ts";
import { EndlessError } from "./fakes/universal/endless.ts";
import { harness } from "./harness/intrinsics.ts";
import { Endless, nextPatience } from "./harness/time-limit.ts";
import { firstFrameIn, framesOf, sayThrown, stackOf } from "./io/call-site.ts";
import {
  LoadingFailed,
  Unreachable,
  loadTarget,
  type Analyze,
  type LoadedTarget,
  type LoadServices,
} from "./load/load-target.ts";
import { catchWatch } from "./load/catch-watch.ts";
import { lacksPrivate } from "./lacks-private.ts";
import { reachWatch } from "./load/reach-watch.ts";
import { MissingModule } from "./load/module-loader.ts";
import { Met } from "./met.ts";
import { endOfLoop } from "./load/loop-ends.ts";
import { correctionFor, lacksKeys } from "./load/shapes.ts";
import type { Keys, Shape } from "./load/stand-ins.ts";
import { packageOfFile, packageOfStack } from "./load/package-name.ts";
import { type Contestant } from "./measure/contestant.ts";
import { mayMiss, missedSentence, watchedCall } from "./missed-calls.ts";
import { catchesErrors, PathOfFailure, reachedBy } from "./path-of-failure.ts";
import {
  isTimeout,
  TRIES_AGAIN,
  gapOf,
  readAgain,
  repeatedOperation,
  givesText,
  wantsJson,
  firstOwnFrame,
  causeOf,
  sourceTextOf,
  mayBeOtherwise,
} from "./blame.ts";
import { OnlyFailure } from "./only-failure.ts";
import { sayWhatWasDecided, sayWhatWasMadeUp } from "./say-preparations.ts";
import { lastName } from "./io/last-name.ts";
import { called, NotAgain } from "./first-call.ts";

/** Made-up values that are corrected in one attempt, and lines that are gone around. */
const CORRECTIONS_AT_MOST = 8;

/** The first rung on which what is nothing is made up where a member of it is read, and how many such places. */
const FILLED_FROM = 1;
const GAPS_AT_MOST = 6;

/** How many times as long as usual things may take when the machine is busy with something else. */
const PATIENCE_AT_MOST = 30;

const DETOURS_AT_MOST = 3;

/** Milliseconds of CPU time after which only the last attempt is left: a person is waiting. */
const ATTEMPTS_AT_MOST = 3_000;

/** The same once it has been called without coming to an I/O call. */
const ATTEMPTS_FOR_IO_AT_MOST = 1_500;

/** Nothing of the environment has been made up. */
const NO_ENVIRONMENT: Readonly<Record<string, string>> = {};

/** What an attempt was made with. */
interface Settings {
  readonly attempt: Attempt;
  readonly shapes: Map<string, Shape>;
  readonly promises: Set<string>;
  readonly plain: Set<string>;
  readonly avoid: Set<number>;
  readonly gaps: Gap[];
  newReceivers: boolean;
  isEager: boolean;
  bringsOwnEvents: boolean;
  valuesAtMost: number | undefined;
  hasLongDelays: boolean;
  makesBodies: boolean;
  hasTuples: boolean;
  hasKeys: Keys;
  environment: Readonly<Record<string, string>>;
  readonly freeNames: Set<string>;
  readonly runDry: Set<string>;
  readonly alwaysDry: Set<string>;
}

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
  readonly #services: LoadServices;
  readonly #runner: CallRunner;
  #begun = harness.cpuMilliseconds();
  /** Whether its module was loaded: that takes as long as it takes. */
  #isLoaded = false;
  readonly #replaced = new Set<string>();
  /** Whether it imports files that are not there. */
  #replacesMissing = false;
  /** Of those, what was made up as it refused made-up values, and what it said. */
  readonly #refusing = new Map<string, string>();
  /** What was made up of the environment: read off the source once something has failed. */
  #environment = NO_ENVIRONMENT;
  /** Globals that attempts have asked for and nobody defines. */
  readonly #freeNames = new Set<string>();
  /** Whether an attempt did not come back: steering ends loops from then on. */
  #endsLoops = false;
  /** Whether an attempt waited for ever although every event came: steering comes to what settles it from then on. */
  #settles = false;
  /** The I/O calls that it is to come to; undefined before it is known. */
  #wanted: readonly IoCall[] | undefined;
  /** Why it could not be run where it stands, and what is to blame in the end. */
  #first: unknown;
  #blame: unknown;
  /** Of the last attempt. */
  #last: Settings | undefined;
  /** With what it ran, though to no I/O call, or by its path of failure. */
  #best: Best | undefined;
  readonly #catches: boolean;
  readonly #onlyFailure: OnlyFailure | null;
  /** What attempts that failed came to: by it the user can steer the function. */
  readonly #met: Met;

  constructor(source: TargetSource, services: LoadServices, runner: CallRunner) {
    this.#source = source;
    this.#services = services;
    this.#runner = runner;
    const { text } = source.written ?? source;
    this.#onlyFailure = OnlyFailure.of(source);
    this.#catches = catchesErrors(source, services.analyze(text, source.language));
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

  /** @throws {Unmeasurable} what is to blame, where no attempt came to a good end. */
  async best(): Promise<Contestant> {
    if (this.#best === undefined) throw this.#blame;
    const { settings, failure } = this.#best;
    const contestant = await this.#try(settings);
    if (failure !== null) this.#services.core.prepared(failure.preparation, failure.warning);
    return contestant;
  }

  /** Makes an attempt, again and again with what its errors told. */
  async make(attempt: Attempt): Promise<Contestant | AttemptEnd> {
    const settings: Settings = {
      attempt,
      shapes: new Map(),
      promises: new Set(),
      plain: new Set(),
      avoid: new Set(),
      gaps: [],
      newReceivers: false,
      isEager: false,
      bringsOwnEvents: false,
      valuesAtMost: undefined,
      hasLongDelays: false,
      makesBodies: false,
      hasTuples: false,
      hasKeys: "none",
      environment: this.#environment,
      freeNames: this.#freeNames,
      runDry: new Set(),
      alwaysDry: new Set(),
    };
    for (;;) {
      const target: { loaded?: LoadedTarget } = {};
      const how = `rung ${attempt.rung}${attempt.steers ? ", steered" : ""}`;
      try {
        const contestant = await this.#tryWatched(settings, target);
        const failure = pathOfFailure(target.loaded);
        if (failure !== null) {
          this.#services.onAttempt?.(how, failure);
          this.#keep(settings, contestant, failure);
          if (this.#learnt(failure, settings, target.loaded)) continue;
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
        this.#services.onAttempt?.(how, error);
        this.#met.keep(attempt.rung, target.loaded);
        // The user can put it right, and nobody else.
        if (error instanceof FakesFileError || causeOf(error) instanceof FakesFileError) throw error;
        if (error === NOTHING_TO_STEER) return this.#best?.failure == null ? "failed" : "caught";
        // What it caught first says more than what it threw then.
        const failure = pathOfFailure(target.loaded);
        const lacks = [failure, error].some((one) => lacksPrivate(causeOf(one), this.#source));
        if (failure !== null && !lacks && this.#learnt(failure, settings, target.loaded)) continue;
        if (this.#learnt(error, settings, target.loaded) && !lacks) continue;
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
    return await catchWatch.during(this.#source.file, () => this.#try(settings, heard));
  }

  /** Keeps an attempt, unless one is kept that is as good. */
  #keep(settings: Settings, { recording }: Contestant, failure: PathOfFailure | null): void {
    const reached = reachedBy(recording);
    if (this.#best !== undefined && this.#best.reached >= reached) return;
    this.#best = { settings: copyOf(settings), reached, failure };
  }

  async #try(settings: Settings, heard: { loaded?: LoadedTarget } = {}): Promise<Contestant> {
    const { attempt, newReceivers } = settings;
    const { core } = this.#services;
    this.#last = settings;
    core.forget();
    const steered = attempt.steers ? this.#steered(settings) : undefined;
    // The last attempt was not made without steering before; what does not come back shall not be cured by leaving it out.
    const isLast = attempt === LAST_ATTEMPT && !(causeOf(this.#blame) instanceof Endless);
    if (attempt.steers && steered === undefined && !isLast) throw NOTHING_TO_STEER;
    const filled = this.#filled(steered?.text ?? this.#source.text, settings.gaps);
    const changed = filled ?? steered?.text;
    const target = await this.#load(
      changed === undefined ? this.#source : { ...this.#source, text: changed },
      changed === undefined
        ? this.#services
        : { ...this.#services, analyze: this.#analyzeAsWritten(changed) },
      {
        ...LADDER[attempt.rung]!,
        replaced: this.#replaced,
        replacesMissing: this.#replacesMissing,
        newReceivers,
        corrections: settings,
      },
    );
    heard.loaded = target;
    const contestant = await called(target, this.#services, this.#runner, this.#onlyFailure);
    sayWhatWasMadeUp(core, LADDER[attempt.rung]!, this.#first);
    for (const operation of settings.alwaysDry) {
      const emptied: Preparation = { what: "answers-emptied", operation };
      core.prepared(emptied, preparationSentence(emptied));
    }
    if (filled !== undefined) {
      const lines = [...new Set(settings.gaps.map(({ line }) => line))].sort((a, b) => a - b);
      const made: Preparation = { what: "gaps-filled", lines };
      core.prepared(made, preparationSentence(made));
    }
    if (steered !== undefined) sayWhatWasDecided(core, steered, this.#first);
    for (const name of Object.keys(settings.environment)) {
      const why = "it is not set where benchmarks run";
      core.note({ expression: `process.env.${name}`, kind: "sync", from: "inferred", why });
    }
    for (const [name, said] of this.#refusing) {
      core.incidents.add(sayRefusing(name, said));
    }
    if (settings.hasKeys !== "none") {
      core.incidents.add(
        "Made-up objects that it spreads, or goes through by their keys, have keys of names that its text reads.",
      );
    }
    if (newReceivers) {
      core.incidents.add(
        "Each call got an instance of its own, as one takes only one call: that is part of the cost.",
      );
    }
    return contestant;
  }

  async #load(...how: Parameters<typeof loadTarget>): Promise<LoadedTarget> {
    try {
      return await loadTarget(...how);
    } finally {
      if (!this.#isLoaded) this.#begun = harness.cpuMilliseconds();
      this.#isLoaded = true;
    }
  }

  #steered({ avoid }: Settings): Steered | undefined {
    const { text, language, functionStart } = this.#source;
    const wish = {
      ioCalls: this.#wantedIo().map(({ range }) => range.start),
      avoid,
      endsLoops: this.#endsLoops,
    };
    const steered = steer(text, language, functionStart, { ...wish, settles: this.#settles });
    return steered ?? steer(text, language, functionStart, { ...wish, settles: true });
  }

  #filled(text: string, gaps: readonly Gap[]): string | undefined {
    const { language, functionStart } = this.#source;
    return gaps.length === 0 ? undefined : fillGaps(text, language, functionStart, gaps);
  }

  /** Whether a gap is one that is not yet filled, and can be. */
  #isNew({ line, member }: Gap, { gaps }: Settings): boolean {
    const isKnown = gaps.some((one) => one.line === line && one.member === member);
    return !isKnown && this.#filled(this.#source.text, [{ line, member }]) !== undefined;
  }

  /** What is decided or filled for a function changes nothing of what it is. */
  #analyzeAsWritten(changed: string): Analyze {
    return (text, language) => this.#services.analyze(text === changed ? this.#source.text : text, language);
  }

  #wantedIo(): readonly IoCall[] {
    if (this.#wanted !== undefined) return this.#wanted;
    const { functions, target } = this.#asWritten();
    return (this.#wanted = target === undefined ? [] : wantedIoCalls(functions, target));
  }

  #asWritten(): { readonly functions: readonly AsyncFunction[]; readonly target: AsyncFunction | undefined } {
    const { language } = this.#source;
    const { text, functionStart } = this.#source.written ?? this.#source;
    const { functions } = this.#services.analyze(text, language);
    return { functions, target: functions.find(({ range }) => range.start === functionStart) };
  }

  /** Has the result name the I/O calls on the path of success that the call of a contestant, the last, did not come to. */
  async finish(contestant: Contestant): Promise<Contestant> {
    const { core } = this.#services;
    const { recording } = contestant;
    if (!mayMiss(this.#wantedIo(), recording)) return contestant;
    // Where it came to nothing nobody has to watch.
    const cameToNone = recording.operations.length === 0;
    if (this.isOverdue && !cameToNone) return contestant;
    const putBack = core.keep();
    const missed = cameToNone ? this.#wantedIo() : await this.#missed();
    putBack();
    contestant.target.fakes.enter();
    const sentence = missedSentence(missed);
    if (sentence !== null) core.incidents.add(sentence);
    return contestant;
  }

  /** Makes the last attempt again, watched; what cannot be watched, as a module that loads only once, tells nothing. */
  async #missed(): Promise<readonly IoCall[]> {
    const { functions, target } = this.#asWritten();
    if (target === undefined) return [];
    const { language, file, text } = this.#source;
    const calls = ioCallsOfSuccess({ functions, target }, this.#source.written?.text ?? text, language);
    try {
      const watched = calls.map((call) => watchedCall(call, this.#source.written?.text ?? text));
      const missed = await reachWatch.during(file, watched, () => this.#try(this.#last!));
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
    return recording.operations.length === 0 && !isGiven && this.#wantedIo().length > 0;
  }

  /** What the target and the project's files through which an error came ask of the environment, and is not set. */
  #environmentFor(error: unknown): Record<string, string> {
    const { madeUpEnvironment } = this.#services.core;
    const isSet = (name: string): boolean => name in process.env && !(name in madeUpEnvironment);
    const textOf = sourceTextOf(this.#source);
    const files = framesOf(stackOf(causeOf(error))).map(({ file }) => file);
    const own = new Set(files.filter((file) => !/[\\/]node_modules[\\/]/.test(file)));
    const texts = [this.#source.text, ...[...own].map((file) => textOf(file) ?? "")];
    return Object.assign({}, ...texts.map((text) => environmentIn(text, isSet))) as Record<string, string>;
  }

  /** Whether an error told something by which the same attempt may come to a better end. */
  #learnt(error: unknown, settings: Settings, target: LoadedTarget | undefined): boolean {
    const { core } = this.#services;
    const { blocked } = core;
    const culprit = blocked === null ? null : packageOfStack(stackOf(blocked));
    if (culprit !== null && !this.#replaced.has(culprit)) {
      this.#replaced.add(culprit);
      return true;
    }
    const cause = causeOf(error);
    // It is named among the warnings, whatever comes of the call.
    if (cause instanceof MissingModule && !this.#replacesMissing) {
      this.#replacesMissing = true;
      return true;
    }
    if (cause instanceof Endless) {
      const before = core.patience;
      core.patience = Math.min(nextPatience(before, cause), PATIENCE_AT_MOST);
      if (core.patience > before) return true;
    }
    if (cause instanceof Endless && !this.#endsLoops) {
      this.#endsLoops = true;
      if (settings.attempt.steers) return true;
    }
    const environment = this.#environmentFor(error);
    if (Object.keys(environment).some((name) => !(name in settings.environment))) {
      this.#environment = { ...settings.environment, ...environment };
      settings.environment = this.#environment;
      return true;
    }
    const isCaught = error instanceof PathOfFailure;
    if (!isCaught) {
      this.#first ??= error;
      if (this.#blame === undefined || this.#blame instanceof Unreachable) this.#blame = error;
    }
    if (error instanceof NotAgain && !settings.newReceivers) {
      settings.newReceivers = true;
      return true;
    }
    if (target === undefined || this.isOverdue) return false;
    const { callable, asyncFunction } = target;
    const { start, end } = asyncFunction.range;
    const ownText = target.source.text.slice(start, end);
    const isWaiting = cause instanceof Unsettled && cause.ioCallsEach === undefined;
    const waitsForEvents = isWaiting || isTimeout(cause, target.source);
    if (waitsForEvents && !settings.bringsOwnEvents && listensToItself(callable.receiver, ownText)) {
      settings.bringsOwnEvents = true;
      return true;
    }
    if (!isWaiting && waitsForEvents && !settings.hasLongDelays) {
      settings.hasLongDelays = true;
      return true;
    }
    if (isWaiting && !settings.isEager) {
      settings.isEager = true;
      return true;
    }
    const { valuesTaken = 0 } = callable;
    if (isWaiting && valuesTaken > 0 && settings.valuesAtMost === undefined) {
      settings.valuesAtMost = valuesTaken;
      return true;
    }
    if (isWaiting && !this.#settles) {
      this.#settles = true;
      if (settings.attempt.steers) return true;
    }
    const goesOn =
      cause instanceof Unsettled && cause.ioCallsEach !== undefined ? cause.lastOperation : undefined;
    const readOn = cause instanceof EndlessError ? cause.lastCall : undefined;
    const repeats = goesOn === undefined ? readOn : lastName(goesOn);
    const ending = repeats === undefined ? undefined : endOfLoop(repeats, target.projectTexts);
    if (ending !== undefined && !settings.shapes.has(ending.name)) {
      settings.shapes.set(ending.name, ending.shape);
      return true;
    }
    const runsOut = cause instanceof EndlessError ? readAgain(cause, core, settings.runDry) : repeats;
    if (runsOut !== undefined && !settings.runDry.has(runsOut)) {
      settings.runDry.add(runsOut);
      return true;
    }
    const freeName = defineFreeName(causeOf(error), target.fakes);
    if (freeName !== null) return true;
    const isRead = wantsJson(cause) || core.uses.some((use) => givesText(use, target.source.text));
    if (!settings.makesBodies && isRead) {
      settings.makesBodies = true;
      return true;
    }
    const { attempt, shapes, promises, plain, avoid } = settings;
    const source = target.source;
    const correction = correctionFor(causeOf(error), target.fakes, sourceTextOf(source));
    const corrections = shapes.size + promises.size + plain.size;
    if (correction !== undefined && corrections < CORRECTIONS_AT_MOST) {
      if ("hasTuples" in correction && !settings.hasTuples) {
        settings.hasTuples = true;
        return true;
      }
      if ("promise" in correction && !promises.has(correction.promise)) {
        promises.add(correction.promise);
        return true;
      }
      if ("plain" in correction && !plain.has(correction.plain)) {
        plain.add(correction.plain);
        return true;
      }
      if ("name" in correction) {
        // A variable of the source goes by another name than what is made up for it.
        const name = [correction.name, `*.${lastName(correction.name)}`].find((one) => !shapes.has(one));
        if (name !== undefined) {
          shapes.set(name, correction.shape);
          return true;
        }
      }
    }
    const repeated = isCaught || !TRIES_AGAIN.test(ownText) ? undefined : repeatedOperation(core);
    if (repeated !== undefined && !settings.runDry.has(repeated)) {
      settings.runDry.add(repeated);
      settings.alwaysDry.add(repeated);
      return true;
    }
    if (settings.hasKeys !== "all" && lacksKeys(causeOf(error))) {
      settings.hasKeys = settings.hasKeys === "none" ? "few" : "all";
      return true;
    }
    const gap = attempt.rung < FILLED_FROM ? null : gapOf(causeOf(error), source.file);
    // What a fakes file answers is what the user wants it to be, be it nothing.
    const isGiven = target.fakes.given?.givesAnswers === true;
    if (gap !== null && !isGiven && settings.gaps.length < GAPS_AT_MOST && this.#isNew(gap, settings)) {
      settings.gaps.push(gap);
      return true;
    }
    const line = firstFrameIn(stackOf(causeOf(error)), source.file)?.line;
    if (!attempt.steers || line === undefined || avoid.has(line) || avoid.size >= DETOURS_AT_MOST)
      return false;
    avoid.add(line);
    return true;
  }

  /**
   * Whether a package that refused made-up values is made up from here on: before the function is taken out of its module,
   * and loses all that it imports with it.
   */
  #replacesRefusing(error: unknown, { rung }: Attempt): boolean {
    const isLoading = error instanceof LoadingFailed && error.state !== "timed-out";
    if (this.isOverdue || (isLoading ? rung > LAST_WITHIN_MODULE : rung !== LAST_WITHIN_MODULE)) return false;
    const cause = causeOf(error);
    const thrower = packageOfFile(firstOwnFrame(cause)?.file ?? "");
    const culprit = packageOfStack(stackOf(cause));
    if (thrower === null || culprit === null || culprit === packageOfFile(this.#source.file)) return false;
    if (this.#replaced.has(culprit)) return false;
    this.#replaced.add(culprit);
    this.#refusing.set(culprit, sayThrown(cause));
    return true;
  }

  /** @throws {Unmeasurable} what is to blame, where the module itself says that it will not be used. */
  #endOf(error: unknown): AttemptEnd {
    if (!mayBeOtherwise(error, this.#source)) throw this.#blame;
    if (error instanceof Unreachable) return "unreachable";
    if (error instanceof LoadingFailed) return "not-loaded";
    const cause = causeOf(error);
    // An answer that is on its way to the function has nobody's frame.
    const isElsewhere = (firstOwnFrame(cause)?.file ?? this.#source.file) !== this.#source.file;
    return cause instanceof EndlessError && isElsewhere ? "endless-elsewhere" : "failed";
  }
}

function copyOf(settings: Settings): Settings {
  const { shapes, promises, plain, avoid, gaps, runDry, alwaysDry } = settings;
  return {
    ...settings,
    shapes: new Map(shapes),
    promises: new Set(promises),
    plain: new Set(plain),
    avoid: new Set(avoid),
    gaps: [...gaps],
    runDry: new Set(runDry),
    alwaysDry: new Set(alwaysDry),
  };
}

/** What is told of a package that was made up for what it threw: `said`. */
function sayRefusing(name: string, said: string): string {
  // What it looked for follows in lines of their own.
  const error = said.replace(/\.?\s+(?:Tried|Require stack):$/, "");
  const isNative = /\bbindings? file\b|\.node\b|native/i.test(error);
  return `The package ${name} was made up, as it ${isNative ? "needs its native part, which does not run here" : "refused made-up values"}: ${error}`;
}

/** The first error that the target's file caught in the last call; null where there was none. */
function pathOfFailure(target: LoadedTarget | undefined): PathOfFailure | null {
  const [caught] = catchWatch.caught;
  return caught === undefined || target === undefined ? null : new PathOfFailure(target, caught);
}

/** The first rung on which private members are plain ones, which can be made up. */
const APART_FROM_CLASS = 2;

/** There is no branch to decide. */
const NOTHING_TO_STEER = new Error("nothing to steer");
