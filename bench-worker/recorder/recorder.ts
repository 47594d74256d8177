import { types } from "node:util";
import { performance } from "node:perf_hooks";
import type { RecorderOptions } from "../contract/recorder-lines.ts";
import type { FileTable } from "../instrument/for-recording.ts";
import {
  Activation,
  BEGUN_AT_MOST,
  Call,
  isDull,
  isQuiet,
  isThroughWith,
  unfollowed,
  type FunctionState,
  type SiteState,
} from "./activation.ts";
import { Answering, isOfNode, mayAnswer, mayStillAnswer } from "./answering.ts";
import { calleeOf, isNativeResolve, isObject, isThenable, itemsOf, sourceOf, timerOf } from "./callees.ts";
import { Captured, valuesOf, type CapturedVariables, type Reads } from "./captured.ts";
import { Classes, type WeakVariables } from "./classes.ts";
import { Evidence } from "./evidence.ts";
import { GoingOn, type Over } from "./going-on.ts";
import { statesOf, type Hooks, type StatesOfFile } from "./hooks.ts";
import { IoCalls } from "./io-calls.ts";
import { Keeping } from "./keeping.ts";
import { MadeByPackages } from "./made-by-packages.ts";
import { Pauses } from "./pauses.ts";
import { peek } from "./peek.ts";
import { callLine, pathOf, placeIn, type Outcome, type Writer } from "./lines.ts";
import { hasValue, WatchedPromises, whenSettled } from "./promises.ts";
import { watchSteps } from "./stepped.ts";
import { turn } from "./turns.ts";
import { mayCallBack, WhoCalls } from "./who-calls.ts";

const now = performance.now.bind(performance);

const active = (): number => performance.eventLoopUtilization().active;
const usage = process.cpuUsage.bind(process);
const processor = (): number => {
  const { user, system } = usage();
  return (user + system) / 1000;
};

/** Promises among what was kept of one activation of which it is told what they came to. */
const PROMISES_AT_MOST = 20;

/** Sees what the code of a project calls, and keeps of it what is needed to make the same calls again. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #writer: Writer;
  readonly #promises = new WatchedPromises((otherwise, act) => this.#safely(otherwise, act));
  readonly #answering: Answering = new Answering(
    (by, { callee, values, at, woken }) => {
      if (values.length > 0 && !isOfNode(values) && hasMade(by)) return;
      // Of a function of the project those tell that have made it.
      const isTold = woken.length > 1 && this.#captured.functionOf(callee) !== null;
      if (woken.length > 0)
        this.#io.wakes(isTold ? woken.slice(0, 1) : woken, { fn: by.fn, made: by, at }, values);
      this.#end(by, "callback", values, false, at);
    },
    (given, fn, around) => this.#captured.isOf(given, fn, around),
  );
  readonly #captured = new Captured((made) => sourceOf.call(made));
  readonly #classes = new Classes(this.#captured);
  readonly #made = new MadeByPackages();
  readonly #who = new WhoCalls(now, this.#captured, this.#made);
  readonly #files = new Map<string, KnownFile>();
  readonly #pauses = new Pauses(now);
  readonly #keeping: Keeping;
  readonly #evidence: Evidence;
  readonly #io: IoCalls;
  readonly #goingOn = new GoingOn(now, (by, over) => this.#safely(undefined, () => this.#over(by, over)));
  /** Tell of what is over once what its calls begin later in this turn is known. */
  #held: (() => void)[] = [];
  #failures = 0;

  constructor(options: RecorderOptions, writer: Writer, redact: (text: string, key?: string) => string) {
    this.#options = options;
    this.#writer = writer;
    const { shapesOnly } = options;
    const [classes, captured, made] = [this.#classes, this.#captured, this.#made];
    this.#evidence = new Evidence(classes, captured, made);
    const snapshotOptions = { redact, shapesOnly, classes, captured, made };
    this.#keeping = new Keeping(snapshotOptions, now, active, this.#pauses, processor);
    this.#io = new IoCalls({
      who: this.#who,
      keeping: this.#keeping,
      captured,
      made,
      evidence: this.#evidence,
      answering: this.#answering,
      promises: this.#promises,
      now,
    });
  }

  /** Looks what became of what is waited for. To be called as each turn of the event loop begins, with what has begun it. */
  onTurn(begunBy?: object): void {
    this.#tellHeld();
    if (begunBy !== undefined) this.#safely(undefined, () => this.#io.onTurn(begunBy));
    this.#who.onTurn();
    this.#promises.onTurn();
    this.#goingOn.onTurn();
    this.#writer.onTurn();
  }

  /** Does what the program waits for and would not without us: no call takes longer by it. */
  whileStill<T>(act: () => T): T {
    return this.#pauses.during(act);
  }

  /** Tells of what is over by now: no turn of the event loop begins any more. */
  onExit(): void {
    this.#safely(undefined, () => this.#goingOn.onTurn());
    this.#tellHeld();
  }

  #tellHeld(): void {
    if (this.#held.length === 0) return;
    const held = this.#held;
    this.#held = [];
    for (const tell of held) tell();
  }

  /** Sees nothing more, and leaves the engine's hooks to others. */
  end(): void {
    this.#who.end();
    this.#promises.end();
    this.#tellHeld();
  }

  /**
   * What the code of a file calls. Of a text that is loaded again, all that was seen of its functions and calls is known still.
   *
   * @param id Tells its text from others.
   */
  hooksFor(file: string, id: string, tableOf: () => FileTable, isTest: boolean): Hooks {
    const last = this.#files.get(file);
    const isKnown = last?.id === id;
    const known = isKnown ? last : knownFile(file, id, tableOf());
    if (!isKnown) this.#files.set(file, known);
    const { table, functions, sites, module } = known;
    const m = new Activation(module, null, null, null, now());
    m.hasEnded = true;
    m.begun = -Infinity;
    const v: unknown[] = [];
    let weak: WeakVariables = {};
    if (!isTest && !isKnown) {
      this.#writer.file(file, functions.filter(({ mayBeAsync }) => mayBeAsync).length);
      this.#captured.addFile(table.mark, functions);
    }
    const { looking } = this.#captured;
    const siteOf = (index: number): SiteState => sites[index]!;
    const begins = (index: number, by: Activation, receiver: unknown, given: unknown[]): unknown[] => {
      const site = sites[index]!;
      if (isQuiet(site)) return given;
      if (isThroughWith(by)) this.#who.isSkipping = true;
      else this.#begins(site, by, receiver, given);
      return given;
    };
    return {
      m,
      v,
      o: looking,
      q: (_, around, variables) => {
        throw this.#captured.reached(around, variables);
      },
      e: (fn, around, self, given, variables) => {
        if (looking.on) throw this.#captured.reached(around, variables);
        const entered = functions[fn]!;
        try {
          if (isDull(entered) && this.#who.passes(entered, around)) {
            entered.calls++;
            return unfollowed(entered, around);
          }
          return this.#enter(entered, around, self, given, variables);
        } catch (error) {
          return this.#failed(error, m);
        }
      },
      l: (fn, around, variables) => {
        if (looking.on && variables !== undefined) throw this.#captured.reached(around, variables);
        try {
          const entered = functions[fn]!;
          entered.calls++;
          const begun = this.#who.entered(entered, around, this.#who.taken(), undefined, true);
          begun.leavesUnseen = true;
          return begun;
        } catch (error) {
          return this.#failed(error, m);
        }
      },
      s: (given) => {
        try {
          this.#enterTest(given);
        } catch (error) {
          this.#failed(error, undefined);
        }
      },
      r: (by, value) => {
        if (by.isFollowed) by.returned = value;
        else if (types.isPromise(value)) by.fn.dull = -Infinity;
        return value;
      },
      t: (by, thrown) => {
        try {
          if (by.isFollowed) this.#fail(by, thrown);
        } catch (error) {
          this.#failed(error, undefined);
        }
        return thrown;
      },
      x: (by, value) => {
        if (!by.isFollowed) return value;
        try {
          this.#leave(by);
        } catch (error) {
          this.#failed(error, undefined);
        }
        return value;
      },
      z: (by, value) => {
        if (!by.isFollowed) return value;
        try {
          this.#end(by, "value", value);
        } catch (error) {
          this.#failed(error, undefined);
        }
        return value;
      },
      c: (by) => {
        try {
          this.#caught(by, undefined);
        } catch (error) {
          this.#failed(error, undefined);
        }
      },
      b: begins,
      n: (index, by, receiver) => {
        begins(index, by, receiver, []);
        return index;
      },
      w: (index, by, receiver) => {
        begins(index, by, receiver, []);
        return receiver;
      },
      p: (index, by) =>
        this.#who.beginsUnseen(
          new Call(siteOf(index), this.#who.caller(by), undefined, [], turn.number, now()),
        ),
      d: (index, by, value) => {
        const site = sites[index]!;
        if (isQuiet(site)) return value;
        if (isThroughWith(by) && !this.#who.isReturning(site)) this.#who.isSkipping = false;
        else this.#called(site, by, value);
        return value;
      },
      g: (by, value) => {
        try {
          this.#got(by, value);
        } catch (error) {
          this.#failed(error, undefined);
        }
        return value;
      },
      i: (index, by, iterable) => {
        try {
          return this.#io.iterates(siteOf(index), by, iterable);
        } catch (error) {
          return this.#failed(error, iterable);
        }
      },
      h: (variables) => {
        weak = variables;
      },
      k: (index, made, privatesOf = null, around, reads) => {
        this.#classes.add(made, (made) => {
          const { name, line, variables = [] } = table.classes[index]!;
          const captured =
            around && ((): CapturedVariables => ({ around, variables: valuesOf(variables, reads) }));
          return { made, file, name, line, privatesOf, weak, captured };
        });
      },
    };
  }

  /** Does what must not fail in the user's program, whatever is wrong with it. */
  #safely<T>(otherwise: T, act: () => T): T {
    try {
      return act();
    } catch (error) {
      return this.#failed(error, otherwise);
    }
  }

  /** The recorder itself has failed: the user's program does not hear of it. */
  #failed<T>(error: unknown, otherwise: T): T {
    this.#failures++;
    if (this.#failures === 1) this.#writer.note(`The recorder itself failed: ${String(error)}`);
    return otherwise;
  }

  #enter(
    fn: FunctionState,
    around: Activation,
    self: unknown,
    given: IArguments | (() => unknown[]),
    variables?: Reads,
  ): Activation {
    fn.calls++;
    const call = this.#who.taken();
    const listed = (): ArrayLike<unknown> | null => (typeof given === "function" ? listOf(given) : given);
    const begun = this.#who.entered(fn, around, call, listed);
    begun.beginsAsPart();
    const caller = this.#who.calledBackBy(begun, around, call, self);
    const calledBack = caller !== null && mayCallBack(caller, fn.site) ? caller : null;
    const isAsked = fn.kind === "plain" ? mayAnswer(fn) : fn.mayBeAsync;
    const wanted = this.#keeping.wanted(begun);
    const woken = this.#who.wokenBy(begun, around, call, caller);
    const { calledBackIn } = begun;
    const handedOnBy = calledBack === null || calledBack.site === fn.site ? null : calledBack;
    if (calledBackIn !== null) this.#answering.calledByOthers(begun, calledBackIn, handedOnBy, listed);
    if (calledBack === null && !isAsked && wanted === null && woken.length === 0) return begun;
    const values = listed();
    if (woken.length > 0 && values !== null) {
      const callee = call === null ? null : calleeOf(call.site, call.receiver);
      this.#io.wakes(woken, { fn, made: isObject(callee) ? callee : around, at: [], self }, values);
    }
    if (calledBack !== null && values !== null) {
      if (calledBack.turn === turn.number) calledBack.leads = true;
      this.#io.callsBack(calledBack, values, calledBack.site === fn.site ? fn.givenAt : null);
      if (handedOnBy !== null) this.#answering.handedOn(handedOnBy, values, fn.lastName);
    }
    if (isAsked && values !== null) {
      begun.functionsGiven = itemsOf(values).filter((one) => typeof one === "function");
      if (fn.kind === "plain") {
        this.#answering.waitsFor(begun, values);
        begun.self = self;
        begun.given = values;
      }
    }
    if (wanted !== null) this.#keeping.entered(begun, wanted, self, values, variables);
    return begun;
  }

  #enterTest(given: ArrayLike<unknown>): void {
    if (this.#who.isSkipping) {
      this.#who.isSkipping = false;
      return;
    }
    const call = this.#who.taken();
    if (call !== null) {
      this.#who.comesToTest(call);
      return;
    }
    const context = this.#who.contextCall();
    if (context === null) return;
    if (!context.isDouble || this.#answering.isWaitedFor(context)) this.#io.callsBack(context, given, null);
    this.#answering.handedOn(context, given);
  }

  #fail(by: Activation, error: unknown): void {
    this.#caught(by, { error });
    if (!by.hasEnded) this.#end(by, "error", error);
    by.hasReturned = true;
  }

  /** An error has come out of what an activation called last. */
  #caught(by: Activation, failed: { readonly error: unknown } | undefined): void {
    const call = this.#who.failed(by);
    if (call !== null && !call.isOfProject && failed !== undefined) this.#io.failed(call, failed.error);
    const waited = by.waitsFor;
    by.waitsFor = null;
    if (waited !== null && failed !== undefined) this.#io.completes(waited, "error", failed.error);
  }

  #leave(by: Activation): void {
    if (by.hasReturned) return;
    by.hasReturned = true;
    this.#who.leaves(by);
    const { returned, fn, self, given } = by;
    by.self = by.given = null;
    if (by.hasEnded) return;
    // Its body is yet to be called.
    if (fn.isStepped === "body" || (fn.isStepped === "iterator" && this.#steps(by, returned))) return;
    if (isThenable(returned) || by.calls.some(({ style }) => style !== "sync")) fn.dull = -Infinity;
    if (fn.kind === "async" || fn.kind === "async-generator" || fn.kind === "generator") {
      // Who gives a promise back from such a function has it waited for.
      if (types.isPromise(returned)) {
        const end = (how: "value" | "error") => (value: unknown) => this.#end(by, how, value);
        whenSettled(returned, end("value"), end("error"));
      } else this.#end(by, "value", returned);
    } else if (types.isPromise(returned)) {
      this.#promises.watch(returned, (how, value) => this.#end(by, how, value));
    } else if (!isThenable(returned)) {
      const { customary } = by;
      if (customary?.isAnswer === true) {
        // Its own answer is none that it gets.
        by.calls = by.calls.filter((call) => call.receiver !== customary.given);
        this.#end(by, "callback", customary.values!, false, customary.at);
      } else if (typeof returned !== "function" && this.#goingOn.begins(by, self, given)) {
        // It is over by its response.
      } else if (typeof returned === "function" || !mayStillAnswer(by)) {
        fn.dull++;
        this.#end(by, "value", returned, true);
      }
    }
  }

  /** Hears of the steps of a generator without `yield`; false where it has given none. */
  #steps(by: Activation, iterator: unknown): boolean {
    return watchSteps(iterator, {
      goesOn: (value) => this.#safely(undefined, () => this.#got(by, value)),
      hasFailed: (error) => this.#safely(undefined, () => this.#caught(by, { error })),
      ends: (how, value) => this.#safely(undefined, () => this.#end(by, how, value)),
    });
  }

  /** A call begins. What it gives may be changed in its list. */
  #begins(site: SiteState, by: Activation, receiver: unknown, given: unknown[]): void {
    try {
      // Its last calls are not known: it is only counted, and nothing is kept for it any more.
      if (++by.begun === BEGUN_AT_MOST) by.kept = null;
      if (site.member === "bind" && typeof receiver === "function") {
        this.#captured.binds(receiver, given);
        return;
      }
      const caller = this.#who.caller(by);
      const ends = by.fn.depth >= 0 ? this.#answering.calls(site, receiver, given, caller) : null;
      if (site.isDull && !caller.isOfKept()) this.#who.beginsDull(site, caller, receiver, given);
      else this.#call(site, caller, receiver, given, ends);
    } catch (error) {
      this.#failed(error, undefined);
    }
  }

  #call(site: SiteState, by: Activation, receiver: unknown, given: unknown[], ends: Activation | null): void {
    // Lists that are written in the text are short-lived, unless they are kept: the engine soon takes all of one place for long-lived then.
    const kept = given.slice();
    const call = new Call(site, by, receiver, kept, turn.number, now());
    call.ends = ends;
    this.#who.begins(call);
    if (site.isOfProject) return;
    for (let index = 0; index < given.length; index++) {
      const one = given[index];
      if (typeof one === "function" && isNativeResolve(one)) {
        given[index] = kept[index] = (...values: unknown[]): unknown => {
          this.#io.callsBack(call, values, index);
          this.#answering.answer(one, values, call.by);
          return Reflect.apply(one, undefined, values) as unknown;
        };
      }
    }
  }

  #called(site: SiteState, by: Activation, value: unknown): void {
    try {
      if (site.member === "bind" && this.#captured.hasBound(value)) return;
      if (site.isDull && !this.#who.isReturning(site)) {
        const other = this.#who.returnedDull(site, value);
        if (other !== null) this.#io.ofOthers(other, value);
        return;
      }
      const call = this.#who.returned(site, by);
      if (call === null) return;
      if (call.isOfProject) this.#io.ofProject(call, value);
      else {
        this.#io.ofOthers(call, value);
        this.#goingOn.returned(call);
      }
    } catch (error) {
      this.#failed(error, undefined);
    }
  }

  #got(by: Activation, value: unknown): void {
    const call = by.waitsFor;
    by.waitsFor = null;
    if (call !== null) this.#io.completes(call, "value", value);
  }

  /** One is over that has given nothing to wait for; null: nobody waits for its end any more. It told nothing where no I/O call came of it. */
  #over(by: Activation, over: Over | null): void {
    if (over !== null) this.#io.piped(by, over.endedAt);
    const isTold = over !== null && by.calls.some(({ evidence }) => evidence !== null);
    if (isTold) this.#end(by, over.how, over.value, false, [], over);
    else this.#end(by, "value", by.returned, true);
  }

  #end(
    by: Activation,
    how: Outcome["how"],
    value: unknown,
    atOnce = false,
    at: readonly (string | number)[] = [],
    { by: endedBy, endedAt }: Pick<Over, "by" | "endedAt"> = { by: null, endedAt: now() },
  ): void {
    if (by.hasEnded) return;
    by.hasEnded = true;
    this.#goingOn.forget(by);
    by.endsAsPart();
    const { fn } = by;
    this.#answering.ended(by);
    this.#evidence.ended(by);
    const isAsync = fn.kind !== "plain" || !atOnce;
    if (isAsync && how !== "error") {
      fn.isProven = true;
      fn.dull = -Infinity;
    }
    if (!isAsync || (fn.kind === "plain" && how === "error" && !by.hasReturned)) return;
    if (fn.kind === "generator" && by.calls.length === 0) return;
    const outcome: Outcome = { how, value, at, by: endedBy };
    const toTell = (): void => this.#safely(undefined, () => this.#tell(by, outcome, endedAt));
    const tell = this.#holds(by) ? (): void => void this.#held.push(toTell) : toTell;
    const late = this.#lateIn(by);
    if (late.length === 0) {
      tell();
      return;
    }
    let left = late.length;
    for (const { promise, hear } of late) {
      whenSettled(promise, (one) => {
        hear(one);
        if (--left === 0) tell();
      });
    }
  }

  /** Whether an activation that is over has called what begins with its work later, in a queue of its library. */
  #holds(by: Activation): boolean {
    const awaited = by.calls.filter(({ isYetToCall }) => isYetToCall);
    if (awaited.length === 0) return false;
    by.awaits = new Set(awaited);
    return true;
  }

  /** What has settled in this very turn, and was not looked at yet. */
  #lateIn(by: Activation): Late[] {
    const late: Late[] = [];
    for (const call of by.calls) {
      const { endedAt, promise } = call;
      if (endedAt === null && promise !== null && hasValue(promise))
        late.push({ promise, hear: (one) => this.#io.completes(call, "value", one) });
    }
    for (const { promise, settle } of by.kept?.promises.slice(0, PROMISES_AT_MOST) ?? []) {
      const settled = peek(promise);
      if (settled.state === "value") late.push({ promise, hear: (one) => settle("value", one) });
      else if (settled.state === "error") settle("error", settled.reason);
    }
    return late;
  }

  /** Writes of an activation that is over. */
  #tell(by: Activation, outcome: Outcome, endedAt: number): void {
    const { how, value } = outcome;
    const { fn, kept } = by;
    by.awaits = null;
    // What calls back before it returns is noted after what that has called.
    if (by.calls.length > 1) by.calls = by.calls.toSorted((one, other) => one.number - other.number);
    for (const call of by.calls) {
      if (call.endedAt === null && mayYetAnswer(call)) call.evidence ??= "pending";
    }
    const calls = by.calls.filter(({ evidence }) => evidence !== null);
    const path = pathOf(
      fn,
      calls.map((call) => placeIn(by, call)),
    );
    path.calls++;
    const isPart = this.#io.isAnsweredByUnknown(by, calls);
    const isEnough = path.kept >= this.#options.callsOfPath;
    if (!isEnough) fn.vain = 0;
    else if (kept !== null) fn.vain++;
    if (kept === null || isEnough || isPart) {
      this.#writer.count(fn, path);
      return;
    }
    path.kept++;
    this.#keeping.timed(() => {
      const isList = Array.isArray(value) && how === "callback";
      const encoded = isList ? this.#keeping.values(value) : this.#keeping.value(value);
      const told = { ...outcome, value: encoded };
      this.#writer.keep(fn, path, callLine(by, kept, told, endedAt, this.#options, this.#pauses));
    });
  }
}

/** A file as it was loaded last. */
interface KnownFile extends StatesOfFile {
  readonly id: string;
  readonly table: FileTable;
}

function knownFile(file: string, id: string, table: FileTable): KnownFile {
  return { id, table, ...statesOf(file, table) };
}

/** Whether a function has given an object and asked for nothing: what it was given is for that object to call. */
function hasMade({ returned, calls }: Activation): boolean {
  return isObject(returned) && calls.every(({ style }) => style === "sync" || style === "wake");
}

/** A promise that has a value, and who is to hear of it. */
interface Late {
  readonly promise: Promise<unknown>;
  readonly hear: (value: unknown) => void;
}

/** Whether a call that has not answered when another one ends is under way then: of packages nothing tells that. */
function mayYetAnswer(call: Call): boolean {
  if (call.kind === "double")
    return call.style === "promise" || (call.style === "callback" && !call.hasCalledBack);
  return call.style === "promise" ? call.kind === "core" : answersLater(call);
}

/**
 * Whether a timer that has not come yet when a call ends will answer somebody: it calls once what its caller got from elsewhere. What is
 * written there is the caller's own work, such as to forget what has become too old.
 */
function answersLater(call: Call): boolean {
  const { site, isTakenBack } = call;
  const timer = timerOf(call);
  return timer !== null && timer !== "setInterval" && !isTakenBack && !site.writesFunction;
}

function listOf(given: () => unknown[]): unknown[] | null {
  try {
    return given();
  } catch {
    return null;
  }
}
