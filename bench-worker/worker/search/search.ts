import path from "node:path";
import * as v from "valibot";
import { isAnswer } from "../../../analysis/patterns/responses.ts";
import type { Fact } from "../../contract/fact.ts";
import { waySchema, type Way } from "../../way.ts";
import { isApart, LADDER, LAST_ATTEMPT, type Attempt, type AttemptEnd } from "../attempts.ts";
import { causeOf, mayBeOtherwise } from "../blame.ts";
import { LaterCallFailed } from "../first-call.ts";
import { firstFrameIn, stackOf } from "../io/call-site.ts";
import { isObject } from "../io/is-object.ts";
import { lastName } from "../io/last-name.ts";
import { firstOwnFrame } from "../io/own-frames.ts";
import { nextTurn } from "../call/run-calls.ts";
import { alwaysExits } from "../exit-end.ts";
import { endlessRecursion } from "../endless-recursion.ts";
import { FakesFileError } from "../fakes-file/fakes-file-error.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { harness } from "../harness/intrinsics.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { Endless, nextPatience, PATIENCE_AT_MOST } from "../harness/time-limit.ts";
import { explainLoading } from "../load/explain.ts";
import { catchWatch } from "../load/catch-watch.ts";
import { mayMiss } from "../missed-calls.ts";
import { TriedFacts } from "./tried-facts.ts";
import { missedOfLast, type Missed } from "./missed-of-last.ts";
import { LoadingFailed, type LoadedTarget } from "../load/load-target.ts";
import { Unread } from "../load/reading.ts";
import { NotMade, Unreachable } from "../load/unreachable.ts";
import type { Contestant } from "../measure/contestant.ts";
import { Met } from "../met.ts";
import type { Rules } from "../rules.ts";
import { asksOnlyThis } from "../program/asks-this.ts";
import { otherWay } from "../program/branches.ts";
import { wishesOf, type Wish } from "../program/inversion.ts";
import type { Condition } from "../program/conditions.ts";
import { PathOfFailure, pathOfHanded, reachedBy } from "../path-of-failure.ts";
import { copyOf, firstSettings, type Settings } from "./settings.ts";
import { NOTHING_TO_REPLACE, type Trials } from "./trials.ts";

/** An attempt that will do if no other is better. */
interface Best {
  readonly settings: Settings;
  /** I/O calls, each once. */
  readonly reached: number;
  /** That it made in all, also when it had settled. */
  readonly callsInAll: number;
  /** Why another would be better; null where it only came to no I/O call. */
  readonly failure: PathOfFailure | null;
}

/** The attempts at one target, until one comes to a good end. */
export class Search {
  readonly #trials: Trials;
  /** With what it ran, though to no I/O call, or by its path of failure. */
  #best: Best | undefined;
  /** What attempts that failed came to: by it the user can steer the function. */
  readonly #met: Met;

  constructor(trials: Trials) {
    this.#trials = trials;
    this.#met = new Met(trials.services.core);
  }

  get #rules(): Rules {
    return this.#trials.services.core.rules;
  }

  get hasBest(): boolean {
    return this.#best !== undefined;
  }

  /**
   * One that ran where it stands, or as it was made, with no error caught, though to no I/O call; undefined where none did. What it calls of its project ran, and is no I/O call: apart from there nothing but such functions would be left to count.
   */
  async asItRan(): Promise<Contestant | undefined> {
    if (this.#best === undefined) return undefined;
    const { failure, callsInAll, settings } = this.#best;
    const { attempt } = settings;
    if (failure !== null || callsInAll > 0 || isApart(attempt)) return undefined;
    if (!this.#rules.allow("as-it-ran")) return undefined;
    const again = await this.#trials.orNothing(() => this.best());
    // One that ran once only is none.
    if (again === undefined) this.#best = undefined;
    return again;
  }

  /** Tells the fakes that attempts came to before they failed, and which entries of the fakes file none of them used. */
  tellWhatWasMet(): void {
    this.#met.tell();
  }

  /** Tells how it got to what the last attempt gave, and how imported functions answer; undefined where that cannot be told. */
  wayTo(
    { recording }: Contestant,
    answers: Way["answers"],
    plain: Settings | null = null,
  ): () => Way | undefined {
    const { last, services } = this.#trials;
    const { patience } = services.core;
    const ioCalls = recording.operations.length;
    const settings = plain ?? last;
    return () => {
      if (settings === undefined) return undefined;
      const { attempt, facts, standIns } = settings;
      const learnt = { facts: [...facts], standIns: standIns ?? undefined };
      // What is longer than anybody reads is looked for again.
      const read = v.safeParse(waySchema, { patience, ioCalls, answers, ...attempt, ...learnt });
      return read.success ? read.output : undefined;
    };
  }

  /**
   * Makes the one attempt of a way that another process has told.
   *
   * @param isSaid What was done to the function for it the other has said.
   * @returns Undefined where it comes to no good end here, or to other I/O calls: then nothing of it is left.
   */
  async follow(way: Way, isSaid: boolean): Promise<Contestant | undefined> {
    const { core } = this.#trials.services;
    const { rung, facts, standIns = null } = way;
    if (rung >= LADDER.length) return undefined;
    const settings = { ...firstSettings({ rung }, this.#trials.lessons.facts), standIns };
    for (const fact of facts) settings.facts.add(fact);
    core.patience = Math.max(core.patience, Math.min(way.patience, PATIENCE_AT_MOST));
    const contestant = await this.#followed(settings);
    if (contestant?.recording.operations.length === way.ioCalls) {
      if (isSaid) {
        core.incidents.clear();
        core.preparations.length = 0;
        core.remarks.length = 0;
      }
      return contestant;
    }
    this.#trials.startOver();
    return undefined;
  }

  /** As often as it takes to wait long enough on a busy machine. */
  async #followed(settings: Settings): Promise<Contestant | undefined> {
    const { core } = this.#trials.services;
    for (;;) {
      try {
        return await this.#trials.make(settings);
      } catch (error) {
        this.#trials.services.onAttempt?.("the way of another process", error);
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
    if (this.#best === undefined) throw this.#trials.lessons.blame;
    const { settings, failure } = this.#best;
    const target: { loaded?: LoadedTarget } = {};
    const contestant = await this.#trials.make(settings, target).catch((error: unknown) => {
      if (!this.#givesOwnInstances(error, settings, target)) throw error;
      return this.#trials.make(settings);
    });
    if (failure !== null) this.#trials.services.core.prepared(failure.preparation, failure.warning);
    return contestant;
  }

  /** Where no attempt came past an exit of the process: one whose end that is; undefined where that does not help either. */
  async untilItsExit(): Promise<Contestant | undefined> {
    const { lessons } = this.#trials;
    if (this.hasBest || !lessons.mayExit) return undefined;
    if (!lessons.facts.add({ about: "exit", because: "exits" })) return undefined;
    const end = await this.#trials.orNothing(() => this.make({ rung: 0 }));
    return typeof end === "object" ? end : undefined;
  }

  /** Makes an attempt, again and again with what its errors told. */
  async make(attempt: Attempt): Promise<Contestant | AttemptEnd> {
    // What does not come back shall not be cured by leaving it out.
    const isCured =
      attempt.rung === LAST_ATTEMPT.rung && causeOf(this.#trials.lessons.blame) instanceof Endless;
    const isAllowed = !isCured && (attempt.rung === 0 || this.#rules.allow(`rung-${attempt.rung}`));
    if (!isAllowed) return this.#best?.failure == null ? "failed" : "caught";
    const settings = firstSettings(attempt, this.#trials.lessons.facts);
    this.#trials.begin(settings);
    const replacesFailing = LADDER[attempt.rung]!.replacesFailing === true;
    if (replacesFailing) for (const one of this.#trials.lessons.failing) settings.facts.add(one);
    const tried = new TriedFacts(settings.facts);
    const { core } = this.#trials.services;
    for (;;) {
      const target: { loaded?: LoadedTarget } = {};
      const how = `rung ${attempt.rung}`;
      try {
        const contestant = await this.#trials.makeWatched(settings, target);
        const caught = pathOfFailure();
        const handed = caught === null ? this.#handedOn(contestant) : null;
        // What only hands an error on may be there for that.
        const isWhole = handed !== null && !this.#mayMiss(contestant);
        const failure = caught ?? (isWhole ? null : handed);
        if (failure !== null || isWhole) {
          this.#trials.services.onAttempt?.(how, failure ?? handed);
          this.#keep(settings, contestant, failure);
          if (this.#trials.learnt(failure ?? handed, settings, target)) continue;
        }
        if (isWhole && this.#takesOtherWay(handed, settings, target)) continue;
        if (failure !== null) {
          if (!tried.areThere && this.#setsVariables(failure, contestant)) continue;
          if (this.#takesOtherWay(failure, settings, target)) continue;
          if (this.#replacesRefusing(failure, attempt)) continue;
          if (tried.takeBack()) continue;
          return "caught";
        }
        if (tried.takeUselessBack(contestant)) continue;
        if (this.#learntOfWaiting(settings, contestant)) {
          this.#trials.services.onAttempt?.(how, "what is waited for");
          this.#keep(settings, contestant, null);
          continue;
        }
        if (!this.#trials.isOverdue && tried.takeAwaited(contestant, core)) {
          this.#trials.services.onAttempt?.(how, "what is awaited");
          this.#keep(settings, contestant, null);
          continue;
        }
        if (this.#isWithoutIo(contestant)) {
          this.#trials.services.onAttempt?.(how, "no I/O");
          this.#keep(settings, contestant, null);
          if (await this.#learntOfLeaving(settings, contestant, tried)) continue;
          if (!this.#trials.isOverdue && tried.giveLists(contestant, core)) continue;
          if (!this.#trials.isOverdue && tried.giveKeys(contestant, core)) continue;
          if (!this.#trials.isOverdue && tried.fillLists(contestant, core)) continue;
          if (tried.takeBack()) continue;
          return "without-io";
        }
        if (this.#mayMiss(contestant) && (await this.#leadsFurther(settings, contestant, tried))) {
          this.#trials.services.onAttempt?.(how, "I/O calls that it passed");
          this.#keep(settings, contestant, null);
          continue;
        }
        if (!this.#trials.isOverdue && tried.giveLists(contestant, core)) {
          this.#trials.services.onAttempt?.(how, "lists in the places of one thing");
          this.#keep(settings, contestant, null);
          continue;
        }
        if (!this.#trials.isOverdue && this.#mayMiss(contestant) && tried.giveKeys(contestant, core)) {
          this.#trials.services.onAttempt?.(how, "keys that were asked for");
          this.#keep(settings, contestant, null);
          continue;
        }
        if (!this.#trials.isOverdue && tried.takeParts(contestant, core)) {
          this.#trials.services.onAttempt?.(how, "parts of other operations");
          this.#keep(settings, contestant, null);
          continue;
        }
        if (!this.#trials.isOverdue && tried.takeClasses(contestant, core)) {
          this.#trials.services.onAttempt?.(how, "I/O calls on stand-ins");
          this.#keep(settings, contestant, null);
          continue;
        }
        // What is measured is the function as it is written.
        return this.#trials.catches ? await this.#trials.make(settings, target) : contestant;
      } catch (error) {
        if (await putDeadThenBack()) throw this.#replacesThen();
        this.#trials.services.onAttempt?.(how, error);
        this.#met.keep(attempt.rung, target.loaded);
        this.#tellFailure(error);
        const recursion = endlessRecursion(error, this.#trials.source);
        if (recursion !== null) throw recursion;
        // The user can put it right, or we can, and no other attempt.
        if (error instanceof FakesFileError || causeOf(error) instanceof FakesFileError) throw error;
        if (error instanceof Unread) throw error;
        if (target.loaded !== undefined && this.#trials.lessons.learnsOfExit(error, target.loaded)) continue;
        if (this.#givesOwnInstances(error, settings, target)) continue;
        if (error === NOTHING_TO_REPLACE) return this.#best?.failure == null ? "failed" : "caught";
        // What it caught first says more than what it threw then.
        const failure = target.loaded === undefined ? null : pathOfFailure();
        if (failure !== null && this.#trials.learnt(failure, settings, target)) continue;
        if (this.#trials.learnt(error, settings, target)) continue;
        if (!tried.areThere && this.#setsVariables(failure ?? error)) continue;
        if (this.#takesOtherWay(failure ?? error, settings, target)) continue;
        if (failure !== null && this.#replacesRefusing(failure, attempt)) continue;
        if (this.#replacesRefusing(error, attempt)) continue;
        if (this.#trials.lessons.learnsOfLoading(error, attempt)) continue;
        if (tried.takeBack()) continue;
        if (this.#leavesInstances(settings, target)) continue;
        const isInTime = replacesFailing && !this.#trials.isOverdue;
        if (this.#trials.lessons.learnsOfFailing(error, settings) && isInTime) continue;
        const endless = await this.#trials.endlessByItself(error);
        if (endless !== null) throw endless;
        return this.#endOf(error);
      }
    }
  }

  /** Tells what is to blame by now, but for what tells of nothing that anybody could mend: another attempt is on its way. */
  #tellFailure(error: unknown): void {
    const { services, lessons, source } = this.#trials;
    const blame = lessons.blame ?? error;
    const cause = causeOf(blame);
    const isTelling = !(blame instanceof Unreachable) && !(cause instanceof Endless && !cause.isSure);
    if (isTelling) services.onFailure?.(this.hasBest ? undefined : explainLoading(blame, source.file));
  }

  /** Whether calls have instances of their own from here on: a call used up the one that all share. */
  #givesOwnInstances(error: unknown, { facts }: Settings, { loaded }: { loaded?: LoadedTarget }): boolean {
    const isUsedUp = error instanceof LaterCallFailed && loaded?.callable.isRenewable === true;
    if (!isUsedUp || facts.has("instances") || !this.#rules.allow("own-instances")) return false;
    const { file } = this.#trials.source;
    const usedUpAt = firstFrameIn(stackOf(causeOf(error)), file)?.line ?? null;
    return facts.add({ about: "instances", usedUpAt, because: "own-instances" });
  }

  /** Whether what types name as classes of the project are stand-ins from here on: with instances of them the call failed. */
  #leavesInstances({ facts }: Settings, { loaded }: { loaded?: LoadedTarget }): boolean {
    const areThere = (loaded?.fakes.instances?.classes.size ?? 0) > 0;
    return (
      areThere && !this.#trials.isOverdue && facts.add({ about: "classes", because: "instances-failed" })
    );
  }

  /** Keeps an attempt, unless one is kept that is as good. */
  #keep(settings: Settings, { recording }: Contestant, failure: PathOfFailure | null): void {
    const reached = reachedBy(recording);
    if (this.#best !== undefined && !isBetter({ settings, reached, failure }, this.#best)) return;
    const { callsInAll } = recording;
    this.#best = { settings: copyOf(settings), reached, callsInAll, failure };
    this.#trials.services.onFailure?.(undefined);
    this.#trials.hasOneThatWillDo ||= failure === null;
  }

  /** Whether a call may not have come to all of its I/O calls. */
  #mayMiss({ recording }: Contestant): boolean {
    return mayMiss(this.#trials.text.wantedIo(), recording);
  }

  /** How a call failed that handed an error on; null for any other. */
  #handedOn(contestant: Contestant): PathOfFailure | null {
    return contestant.target.fakes.given?.leadsCalls === true ? null : pathOfHanded(contestant);
  }

  /** Who says in a file what the function is given says which way it goes; what the call did not come to says nothing. */
  #isWithoutIo({ recording, target }: Contestant): boolean {
    const isGiven = target.fakes.given?.leadsCalls === true;
    return recording.operations.length === 0 && !isGiven && this.#trials.text.wantedIo().length > 0;
  }

  /**
   * Whether operations give promises from here on: what a stand-in gave was waited for, and none of its own methods called; nothing else
   * that the call waited for is known.
   */
  #learntOfWaiting({ facts }: Settings, { target, recording }: Contestant): boolean {
    const isGiven = target.fakes.given?.leadsCalls === true;
    if (this.#trials.isOverdue || recording.callsInAll > 0 || isGiven) return false;
    const { text, services } = this.#trials;
    const { calledFakes } = services.core;
    const { name: own, parameters } = target.asyncFunction;
    const isCalledOn = (name: string): boolean => calledFakes.some((one) => one.name.includes(`${name}().`));
    const waitedFor = [...target.fakes.waitedFor].filter(
      (name) => !isCalledOn(name) && !isAnswer(name, parameters),
    );
    if (waitedFor.length === 0) return false;
    // What it names itself is told by its text: nothing of that is I/O.
    const told = text.wantedIo().length > 0 ? new Set<string>() : text.names().add(lastName(own));
    const asked = waitedFor
      .filter((name) => !told.has(name))
      .map((name): Fact => ({ about: "operation", name, is: "promise", because: "asked-then" }))
      .filter((fact) => !facts.includes(fact));
    if (asked.length === 0 || !this.#rules.allow("asked-then")) return false;
    for (const fact of asked) facts.add(fact);
    return true;
  }

  /** Whether variables of the environment, or what it asked, are otherwise from here on: the call left before its I/O calls. */
  async #learntOfLeaving(settings: Settings, contestant: Contestant, tried: TriedFacts): Promise<boolean> {
    const trials = this.#trials;
    const { facts } = settings;
    const { leftAt, skippedAt } = await this.#leftBefore(settings, contestant);
    if (this.#leadsPast(skippedAt, contestant, tried)) return true;
    if (leftAt === null) return false;
    if (trials.lessons.learnsOfVariables(new Error(`It left at line ${leftAt}`), { hasLeft: true }))
      return true;
    const { fakes } = contestant.target;
    const conditions = trials.text.conditionsOfReturn(leftAt);
    const [wish] = wishesIn(conditions, fakes);
    if (wish !== undefined && this.#rules.allow("left-early"))
      return facts.add(wished(wish, fakes.metAs(wish.name), "left-early"));
    if (fakes.given?.givesValues === true) return false;
    const ways = conditions.filter((one) => !("test" in one) || !asksOnlyThis(one.test)).map(otherWay);
    return trials.lessons.values.takesWay(ways, "early-return", facts);
  }

  /** The same of a call that made I/O calls and passed over items. */
  async #leadsFurther(settings: Settings, contestant: Contestant, tried: TriedFacts): Promise<boolean> {
    const { text } = this.#trials;
    if (text.skipLines().size + text.filterLines().size === 0) return false;
    const { skippedAt } = await this.#leftBefore(settings, contestant);
    return this.#leadsPast(skippedAt, contestant, tried);
  }

  /**
   * The I/O calls on the path of success that the call did not come to, and the lines of the `return`, and of what passes over items, behind which
   * such ones stand.
   */
  async #leftBefore({ attempt }: Settings, contestant: Contestant): Promise<Omit<Missed, "calls">> {
    const trials = this.#trials;
    if (trials.isOverdue || isApart(attempt)) return { leftAt: null, skippedAt: [] };
    const putBack = trials.keep(contestant);
    const { leftAt = null, skippedAt = [], calls = [] } = (await missedOfLast(trials)) ?? {};
    putBack();
    const isBefore = (line: number): boolean => calls.some(({ position }) => position.line >= line);
    return {
      leftAt: leftAt !== null && isBefore(leftAt) ? leftAt : null,
      skippedAt: skippedAt.filter(isBefore),
    };
  }

  /** Whether what it asked of items is otherwise from here on, of each of them: it passed over them at some lines before its I/O calls. */
  #leadsPast(
    lines: readonly number[],
    { target: { fakes }, ...contestant }: Contestant,
    tried: TriedFacts,
  ): boolean {
    // What a fakes file gives is what the user wants it to be.
    if (fakes.given?.givesValues === true || fakes.given?.leadsCalls === true) return false;
    const conditions = lines.flatMap((line) => this.#trials.text.conditionsOfSkip(line));
    return wishesIn(conditions, fakes)
      .filter(({ name }) => !isOwn(name, fakes))
      .map((wish) => wished(wish, nameOfMany(wish.name, fakes), "skipped"))
      .some((fact) => tried.lead(fact, contestant, this.#trials.services.core));
  }

  #setsVariables(error: unknown, contestant?: Contestant): boolean {
    const cause = causeOf(error);
    const isOfTime = cause instanceof Endless || cause instanceof EndlessError;
    const hasIo = (contestant?.recording.operations.length ?? 0) > 0;
    return !isOfTime && !this.#trials.isOverdue && this.#trials.lessons.learnsOfVariables(error, { hasIo });
  }

  #takesOtherWay(error: unknown, settings: Settings, { loaded }: { loaded?: LoadedTarget }): boolean {
    const { isOverdue, lessons } = this.#trials;
    return loaded !== undefined && !isOverdue && lessons.values.takesOtherWay(error, settings, loaded);
  }

  #replacesRefusing(error: unknown, attempt: Attempt): boolean {
    return !this.#trials.isOverdue && this.#trials.lessons.replacesRefusing(error, attempt);
  }

  #replacesThen(): Unmeasurable {
    const { file } = this.#trials.source;
    return new Unmeasurable(
      "failed",
      `${path.basename(file)}, or what it calls, replaces Promise.prototype.then as it runs, so that nobody hears of the end of a promise.`,
      "Let the function keep the built-in methods as they are, or wrap the promise that it means.",
    );
  }

  /** @throws {Unmeasurable} what is to blame, where the module itself says that it will not be used, or the process always ends. */
  #endOf(error: unknown): AttemptEnd {
    const { source, lessons } = this.#trials;
    const isEnd = alwaysExits(causeOf(error), source, error instanceof LoadingFailed) && !lessons.mayExit;
    if (isEnd || !mayBeOtherwise(error, source)) throw lessons.blame;
    if (error instanceof NotMade) return "not-made";
    if (error instanceof Unreachable) return "unreachable";
    if (error instanceof LoadingFailed) return "not-loaded";
    const cause = causeOf(error);
    // An answer that is on its way to the function has nobody's frame.
    const isElsewhere = (firstOwnFrame(cause)?.file ?? source.file) !== source.file;
    return cause instanceof EndlessError && isElsewhere ? "endless-elsewhere" : "failed";
  }
}

/** Whether one came to more I/O calls; or, as the same attempt with more that is known, to a failure further down. */
function isBetter(one: Omit<Best, "callsInAll">, other: Best): boolean {
  if (one.reached !== other.reached || one.failure === null || other.failure === null)
    return one.reached > other.reached;
  const isSameAttempt = one.settings.attempt.rung === other.settings.attempt.rung;
  return isSameAttempt && one.failure.line > other.failure.line;
}

/** The first error that the target's file caught in the last call, but for those of what it has aborted itself; null where there was none. */
function pathOfFailure(): PathOfFailure | null {
  const caught = catchWatch.caught.find(({ error }) => !isOfAbort(error));
  return caught === undefined ? null : new PathOfFailure(caught);
}

/** Whether an error is that of Node or of the web for what was aborted, and no class of the project. */
function isOfAbort(error: unknown): boolean {
  if (!isObject(error)) return false;
  return error instanceof DOMException
    ? error.name === "AbortError"
    : Reflect.get(error, "code") === "ABORT_ERR";
}

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

/** What would have conditions be otherwise that a stand-in may be told, and was not. */
function wishesIn(conditions: readonly Condition[], fakes: LoadedTarget["fakes"]): Wish[] {
  return conditions.flatMap(wishesOf).filter(({ name }) => fakes.mayBe(name) && !fakes.isCorrected(name));
}

/** Whether a name is that of a callback's own parameter, which may be anything: the place of an item, say. */
function isOwn(name: string, fakes: LoadedTarget["fakes"]): boolean {
  return name.startsWith("*.") && !fakes.wasMet(name);
}

/** By what name a value is told that each item of a list may have: in what is asked of each it goes by another than where that is asked. */
function nameOfMany(name: string, fakes: LoadedTarget["fakes"]): string {
  return !name.includes("[") && fakes.wasMet(name) ? name : `*.${lastName(name)}`;
}

function wished({ shape: is, among }: Wish, name: string, because: string): Fact {
  return { about: "value", name, is, because, ...(among && { among: [...among] }) };
}
