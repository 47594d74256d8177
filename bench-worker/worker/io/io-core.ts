import type { ItemsHold } from "../fakes/item-place.ts";
import { fileNamesOf } from "../fakes/file-names.ts";
import { AsyncResource } from "node:async_hooks";
import type { FakeUse } from "../../target-result.ts";
import type { Preparation } from "../../preparation.ts";
import { remark, type Remark, type RemarkCode } from "../../remark.ts";
import type { IoCallKind } from "../../../analysis/model.ts";
import type { GivenFakes } from "../fakes-file/given-fakes.ts";
import type { Clock, Completion } from "../clock/clock.ts";
import type { OwnGlobals } from "../harness/global-state.ts";
import { harness } from "../harness/intrinsics.ts";
import { Importers } from "../load/importers.ts";
import { Rules } from "../rules.ts";
import { Attempts } from "./attempts.ts";
import { causality } from "./causality.ts";
import { FakeUses, type CalledFake } from "./fake-uses.ts";
import type { BackEnd } from "./back-end.ts";
import type { Callback } from "./callback.ts";
import { failCallback, failPromise, injectedError, type Injection } from "./injection.ts";
import { UnsetVariables } from "./unset-variables.ts";
import { textOfFunction } from "../harness/function-text.ts";

/** One fake I/O operation at the moment it is called. */
export interface Operation {
  readonly expression: string;
  readonly kind: IoCallKind;
}

/** A call of something that is neither faked nor run. */
export interface BlockedCall extends Error {
  /** As its caller names it: `net.connect`. */
  readonly api: string;
}

/** Watches and disturbs operations: in passes of its own, never while time or memory is taken. */
export interface IoTap {
  /**
   * Hears of an operation, synchronously in its call; `callback` is the function that was given to it, where it
   * was given one. Gives the error to inject, or null.
   */
  onCall(operation: Operation, callback: unknown): Injection | null;
  /** Hears of a call of a made-up value, by its name: `next`, `emitter.emit`. */
  onFakeCall?(name: string, parameters: readonly unknown[]): void;
  /** The line of the target that makes the call which goes on; null where it does not pass through it. */
  line?(): number | null;
  /** What the target's text calls the operation that is called on a line of it, or the member that is read there; undefined where that cannot be told. */
  nameInSource?(expression: string, line: number, isRead?: boolean): string | undefined;
  /** What the project's text calls the operation that is called, in whichever of its files that is; undefined where that cannot be told. */
  calledAs?(expression: string): string | undefined;
  /** Where another file of the project than the target's makes the call that goes on; undefined where none does. */
  placeElsewhere?(): { readonly file: string; readonly line: number } | undefined;
  /** What the target's text calls on a line of it by a name alone: `task` of `tasks.map((task) => task())`. */
  calleesOn?(line: number): readonly string[];
  /** Whether an `await` of the project, or what waits for all items of a list, is what asks a value for its promise just now. */
  isAwaited?(): boolean;
  /** The line of the target on which the operation was built that is called now, as what waits for it has no frame of the target. */
  builtAt?: number | null;
  /** What the call that is watched was given, where it ends by a callback, which it may hand on. */
  given?: readonly unknown[];
}

/** Text that a fake made, which is JSON to whoever reads it so: spaced as nobody writes it, by which it is known when it is parsed. */
export const MADE_JSON = "{\t}";

/** Such text of several pieces, each of which is another one, and JSON by itself, with `by` between them. */
export function madePieces(count: number, by = "\n"): string {
  return piecesOf(count).join(by);
}

/** Texts that differ. */
export function piecesOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `{${"\t".repeat(at + 1)}}`);
}

/** Whether a text, or a piece of one, is one that a fake made. */
export function isMadeText(text: string): boolean {
  return text.includes("{\t") && /^\s*\{\t+\}(?:[^{}]{1,4}\{\t+\})*\s*$/.test(text);
}

/**
 * The one place where fake I/O happens: every fake's operation comes through here, waits on the clock for the
 * latency and then gives its answer.
 */
export class IoCore {
  clock: Clock;
  latencyMilliseconds: number;
  /** {@link ItemPlace.itemAt} */
  itemAt = 0;
  /** Whether lists that known clients answer are as long as usual, however long others are. */
  areAnswersShort = false;
  /** Whether pairs are of two, however long lists are. */
  arePairsShort = false;
  /** {@link ItemPlace.itemsHold} */
  itemsHold: ItemsHold = "own";
  /** {@link ItemPlace.mayVary} */
  mayVary = false;
  /** Answers instead of the one latency, where the back end is more than that. */
  backEnd: BackEnd | null = null;
  /** Operations called so far. */
  calls = 0;
  tap: IoTap | null = null;
  /** The operation that was waited for and to which the call that was watched last handed its own end; null where there is none. */
  endHandedTo: string | null = null;
  /** Operations that waited at the same time while they were watched. */
  mostInFlight = 0;
  #inFlight = 0;
  /** The target made an AsyncLocalStorage, so callbacks run in the one that they were given in. */
  keepsContext = false;
  /** What the fakes file of the target that is called says of its operations. */
  given: GivenFakes | null = null;
  /** The `require` of a file as the modules of the target that is called have it. */
  requireFrom: ((file: string) => unknown) | null = null;
  /** Makes what a body, a message or a text of JSON holds that nobody gave; null while no target is called: an empty object. */
  makeBody: ((name: string) => unknown) | null = null;
  /** Makes a value up for the target that is called; null while none is. */
  makeUp: ((name: string) => unknown) | null = null;
  /** What only browsers have, by its global name: defined where a target that is called uses it, and not where it asks whether it is there. */
  browserGlobals: ReadonlyMap<string, unknown> = new Map();
  /** Which packages import which, of what was loaded for the target that is called. */
  importers = new Importers();
  /** What text holds that nobody gave: a file, what a server answers. */
  json = MADE_JSON;
  /** Texts that somebody has split, though they have one piece, and what they were split by. */
  readonly splitTexts = new Map<string, string>();
  /** The names of stand-ins in lists that the last call made one list. */
  readonly flattened = new Set<string>();
  /** Whether what is read of files at once, and is not there, is made up, as what is waited for is. */
  filesAreThere = false;
  /** What directories hold: two files, so that a call for each shows, with names as the target looks for. */
  fileNames: readonly string[] = fileNamesOf("txt");
  /** Whether somebody has read what a directory holds. */
  hasReadFileNames = false;
  /** What happened that the user should know of: attempts that were blocked, output that was thrown away. */
  readonly incidents = new Set<string>();
  /** Of them, what the user's code tried. */
  readonly attempts: Attempts;
  /** What was done to the target beyond giving it made-up values; `incidents` has it in sentences. */
  readonly preparations: Preparation[] = [];
  /** Those of `incidents` that have a code. */
  readonly remarks: Remark[] = [];
  /** The first call of a blocked API, which the target may have swallowed. */
  blocked: BlockedCall | null = null;
  /** How many times as long as usual things may take: more on a machine that is busy with something else. */
  patience = 1;
  /** Whether a call of the target was ended as one that does not come back: others are ended sooner. */
  hasLooped = false;
  /** Reads of fakes after which a call of the target was taken to go on without end; infinite before one was. */
  endlessReads = Infinity;
  /** Which pieces of inference are on. */
  rules = new Rules();
  /** Variables of the environment that the target has read and nothing sets. */
  readonly unsetVariables = new UnsetVariables();
  /** The call of `process.exit`, if there was one. */
  exit: Error | null = null;
  /** The globals of each target; null: they share them. */
  globals: OwnGlobals | null = null;
  /** Calls that go on are known to end by `process.exit`: what it throws takes no stack, which would be most of their time. */
  endsByExit = false;
  readonly #uses = new FakeUses();

  /** @param attempts Where what is refused is noted; its own where that is left out. */
  constructor(clock: Clock, latencyMilliseconds: number, attempts?: Attempts) {
    this.attempts = attempts ?? new Attempts(this.incidents);
    this.clock = clock;
    this.latencyMilliseconds = latencyMilliseconds;
  }

  /** What directories hold: they are read as a list is. */
  readFileNames(): readonly string[] {
    this.hasReadFileNames = true;
    return this.fileNames;
  }

  /** Whether I/O calls take what they took when they were recorded. */
  get takesRecorded(): boolean {
    return this.backEnd?.takesRecorded === true;
  }

  /** The fakes that were used so far. */
  get uses(): FakeUse[] {
    return this.#uses.list();
  }

  /** Operations that return a promise and are known, by the names of their fakes. */
  get calledFakes(): CalledFake[] {
    return this.#uses.called();
  }

  get knownPromises(): ReadonlySet<string> {
    return this.#uses.knownPromises;
  }

  /** What to call a fake that was used: as the source does, where that is clear. */
  nameOf(expression: string): string {
    return this.#uses.nameOf(expression);
  }

  /** The line of the target that makes the call which goes on, in the passes that watch; undefined while measuring. */
  lineHere(): number | null | undefined {
    return this.tap?.line?.();
  }

  /**
   * Notes a call of a fake, in the passes that watch; nothing while measuring.
   *
   * @param why How its kind was understood.
   * @param line Of the target, where what is waited for was made before: see {@link lineHere}.
   */
  noteUse(
    expression: string,
    kind: IoCallKind,
    from: FakeUse["from"] = "default",
    why?: string,
    line?: number | null,
  ): void {
    if (this.tap !== null) {
      this.#uses.noteCall(
        { expression, kind, from, why },
        line === undefined ? this.tap : onLine(line, this.tap),
      );
    }
  }

  /** Takes back what was noted of a fake that turned out to have nothing to do with the call. */
  leaveOut(expression: string): void {
    this.#uses.leaveOut(expression);
  }

  /** Notes a fake at any time. */
  note(use: FakeUse): void {
    this.#uses.note(use);
  }

  /** Notes what was done to the target, and says so to the user. */
  prepared(preparation: Preparation, sentence: string, code: RemarkCode = preparation.what): void {
    this.preparations.push(preparation);
    this.remark(remark(code, sentence));
  }

  /** Tells the user something that has a code. */
  remark(one: Remark): void {
    this.remarks.push(one);
    this.incidents.add(one.text);
  }

  /** Takes fakes that an attempt before has used for those that were. */
  restoreUses(uses: readonly FakeUse[]): void {
    this.#uses.restore(uses);
  }

  /** Gives what puts back all that is known of the target now, whatever another attempt at it brings until then. */
  keep(): () => void {
    const putUsesBack = this.#uses.keep();
    const [incidents, preparations] = [[...this.incidents], [...this.preparations]];
    const remarks = [...this.remarks];
    const { keepsContext } = this;
    return () => {
      this.forget();
      putUsesBack();
      for (const incident of incidents) this.incidents.add(incident);
      this.preparations.push(...preparations);
      this.remarks.push(...remarks);
      this.keepsContext = keepsContext;
    };
  }

  /** Has the result say of a function that is called at once that it does nothing; not of what packages do while they load. */
  noteNothing(api: string): void {
    if (this.tap === null) this.attempts.noteOwn(api, "does nothing here");
    else this.attempts.note(api, "does nothing here");
  }

  /** Begins to watch anew. */
  watch(tap: IoTap): void {
    this.tap = tap;
    this.endsByExit = false;
    this.#uses.beginCall();
    this.mostInFlight = 0;
    this.#inFlight = 0;
    causality.depth = 0;
  }

  /** Operations, of a call that is watched, that have not answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Forgets a blocked call and the end of the process: what another target did explains nothing of this one. */
  forgetEnds(): void {
    this.blocked = null;
    this.exit = null;
  }

  /** Forgets what the target before has left: each has notes of its own. */
  forget(): void {
    this.#uses.clear();
    this.incidents.clear();
    this.preparations.length = 0;
    this.remarks.length = 0;
    this.attempts.forget();
    this.forgetEnds();
    this.keepsContext = false;
  }

  /**
   * An operation that calls back with `(null, value)`, after its own latency where it has one.
   *
   * @param written What the target gave, where `given` stands around it.
   */
  callback(
    expression: string,
    value: unknown,
    given: Callback,
    latencyMilliseconds?: number,
    written: unknown = given,
  ): void {
    const callback = this.keepsContext ? AsyncResource.bind(given) : given;
    this.calls++;
    if (this.tap !== null) {
      this.#tapped({ expression, kind: "callback" }, written, value, callback);
      return;
    }
    const backEnd = this.#backEndFor(latencyMilliseconds);
    if (backEnd === null)
      this.clock.after(latencyMilliseconds ?? this.latencyMilliseconds, callback as Completion, null, value);
    else this.#backEndCallback(backEnd, expression, callback, value, latencyMilliseconds);
  }

  /**
   * An operation that somebody else completes, as a timer does: gives what has it complete.
   *
   * @param written The function that is called then. One that takes nothing, or only settles a promise, is told of no error.
   * @param isOfProject It is told only in the passes that watch, and is in no count of calls.
   */
  began(expression: string, written: object, isOfProject = false): (run: Callback) => void {
    if (!isOfProject) this.calls++;
    if (this.tap === null) return (run) => run(null);
    const injection = this.tap.onCall({ expression, kind: "callback" }, written);
    const complete = this.#begun();
    return (run) => {
      const isTold = injection !== null && hearsOfErrors(written);
      complete(() => (isTold ? failCallback(injection, run, (fail) => fail()) : run(null)));
    };
  }

  /** An operation that returns a promise of `value`. */
  promise(expression: string, value: unknown, latencyMilliseconds?: number): Promise<unknown> {
    this.calls++;
    if (this.tap !== null) return this.#tappedPromise({ expression, kind: "promise" }, value);
    const backEnd = this.#backEndFor(latencyMilliseconds);
    if (backEnd === null) {
      return new harness.Promise((resolve) => {
        this.clock.after(latencyMilliseconds ?? this.latencyMilliseconds, resolve, value, undefined);
      });
    }
    return new harness.Promise((resolve, reject) => {
      if (backEnd.fails()) backEnd.answer(() => reject(injectedError(expression)), undefined, undefined);
      else backEnd.answer(resolve, value, undefined, latencyMilliseconds);
    });
  }

  /** An operation that returns a promise which is rejected with `reason`. */
  rejection(expression: string, reason: unknown, latencyMilliseconds?: number): Promise<unknown> {
    this.calls++;
    if (this.tap !== null) return this.#tappedPromise({ expression, kind: "promise" }, reason, true);
    return new harness.Promise((_, reject) => {
      const backEnd = this.#backEndFor(latencyMilliseconds);
      if (backEnd === null)
        this.clock.after(latencyMilliseconds ?? this.latencyMilliseconds, reject, reason, undefined);
      else backEnd.answer(reject, reason, undefined, latencyMilliseconds);
    });
  }

  /** A step of a stream, or an event: `run` is called when it is there. */
  step(expression: string, given: Callback, latencyMilliseconds?: number): void {
    const run = this.keepsContext ? AsyncResource.bind(given) : given;
    this.calls++;
    if (this.tap !== null) {
      this.#tapped({ expression, kind: "stream" }, undefined, undefined, run);
      return;
    }
    const backEnd = this.#backEndFor(latencyMilliseconds);
    if (backEnd === null)
      this.clock.after(latencyMilliseconds ?? this.latencyMilliseconds, run as Completion, null, undefined);
    else this.#backEndCallback(backEnd, expression, run, undefined, latencyMilliseconds);
  }

  /**
   * An event that is noted as a use and comes as a step: `run` when it is there, `fail` with the error in its place.
   *
   * @param why How the source tells of it; left out for fakes of what is known.
   */
  event(expression: string, run: () => void, fail: (error: Error) => void, why?: string): void {
    this.noteUse(expression, "stream", why === undefined ? "default" : "inferred", why);
    this.step(expression, (error) => {
      if (error === null) run();
      else fail(error);
    });
  }

  /** Null: an operation has nothing of it, as that has a latency of its own which was not recorded. */
  #backEndFor(latencyMilliseconds: number | undefined): BackEnd | null {
    return latencyMilliseconds === undefined || this.takesRecorded ? this.backEnd : null;
  }

  #backEndCallback(
    backEnd: BackEnd,
    expression: string,
    callback: Callback,
    value: unknown,
    latencyMilliseconds: number | undefined,
  ): void {
    if (backEnd.fails()) backEnd.answer(() => callback(injectedError(expression)), undefined, undefined);
    else backEnd.answer(callback as Completion, null, value, latencyMilliseconds);
  }

  #tapped(operation: Operation, given: unknown, value: unknown, deliver: Callback): void {
    const injection = this.tap!.onCall(operation, given);
    if (injection === null) this.#atDueTime(() => deliver(null, value));
    else failCallback(injection, deliver, (run) => this.#atDueTime(run));
  }

  #tappedPromise(operation: Operation, value: unknown, isRejected = false): Promise<unknown> {
    const injection = this.tap!.onCall(operation, undefined);
    if (injection !== null) return failPromise(injection, (run) => this.#atDueTime(run));
    return new harness.Promise((resolve, reject) => {
      const settle: (settlement: unknown) => void = isRejected ? reject : resolve;
      this.#atDueTime(() => settle(value));
    });
  }

  #atDueTime(run: () => void): void {
    const complete = this.#begun();
    this.clock.after(this.latencyMilliseconds, () => complete(run), undefined, undefined);
  }

  /** An operation is in flight from now on, until what this gives is called. */
  #begun(): (run: () => void) => void {
    const depth = causality.depth + 1;
    this.mostInFlight = Math.max(this.mostInFlight, ++this.#inFlight);
    return (run) => {
      this.#inFlight--;
      causality.depth = depth;
      run();
    };
  }
}

/** Whether a function that is called back takes an error first, as far as it tells. */
function hearsOfErrors(callback: object): boolean {
  const { length } = callback as { readonly length?: unknown };
  const isOfEngine = textOfFunction(callback).endsWith("{ [native code] }");
  return typeof length === "number" && length > 0 && !isOfEngine;
}

/** The place of a call that was made on a line before. */
function onLine(line: number | null, tap: IoTap): Pick<IoTap, "line" | "nameInSource"> {
  return { ...tap, line: () => line };
}
