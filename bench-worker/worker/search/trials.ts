import type { Preparation } from "../../preparation.ts";
import { preparationSentence } from "../../preparation-words.ts";
import { packagesNotInstalled } from "../../fake-words.ts";
import type { TargetSource } from "../../protocol.ts";
import { LADDER } from "../attempts.ts";
import { causeOf } from "../blame.ts";
import type { CallRunner } from "../call/run-calls.ts";
import { exitEnd } from "../exit-end.ts";
import { hearingFlattened } from "../fakes/flattened-lists.ts";
import { hearingSplits } from "../fakes/split-texts.ts";
import { called } from "../first-call.ts";
import { harness } from "../harness/intrinsics.ts";
import { Endless } from "../harness/time-limit.ts";
import type { Unmeasurable } from "../harness/unmeasurable.ts";
import { catchWatch } from "../load/catch-watch.ts";
import { LoadingFailed, loadTarget, type LoadedTarget } from "../load/load-target.ts";
import type { LoadServices } from "../load/load-services.ts";
import type { Contestant } from "../measure/contestant.ts";
import { endlessByItself } from "../look-where-busy.ts";
import { OnlyFailure } from "../only-failure.ts";
import { hasToDoWith } from "../load/has-to-do-with.ts";
import { catchesErrors } from "../path-of-failure.ts";
import { sayFilled, sayWhatWasLearnt, sayWhatWasMadeUp } from "../say-preparations.ts";
import type { Told } from "./alike.ts";
import { Lessons } from "./lessons.ts";
import type { Settings } from "./settings.ts";
import { TargetText } from "./target-text.ts";

/**
 * Milliseconds of computing and of idle waiting after which only the last attempt is left, as a person is waiting, once what the target imports
 * was loaded; and that share of the budget where somebody has time.
 */
const ATTEMPTS_AT_MOST = { usual: 4_000, ofBudget: 0.3 };

/** The share of that for attempts once one has been called without coming to an I/O call. */
const FOR_IO = 0.5;

/** Milliseconds of CPU time of an attempt that is made again with longer lists, or other numbers; and that share of the budget. */
const AGAIN_AT_MOST = { usual: 500, ofBudget: 0.1 };

/** Makes one attempt at a target after the other, each as if none had been before it, and keeps the time. */
export class Trials {
  readonly source: TargetSource;
  readonly services: LoadServices;
  readonly text: TargetText;
  /** Whether the target catches errors, so that an attempt is to be watched for those that it caught. */
  readonly catches: boolean;
  /** What attempts before have told: all that follow are made with it. */
  lessons: Lessons;
  /** Of the last attempt. */
  last: Settings | undefined;
  /** Milliseconds of CPU time of the last attempt, but for loading what nobody had loaded before: the next one does not take that again. */
  lastMilliseconds = 0;
  /** Whether one was made that will do if no other is better: there is less time for others then. */
  hasOneThatWillDo = false;
  /** Whether it was looked where a call is busy that does not come back. */
  #hasLooked = false;
  /** What each attempt begins with. */
  readonly #told: Told | undefined;
  readonly #runner: CallRunner;
  readonly #onlyFailure: OnlyFailure | null;
  /** Of the budget. */
  readonly #attemptsAtLeast: number;
  #begun = ownMilliseconds();
  /** Whether its module was loaded for the first time: that takes as long as it takes. */
  #hasLoaded = false;
  /** Of CPU time, for as long as the attempt lasts that did so. */
  #firstLoadMilliseconds = 0;

  constructor(source: TargetSource, services: LoadServices, runner: CallRunner, told?: Told) {
    this.source = source;
    this.services = services;
    this.text = new TargetText(source, services.analyze);
    this.#told = told;
    this.lessons = new Lessons(source, this.text, services.core);
    this.catches = catchesErrors(source, services.analyze(this.text.written, source.language));
    this.#runner = runner;
    services.core.endlessReads = Infinity;
    services.core.hasLooped = false;
    services.core.hasReadFileNames = false;
    services.core.mayVary = false;
    services.core.unsetVariables.forget();
    this.#onlyFailure = OnlyFailure.of(source);
    this.#attemptsAtLeast = ATTEMPTS_AT_MOST.ofBudget * services.budgetMilliseconds;
  }

  readonly isOwnFile = (file: string): boolean => file === this.source.file;

  /** Whether the time is over that there is for attempts, once what it imports was read and compiled. */
  get isOverdue(): boolean {
    return this.#spentMilliseconds > (this.hasOneThatWillDo ? FOR_IO : 1) * this.#attemptsAtMost;
  }

  /** Whether to make the last attempt again, with longer lists or other numbers, takes too long. */
  get isLongToRepeat(): boolean {
    const most = Math.max(AGAIN_AT_MOST.usual, AGAIN_AT_MOST.ofBudget * this.services.budgetMilliseconds);
    return this.isOverdue || this.lastMilliseconds > most;
  }

  /** No attempt at all is to follow. */
  get isLongOverdue(): boolean {
    return this.#spentMilliseconds > 2 * Math.max(ATTEMPTS_AT_MOST.usual, this.#attemptsAtMost);
  }

  get #attemptsAtMost(): number {
    return Math.max(this.#attemptsAtLeast, ATTEMPTS_AT_MOST.usual);
  }

  get #spentMilliseconds(): number {
    return ownMilliseconds() - this.#begun;
  }

  /** Forgets what attempts have told, and begins anew to count the time. */
  startOver(): void {
    this.lessons = new Lessons(this.source, this.text, this.services.core);
    this.last = undefined;
    this.#hasLoaded = false;
    this.#begun = ownMilliseconds();
  }

  /** Has settings begin with what attempts before, and those with which it is compared, have told of values. */
  begin(settings: Settings): void {
    for (const fact of this.#told?.facts ?? []) settings.facts.add(fact);
  }

  /**
   * Loads the target with these settings and calls it once.
   *
   * @param heard Told what was loaded, also where the call fails.
   * @throws what loading or the call throws.
   */
  async make(settings: Settings, heard: { loaded?: LoadedTarget } = {}): Promise<Contestant> {
    const begun = harness.cpuMilliseconds();
    const endWatch = this.services.core.unsetVariables.watch(globalThis.process.env);
    try {
      return await this.#made(settings, heard);
    } finally {
      endWatch();
      this.lastMilliseconds = harness.cpuMilliseconds() - begun - this.#firstLoadMilliseconds;
      this.#firstLoadMilliseconds = 0;
    }
  }

  /** The same, with what tells of caught errors where some may be caught. */
  async makeWatched(settings: Settings, heard: { loaded?: LoadedTarget } = {}): Promise<Contestant> {
    if (!this.catches) return await this.make(settings, heard);
    return await catchWatch.during(this.isOwnFile, () => this.make(settings, heard));
  }

  /** Whether an error told something with which an attempt by these settings, which it changes, may get further. */
  learnt(error: unknown, settings: Settings, { loaded }: { loaded?: LoadedTarget }): boolean {
    return this.lessons.learn(error, settings, this.isOverdue ? undefined : loaded);
  }

  /** What another attempt gives; undefined where it comes to no good end. Nothing of it is under way then. */
  async orNothing<Result>(attempt: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await attempt();
    } catch {
      return undefined;
    } finally {
      await this.#runner.settleDown();
    }
  }

  /** The same; where it gives nothing, all is again as a contestant, the last, has left it. */
  async orBack<Result>(
    contestant: Contestant,
    attempt: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const putBack = this.keep(contestant);
    const found = await this.orNothing(attempt);
    if (found === undefined) putBack();
    return found;
  }

  /** Why a call does not come back, where that is a loop which nothing made up has to do with; null otherwise. It is looked for once. */
  async endlessByItself(error: unknown): Promise<Unmeasurable | null> {
    const endless = causeOf(error);
    const isCall = endless instanceof Endless && endless.isSure && !(error instanceof LoadingFailed);
    if (!isCall || this.#hasLooked) return null;
    this.#hasLooked = true;
    return await endlessByItself(endless, this.source, this.services, this.#runner);
  }

  /** What puts all back as a contestant, the last, has left it. */
  keep({ target }: Contestant): () => void {
    const { last } = this;
    const putBack = this.services.core.keep();
    return () => {
      this.last = last;
      putBack();
      target.fakes.enter();
    };
  }

  async #made(settings: Settings, heard: { loaded?: LoadedTarget }): Promise<Contestant> {
    const { attempt, facts } = settings;
    const { core } = this.services;
    this.last = settings;
    this.services.onTry?.();
    core.forget();
    const rung = LADDER[attempt.rung]!;
    if (rung.replacesFailing === true && facts.about("file").length === 0) throw NOTHING_TO_REPLACE;
    const changed = this.text.changed(facts);
    const services = changed === undefined ? this.services : { ...this.services, changed };
    const target = await this.#load(this.source, services, { ...rung, ...settings });
    heard.loaded = target;
    const ending = facts.has("exit") ? exitEnd : this.#onlyFailure;
    const contestant = await hearingSplits(core, () =>
      hearingFlattened(core, () => called(target, this.services, this.#runner, ending)),
    );
    sayWhatWasMadeUp(core, contestant, this.lessons.first);
    sayFilled(core, facts, this.source.file);
    for (const { usedUpAt } of facts.about("instances")) {
      const own: Preparation = { what: "own-instances", usedUpAt };
      core.prepared(own, preparationSentence(own));
    }
    const isOfCall = (name: string): boolean => hasToDoWith(name, target, core.uses);
    for (const name of packagesNotInstalled(core.uses)) if (!isOfCall(name)) core.leaveOut(name);
    sayWhatWasLearnt(core, target, isOfCall);
    return contestant;
  }

  async #load(...how: Parameters<typeof loadTarget>): Promise<LoadedTarget> {
    const begun = harness.cpuMilliseconds();
    try {
      return await loadTarget(...how);
    } finally {
      if (!this.#hasLoaded) {
        this.#hasLoaded = true;
        this.#firstLoadMilliseconds = harness.cpuMilliseconds() - begun;
        this.#begun = ownMilliseconds();
      }
    }
  }
}

/** Milliseconds that passed, but for those in which others kept the process from running: of what never settles most are waited. */
function ownMilliseconds(): number {
  return harness.cpuMilliseconds() + harness.idleMilliseconds();
}

/** No file of the project failed within the module. */
export const NOTHING_TO_REPLACE = new Error("nothing to replace");
