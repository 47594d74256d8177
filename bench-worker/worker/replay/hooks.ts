import { harness } from "../harness/intrinsics.ts";
import type { Callback } from "../io/callback.ts";
import type { IoCore } from "../io/io-core.ts";
import { isObject } from "../io/is-object.ts";
import { nameOfAnswer, namedPlace, type RecordedAnswer } from "../../contract/recording.ts";
import {
  emits,
  goesByItself,
  mayBeOf,
  type Answer,
  type Site,
  type Wake,
  type WakingFunction,
} from "./answers.ts";
import { isDecoded, isStandIn } from "./decode.ts";
import type { FakeUse } from "../../target-result.ts";
import type { FileAccess } from "./file-access.ts";
import { givenAnswer, type GivenParts } from "./given-parts.ts";
import { OrderKeeper, recordedOrder, type RecordedOrder } from "./recorded-order.ts";
import type { RecordedTimes } from "./recorded-times.ts";
import type { PendingEvent, PendingEvents, PlayedCall } from "./played-call.ts";

type AnyFunction = (...given: unknown[]) => unknown;
type Outcome = RecordedAnswer["outcome"];
type Constructor = new (...given: unknown[]) => unknown;

/** A call that asks for its answer. */
export interface AskingCall {
  readonly site: number;
  readonly call: PlayedCall;
  /** What it is called on; what is called where that is no method, or iterated. */
  readonly called: unknown;
  /** Of a method. */
  readonly key: PropertyKey | null;
  /** Null where something is iterated. */
  readonly given: readonly unknown[] | null;
}

/** What finds answers by what is called, and with what. */
export interface Finder {
  /** Undefined: it is no call of what was recorded, and is to be made. */
  readonly find: (asking: AskingCall) => Answer | undefined;
  /** A call begins that is watched; `operations` that its answers began. */
  readonly begin: (operations: () => number) => void;
}

/** What a class of the project is known by. */
export interface SeenClass {
  readonly made: object;
  readonly name: string;
  readonly line: number;
  /** Which of its file it is. */
  readonly index: number;
}

/**
 * What the code of a target asks while its call is played: `forReplay` puts the calls of these methods there. The call that
 * goes on is `now`; functions keep it, and put it back when they go on.
 */
export class ReplayHooks {
  /** The call that goes on; null while modules are loaded. */
  now: PlayedCall | null = null;
  /** Operations that it has begun. */
  operations = 0;
  /** Hears of each answer that is given, in the call that is watched. */
  onAnswer: ((answer: Answer) => void) | null = null;
  /** Where the one call that goes on takes the times that were recorded; null: each I/O call takes as long as any other. */
  times: RecordedTimes | null = null;
  /** What the user gives in the place of recorded answers, by their places among these. */
  given: GivenParts["answers"] | null = null;
  readonly files = new Map<number, FileAccess>();
  readonly classes = new Map<number, SeenClass[]>();
  readonly #core: IoCore;
  readonly #finder: Finder | null;
  readonly #sites: readonly Site[];
  /** Whether any answer may come for real: only then it is to be known what others were given to. */
  readonly #mayBeReal: boolean;
  readonly #waking: readonly WakingFunction[];
  /** In which operations complete; null: as they come. */
  readonly #order: RecordedOrder | null;

  /** @param finder Finds answers where none has a place in the text yet. */
  constructor(
    core: IoCore,
    { sites, waking = [] }: { readonly sites: readonly Site[]; readonly waking?: readonly WakingFunction[] },
    keepsOrder: boolean,
    finder: Finder | null = null,
  ) {
    this.#core = core;
    this.#waking = waking;
    this.#finder = finder;
    this.#sites = sites;
    this.#mayBeReal = sites.some(({ answers }) => answers.some(({ mayBeReal }) => mayBeReal));
    this.#order = keepsOrder ? recordedOrder(sites.flatMap(({ answers }) => answers)) : null;
  }

  /** Counts the operations of the call that begins now. */
  begin(): void {
    this.operations = 0;
    this.#finder?.begin(() => this.operations);
  }

  /** Has each call keep its own values of variables of modules: whenever another one goes on, it gets its own back. */
  keepApart(
    variables: readonly { readonly get: () => unknown; readonly set: (value: unknown) => void }[],
  ): void {
    if (variables.length === 0) return;
    let now: PlayedCall | null = this.now;
    const goOn = (call: PlayedCall | null): void => {
      if (call === now) return;
      for (let at = 0; at < variables.length; at++) {
        const { get, set } = variables[at]!;
        if (now !== null) now.variables[at] = get();
        if (call !== null) set(call.variables[at]);
      }
      now = call;
    };
    Object.defineProperty(this, "now", { get: () => now, set: goOn, enumerable: true });
  }

  /** Has a function that is called later run for the call that goes on now: packages call functions whose text tells no call. */
  readonly carry = <T extends (...values: never[]) => unknown>(callback: T): T => {
    const call = this.now;
    if (call === null || typeof callback !== "function") return callback;
    const carried = (...values: Parameters<T>): unknown => {
      this.now = call;
      return callback(...values);
    };
    return carried as T;
  };

  /** A file tells what leads into it. */
  file(
    index: number,
    gets: FileAccess["gets"],
    sets: FileAccess["sets"],
    imports: FileAccess["imports"],
    evaluate: FileAccess["evaluate"],
  ): void {
    this.files.set(index, { gets, sets, imports, evaluate });
  }

  /** A class was made. */
  made(file: number, index: number, made: object, line: number): void {
    // Each call may make its own of one text.
    const others = (this.classes.get(file) ?? []).filter((one) => one.index !== index);
    const name = String((made as { name?: unknown }).name);
    this.classes.set(file, [...others, { made, name, line, index }]);
  }

  /** A function in another one begins: the call that it was made for goes on. */
  in(call: PlayedCall | null): PlayedCall | null {
    if (call === null) return this.now;
    this.now = call;
    return call;
  }

  /** A function goes on that has waited. */
  on(call: PlayedCall | null, value: unknown): unknown {
    this.now = call;
    return value;
  }

  /** A method's call; `isOptional`: in an optional chain. */
  c(
    site: number,
    call: PlayedCall | null,
    isOptional: 0 | 1,
    receiver: unknown,
    key: PropertyKey,
    ...given: unknown[]
  ): unknown {
    const answer = this.#next(site, call, receiver, key, given);
    if (answer?.isTimer === false) return this.#give(answer, call!, receiver, given);
    const own = answer === undefined ? given : this.#counted(answer, call!, given);
    const holder = receiver as Record<PropertyKey, AnyFunction | undefined> | null | undefined;
    return isOptional === 1 ? holder?.[key]?.(...own) : holder![key]!(...own);
  }

  /** A function's call. */
  f(site: number, call: PlayedCall | null, called: unknown, ...given: unknown[]): unknown {
    const answer = this.#next(site, call, called, null, given);
    if (answer?.isTimer === false) return this.#give(answer, call!, called, given);
    return (called as AnyFunction)(...(answer === undefined ? given : this.#counted(answer, call!, given)));
  }

  /** `new`. */
  n(site: number, call: PlayedCall | null, called: unknown, ...given: unknown[]): unknown {
    const answer = this.#next(site, call, called, null, given);
    if (answer !== undefined) return this.#give(answer, call!, called, given);
    return new (called as Constructor)(...given);
  }

  /** The tag of a template. */
  t(site: number, call: PlayedCall | null, tag: unknown): unknown {
    if (this.#finder !== null) {
      return (...given: unknown[]) => {
        const found = this.#next(site, call, tag, null, given);
        return found === undefined ? (tag as AnyFunction)(...given) : this.#give(found, call!, tag, given);
      };
    }
    const answer = this.#next(site, call, tag, null, null);
    if (answer === undefined) return tag;
    return (...given: unknown[]) => this.#give(answer, call!, tag, given);
  }

  /** What is iterated by `for await`. */
  i(site: number, call: PlayedCall | null, iterated: unknown): unknown {
    const answer = this.#next(site, call, iterated, null, null);
    if (answer === undefined || (!answer.isIo && isRealThing(call!, iterated))) return iterated;
    const own = this.#withGiven(answer, call!, []);
    this.onAnswer?.(own);
    if (own.isIo) this.times?.began(own);
    return this.#iterable(own, call!, iterated);
  }

  #next(
    site: number,
    call: PlayedCall | null,
    called: unknown,
    key: PropertyKey | null,
    given: readonly unknown[] | null,
  ): Answer | undefined {
    if (call === null) return undefined;
    const answer =
      this.#finder === null
        ? this.#nextAt(site, call, given)
        : this.#finder.find({ site, call, called, key, given });
    if (answer !== undefined && answer.index === call.ending?.by) call.ending.given ??= given;
    if (answer === undefined) return undefined;
    // Whatever an emitter tells, it is its own.
    const known = answer.mayBeReal && emits(answer.recorded) ? [] : given;
    if (answer.mayBeReal && isReal(call, called, key, known)) return undefined;
    if (this.#mayBeReal && answer.isIo && !answer.isTimer)
      for (const one of [called, ...(given ?? [])]) noteAnswered(call, one);
    return answer;
  }

  #nextAt(site: number, call: PlayedCall, given: readonly unknown[] | null): Answer | undefined {
    const answer = this.#sites[site]!.answers[call.used[site]!];
    if (answer === undefined || !mayBeOf(answer, given)) return undefined;
    call.used[site]!++;
    return answer;
  }

  /** A function is made by which another call had this one go on: gives what is to be in its place, which is called when that is due. */
  w(index: number, call: PlayedCall | null, made: unknown, self?: unknown): unknown {
    const wakes = this.#wakesOf(index, "made", call);
    if (call === null || wakes.length === 0 || typeof made !== "function") return made;
    const due = new Set(wakes);
    const run = made as AnyFunction;
    const called = function (this: unknown, ...given: unknown[]): unknown {
      // Who calls it himself waits for nobody else to do so.
      for (const first of due) {
        due.delete(first);
        break;
      }
      return Reflect.apply(run, this, given);
    };
    for (const key of ["name", "length"]) {
      const own = Object.getOwnPropertyDescriptor(run, key);
      if (own !== undefined) Object.defineProperty(called, key, own);
    }
    for (const wake of wakes)
      this.#wake(wake, call, (...values) => {
        if (due.delete(wake)) Reflect.apply(run, self ?? call.values[wake.index], values);
      });
    return called;
  }

  /** The same of a method of an object that is made. */
  m(index: number, call: PlayedCall | null, name: string, holder: Record<string, unknown>): unknown {
    holder[name] = this.w(index, call, holder[name], holder);
    return holder;
  }

  /** A function begins that was given one by which another call had this one go on: that is called when it is due. */
  g(index: number, call: PlayedCall | null, given: ArrayLike<unknown>): void {
    for (const wake of this.#wakesOf(index, "given", call)) {
      const called = functionAt(Array.from(given), wake.at);
      if (called !== undefined) this.#wake(wake, call!, called);
    }
  }

  /** The times that the next of the functions of a text was called, or what that was given. */
  #wakesOf(index: number, of: "made" | "given", call: PlayedCall | null): readonly Wake[] {
    if (call === null) return [];
    call.woken ??= { made: [], given: [] };
    const before = call.woken[of][index] ?? 0;
    call.woken[of][index] = before + 1;
    return this.#waking[index]?.[of].get(before) ?? [];
  }

  #wake({ index, recorded }: Wake, call: PlayedCall, called: AnyFunction): void {
    const [values = []] = call.callbacks[index] ?? [];
    const expression = nameOfAnswer(recorded);
    this.operations++;
    this.#core.noteUse(expression, "callback", "recorded");
    begins(call);
    const run = (error: unknown): void => {
      this.now = call;
      if (error === null) called(...values);
      else called(error);
      comes(call, error !== null);
    };
    const { startMilliseconds: start, endMilliseconds: end } = recorded;
    const isTimed = (this.times !== null || this.#core.takesRecorded) && end !== null;
    const latency = isTimed ? Math.max(0, end - start) : undefined;
    this.#core.callback(expression, undefined, run, latency, called);
  }

  /** What a timer is given that runs for real, and is an I/O call of the one that goes on. */
  #counted(answer: Answer, call: PlayedCall, [called, ...given]: unknown[]): unknown[] {
    if (typeof called !== "function") return [called, ...given];
    this.onAnswer?.(answer);
    const { expression } = namedPlace(answer.recorded);
    this.operations++;
    this.#core.noteUse(expression, "callback", "recorded");
    const fire = this.#core.began(expression, called);
    begins(call);
    this.times?.began(answer);
    const run = (...values: unknown[]): void =>
      fire((error) => {
        this.times?.ended(answer);
        this.now = call;
        (called as AnyFunction)(...(error === null ? values : [error]));
        comes(call, error !== null);
      });
    return [run, ...given];
  }

  /** The answer as the user gives it, where he does. */
  #withGiven(answer: Answer, call: PlayedCall, given: readonly unknown[]): Answer {
    const { index } = answer;
    const fake = this.given?.get(index);
    if (fake === undefined) return answer;
    const recorded = { value: call.values[index], callbacks: call.callbacks[index] };
    const own = givenAnswer(answer, fake, given, recorded);
    call.values[index] = own.value;
    call.callbacks[index] = own.callbacks;
    return own.answer;
  }

  /** Gives what was recorded, or what the user gives in its place. */
  #give(known: Answer, call: PlayedCall, receiver: unknown, given: unknown[]): unknown {
    const answer = this.#withGiven(known, call, given);
    const { index, recorded } = answer;
    this.onAnswer?.(answer);
    const value = call.values[index];
    if (answer.isIo) this.times?.began(answer);
    if (recorded.callbacks !== undefined && recorded.callbacks.length > 0)
      this.#callBack(answer, call, receiver, given);
    else if (goesByItself(recorded)) this.#goes(answer, call);
    for (const fire of call.during?.get(index) ?? []) fire();
    if (recorded.style === "promise") return this.#promise(answer, call, value);
    if (recorded.style === "iterator") return this.#iterable(answer, call, receiver);
    if (recorded.outcome === "error" && recorded.callbacks === undefined) throw value;
    return value;
  }

  /** Something goes on of which the call hears nothing, until its end. */
  #goes(answer: Answer, call: PlayedCall): void {
    const { expression, startMilliseconds, endMilliseconds } = answer.recorded;
    this.operations++;
    this.#core.noteUse(expression, "stream", "recorded");
    begins(call);
    const come: Callback = (error) => {
      this.times?.ended(answer);
      comes(call, error !== null);
    };
    this.#core.step(expression, come, this.#between(answer, startMilliseconds, endMilliseconds));
  }

  #promise(answer: Answer, call: PlayedCall, value: unknown): Promise<unknown> {
    const { index, recorded } = answer;
    const { expression, outcome, startMilliseconds, endMilliseconds } = recorded;
    if (outcome === "pending") return new harness.Promise(() => undefined);
    this.operations++;
    this.#core.noteUse(expression, "promise", fromOf(answer));
    const latency = this.#between(answer, startMilliseconds, endMilliseconds);
    const promise =
      outcome === "value"
        ? this.#core.promise(expression, value, latency)
        : this.#core.rejection(expression, value, latency);
    return heardBy(
      call,
      outcome,
      this.#keepsOrder ? this.#inOrder(index, outcome, call, promise) : this.#heard(answer, promise),
    );
  }

  /** The same promise, of which it is kept when it settles. */
  #heard(answer: Answer, promise: Promise<unknown>): Promise<unknown> {
    if (this.times === null) return promise;
    const ended = (): void => this.times?.ended(answer);
    promise.then(ended, ended);
    return promise;
  }

  /** By the times that were recorded they complete in their order, or in the one that another version gives them. */
  get #keepsOrder(): boolean {
    return this.#order !== null && this.times === null;
  }

  /** What an answer takes that was recorded from one time to the other, where latencies are those. */
  #between(answer: Answer, start: number, end: number | null): number | undefined {
    if (answer.latency !== undefined) return answer.latency;
    if (end === null) return undefined;
    if (this.times !== null) return this.times.until(answer, end);
    return this.#core.takesRecorded ? Math.max(0, end - start) : undefined;
  }

  #inOrder(
    index: number,
    outcome: "value" | "error",
    call: PlayedCall,
    promise: Promise<unknown>,
  ): Promise<unknown> {
    const keeper = this.#keeperOf(call);
    keeper.started(index);
    return new harness.Promise((resolve, reject) => {
      promise.then(
        (value) => keeper.completed(index, outcome !== "value", () => resolve(value)),
        (error: unknown) => {
          const fail: (reason: unknown) => void = reject;
          keeper.completed(index, outcome !== "error", () => fail(error));
        },
      );
    });
  }

  #keeperOf(call: PlayedCall): OrderKeeper {
    call.keeper ??= new OrderKeeper(this.#order!);
    return call.keeper;
  }

  #callBack(answer: Answer, call: PlayedCall, receiver: unknown, given: unknown[]): void {
    const { index, recorded } = answer;
    const { expression, style, startMilliseconds, callbacks = [] } = recorded;
    const values = call.callbacks[index]!;
    if (style === "sync" || style === "promise") {
      for (const [at, one] of callbacks.entries()) functionAt(given, one.at)?.(...values[at]!);
      return;
    }
    const [only] = callbacks;
    if (style === "callback" && callbacks.length === 1 && only !== undefined) {
      const called = functionAt(given, only.at);
      if (called === undefined) return;
      const answered = values[0]!;
      this.operations++;
      this.#core.noteUse(expression, "callback", fromOf(answer));
      const keeper = this.#keepsOrder ? this.#keeperOf(call) : null;
      keeper?.started(index);
      begins(call);
      this.#core.callback(
        expression,
        undefined,
        (error) => {
          const deliver = (): void => {
            this.times?.ended(answer);
            this.now = call;
            if (error === null) called(...answered);
            else called(error);
            comes(call, error !== null);
          };
          if (keeper === null) deliver();
          else keeper.completed(index, error !== null, deliver);
        },
        this.#between(answer, startMilliseconds, only.milliseconds),
        called,
      );
      return;
    }
    call.events ??= new Map();
    let events = call.events.get(receiver);
    if (events === undefined) {
      events = { waiting: [], isRunning: false, lastMilliseconds: startMilliseconds };
      call.events.set(receiver, events);
    }
    for (const [at, { at: place, milliseconds, during, state }] of callbacks.entries()) {
      const called = functionAt(given, place);
      if (called === undefined) continue;
      const fire = (): void => {
        bringTo(receiver, state);
        Reflect.apply(called, receiver, values[at]!);
      };
      if (during !== undefined) {
        call.during ??= new Map();
        const others = call.during.get(during) ?? [];
        call.during.set(during, [...others, fire]);
        continue;
      }
      const event: PendingEvent = {
        milliseconds,
        expression,
        answer,
        fire,
        fail: (error) => called(error),
      };
      begins(call);
      const later = events.waiting.findIndex((other) => other.milliseconds > milliseconds);
      events.waiting.splice(later < 0 ? events.waiting.length : later, 0, event);
    }
    this.#pump(events, call);
  }

  /** Has the events of one object come, one after another, in the order in which they were recorded. */
  #pump(events: PendingEvents, call: PlayedCall): void {
    const [first] = events.waiting;
    if (events.isRunning || first === undefined) return;
    events.isRunning = true;
    this.operations++;
    this.#core.noteUse(first.expression, "stream", "recorded");
    const come: Callback = (error) => {
      events.isRunning = false;
      // What comes first may have been asked for meanwhile.
      const event = events.waiting.shift()!;
      events.lastMilliseconds = event.milliseconds;
      this.times?.ended(event.answer);
      this.now = call;
      try {
        if (error === null) event.fire();
        else event.fail(error);
      } finally {
        this.#pump(events, call);
      }
      comes(call, error !== null);
    };
    const latency = this.#between(first.answer, events.lastMilliseconds, first.milliseconds);
    this.#core.step(first.expression, come, latency);
  }

  /** What came of an iteration, one after the other, and then its end or its error; at once, where nothing from outside came. */
  #iterable(answer: Answer, call: PlayedCall, iterated: unknown): AsyncIterable<unknown> {
    const { index, recorded, isIo } = answer;
    const list = (call.callbacks[index] ?? []).map(([item]) => item);
    const { expression, startMilliseconds, endMilliseconds, callbacks = [] } = recorded;
    let [at, last] = [0, startMilliseconds];
    const next = (): Promise<unknown> => {
      bringTo(iterated, at < list.length ? callbacks[at]?.state : recorded.state);
      if (!isIo) {
        if (at < list.length) return harness.Promise.resolve({ value: list[at++], done: false });
        const error: unknown = call.values[index];
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it is what was thrown
        if (recorded.outcome === "error") return harness.Promise.reject(error);
        return harness.Promise.resolve({ value: undefined, done: true });
      }
      this.operations++;
      this.#core.noteUse(expression, "promise", fromOf(answer));
      const isDone = at >= list.length;
      const came = isDone ? endMilliseconds : (callbacks[at]?.milliseconds ?? last);
      const latency = this.#between(answer, last, came);
      last = came ?? last;
      if (isDone && recorded.outcome === "error")
        return heardBy(
          call,
          "error",
          this.#heard(answer, this.#core.rejection(expression, call.values[index], latency)),
        );
      const step = isDone ? { value: undefined, done: true } : { value: list[at++], done: false };
      return heardBy(call, "value", this.#heard(answer, this.#core.promise(expression, step, latency)));
    };
    const iterator = {
      next,
      return: () => harness.Promise.resolve({ value: undefined, done: true }),
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator as unknown as AsyncIterable<unknown>;
  }
}

function fromOf({ isGiven }: Answer): FakeUse["from"] {
  return isGiven === true ? "file" : "recorded";
}

/** An operation begins of a call that may give nothing to wait for. */
function begins({ ending }: PlayedCall): void {
  if (ending !== null) ending.inFlight++;
}

/**
 * One has come, and what it called has returned: where it was the last of those that were recorded, and no other one is under way, the call is
 * over. Where one has failed that had not, it is once what goes on by that begins no other one.
 */
function comes({ ending }: PlayedCall, hasFailed = false): void {
  if (ending === null) return;
  ending.inFlight--;
  ending.left--;
  ending.isOff ||= hasFailed;
  if (ending.inFlight > 0) return;
  if (ending.isOff)
    harness.setImmediate(() => {
      if (ending.inFlight === 0) ending.over();
    });
  else if (ending.left === 0) ending.over();
}

/** The same promise, which is an operation of a call. */
function heardBy(call: PlayedCall, outcome: Outcome, promise: Promise<unknown>): Promise<unknown> {
  if (call.ending === null) return promise;
  begins(call);
  // Behind what goes on by it.
  promise.then(
    () => harness.nextTick(comes, call, outcome !== "value"),
    () => harness.nextTick(comes, call, outcome !== "error"),
  );
  return promise;
}

/**
 * Whether a call can be made for real, on what the target itself has made, with such things: what was recorded in their place, or has given
 * an answer that was, knows nothing of what went on.
 */
function isReal(
  call: PlayedCall,
  called: unknown,
  key: PropertyKey | null,
  given: readonly unknown[] | null,
): boolean {
  if (given === null) return false;
  const callee = key === null ? called : (called as Record<PropertyKey, unknown> | null | undefined)?.[key];
  if (typeof callee !== "function" || isStandIn(callee)) return false;
  return [called, ...given].every((one) => isRealThing(call, one));
}

/** Whether something is no stand-in for what was recorded, and has given no answer in its place. */
function isRealThing(call: PlayedCall, one: unknown): boolean {
  return !isObject(one) || !(isDecoded(one) || call.answered?.has(one) === true);
}

function noteAnswered(call: PlayedCall, one: unknown): void {
  if (!isObject(one)) return;
  call.answered ??= new Set();
  call.answered.add(one);
}

/** Has a stream be like it was as an event came. */
function bringTo(receiver: unknown, state: Readonly<Record<string, unknown>> = {}): void {
  if (typeof receiver !== "object" || receiver === null) return;
  for (const [name, value] of Object.entries(state))
    Reflect.defineProperty(receiver, name, { value, writable: true, enumerable: true, configurable: true });
}

/** The function that an argument is, or has by a path. */
export function functionAt(
  given: readonly unknown[],
  at: readonly (string | number)[],
): AnyFunction | undefined {
  let found: unknown = given;
  for (const key of at) {
    if ((typeof found !== "object" && typeof found !== "function") || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return typeof found === "function" ? (found as AnyFunction) : undefined;
}
