import { types } from "node:util";
import {
  answeredAtOnce,
  Call,
  CALLS_AT_MOST,
  isPartOf,
  someWhole,
  listWith,
  type Activation,
  type FunctionState,
  type SiteState,
} from "./activation.ts";
import { isOfNode, type Answering } from "./answering.ts";
import {
  calleeOf,
  functionsGiven,
  hasOpened,
  isCollection,
  isCalledItself,
  isCore,
  isFetchOfOthers,
  isListening,
  isObject,
  isOfTime,
  isPromiseClass,
  isPromiseLike,
  isPuttingOff,
  isTestDouble,
  isThenable,
  isTimer,
  timerOf,
  itemsOf,
  takesBack,
} from "./callees.ts";
import type { Captured } from "./captured.ts";
import { dataOf } from "./data-of.ts";
import type { Evidence } from "./evidence.ts";
import { wakeSiteOf } from "./hooks.ts";
import type { MadeByPackages } from "./made-by-packages.ts";
import type { Keeping } from "./keeping.ts";
import { whenSettled, type WatchedPromises } from "./promises.ts";
import { changedIn, stateOf, type StreamState } from "./stream-state.ts";
import { isResponse } from "./responses.ts";
import { isFromOutside, turn } from "./turns.ts";
import type { WhoCalls } from "./who-calls.ts";

/** Times that a call is kept to have called back, or to have given the next of what is iterated. */
const CALLBACKS_AT_MOST = 50;

/** What calls of other code are told with. */
export interface IoCallsOptions {
  readonly who: WhoCalls;
  readonly keeping: Keeping;
  readonly captured: Pick<Captured, "functionOf">;
  readonly made: MadeByPackages;
  readonly evidence: Evidence;
  readonly answering: Answering;
  readonly promises: WatchedPromises;
  readonly now: () => number;
}

/** By which function somebody else has calls go on. */
export interface Waking {
  /** The function, or the one that it was given to. */
  readonly fn: FunctionState;
  /** Tells it from others of its text: itself, or the call that has made it, or was given it. */
  readonly made: object;
  /** Where it is among what `fn` was given; empty: it is `fn`. */
  readonly at: readonly (string | number)[];
  /** What it is called on, where that is known. */
  readonly self?: unknown;
}

/** Notes calls of what is no code of the project, and hears how each of them answers. */
export class IoCalls {
  readonly #options: IoCallsOptions;
  /** Promises that calls gave, and the first that gave each. */
  readonly #promises = new WeakMap<object, Call>();
  /** The calls that have set timers. */
  readonly #timers = new WeakMap<object, Call>();
  /** Whether the turn that is under way was begun by one of those. */
  #isOfTimer = false;

  constructor(options: IoCallsOptions) {
    this.#options = options;
  }

  /** A turn begins: what has begun it may be a timer that a call has set. */
  onTurn(begunBy: object): void {
    const timer = this.#timers.get(begunBy);
    this.#isOfTimer = timer !== undefined;
    if (timer === undefined) return;
    this.completes(timer, "value", undefined);
    const { given } = timer;
    const [called] = given;
    const values = given.slice(timerOf(timer) === "setImmediate" ? 1 : 2);
    // Somebody's callback may have been handed on to it untouched, whoever's function that is.
    if (typeof called === "function") this.#options.answering.answer(called, values, timer.by);
  }

  /**
   * Whether an activation that ends now had to wait for an I/O call, and it is not known for which: a package's queue runs in the
   * context of whoever has put the first thing into it.
   */
  isAnsweredByUnknown({ fn, turn: begun, kept }: Activation, calls: readonly Call[]): boolean {
    if (calls.length > 0 || begun === turn.number || (!this.#isOfTimer && !isFromOutside())) return false;
    return fn.kind !== "generator" && fn.kind !== "async-generator" && kept?.promises.length === 0;
  }

  /** A call of the project's own code is done. */
  ofProject(call: Call, value: unknown): void {
    const { site, by } = call;
    site.isOfProject = true;
    site.quiet = -Infinity;
    if (!isObject(value) || !isThenable(value)) return;
    this.#gave(call, value);
    by.waitsFor = null;
  }

  /** A call of what is no code of the project is done. */
  ofOthers(call: Call, value: unknown): void {
    const { evidence, keeping } = this.#options;
    call.isDone = true;
    const { site, by, receiver } = call;
    const callee = calleeOf(site, receiver);
    site.isOfProject = false;
    site.quiet++;
    const kind = this.#kindOf(call, callee);
    // What gives back what it was called on has answered, though somebody may wait for that.
    const isWaitable = isThenable(value) && value !== receiver;
    if (kind === "project") {
      // One that calls nothing itself does not tell that it begins.
      if (isWaitable) this.ofProject(call, value);
      return;
    }
    if (evidence.isOfMember(call)) return;
    call.kind = kind;
    call.isDouble ||= kind === "double";
    const isThen = isPromiseLike(receiver) || (typeof receiver === "function" && isPromiseClass(receiver));
    const calls =
      call.given.some((one) => typeof one === "function") ||
      ((site.member === "apply" || isObject(call.given[0])) && functionsGiven(call).length > 0);
    const isOfHandle = evidence.isHandle(receiver);
    if (kind === "package") {
      const isMade = this.#options.made.note(call, value);
      if (isWaitable || calls || isMade) this.#options.who.wraps(call);
      // Each of them may be among what is kept later.
      if (typeof value === "function") site.quiet = -Infinity;
    }
    // Whoever has made a proxy is asked nothing by it, and may give it to others.
    if (site.isNew && types.isProxy(value) && this.#options.made.note(call, value)) site.quiet = -Infinity;
    if (isThen && !isOfHandle) {
      site.quiet = -Infinity;
      by.waitsFor = null;
      return;
    }
    // It was there before: who gives it back, as a Map does, has not begun it.
    if (isWaitable && isObject(value)) {
      const before = this.#promises.get(value);
      if (before !== undefined && !isBegunFor(call, before)) {
        site.quiet = -Infinity;
        return;
      }
      this.#gave(call, value);
    }
    const isThunk = typeof value === "function" && by.fn.kind === "generator";
    if (isWaitable || isThunk) {
      call.style = "promise";
      call.gaveThunk = isThunk;
      const { member } = site;
      call.isOfOpaque =
        evidence.isGivenOpaque(call) ||
        (member !== null && (evidence.isOpaque(receiver) || evidence.isGivenTo(receiver, member)));
      this.notes(call);
      by.waitsFor = call;
      if (types.isPromise(value)) this.#settles(call, value);
      return;
    }
    if (isAnsweringBy(call)) {
      call.style = "event";
      this.notes(call);
      if (call.isKept) call.value = keeping.value(value);
      return;
    }
    if (isTimer(call) && isObject(value)) this.#timers.set(value, call);
    else if (takesBack(site)) {
      const timer = [call.given[0], receiver].find((one) => isObject(one) && this.#timers.has(one));
      if (timer !== undefined) {
        site.quiet = -Infinity;
        this.#timers.get(timer as object)!.isTakenBack = true;
        return;
      }
    }
    const isOfEngine = call.kind === "core" && isCollection(receiver);
    if (calls && !isOfEngine) {
      call.style = isListening(site.member) ? "event" : "callback";
      this.notes(call);
      if (call.style === "event") this.#options.who.listens(call);
      // A test's function answers at once in the place of one that would not.
      if (call.isDouble && call.style === "callback" && call.hasAnswered)
        this.completes(call, "value", undefined);
      if (!call.isKept) return;
      if (call.style === "event" && !this.#options.keeping.keepsShapesOnly) call.state = stateOf(receiver);
      // What puts something off does so in a replay, too.
      call.isOfOpaque =
        !isPuttingOff(callee) && (isOfHandle || evidence.isOpaque(receiver) || evidence.isGivenOpaque(call));
      call.value = keeping.value(value);
      return;
    }
    const isNeeded =
      call.kind === "double" ||
      call.kind === "clock" ||
      isOfHandle ||
      hasOpened(callee, value) ||
      (call.kind === "core" && /Sync$/.test(String(isObject(callee) && dataOf(callee, "name"))));
    if (isNeeded || evidence.isOpaque(receiver) || evidence.isGivenOpaque(call)) {
      call.style = "sync";
      this.#answersAtOnce(call, "value", value);
    }
  }

  #gave(call: Call, promise: object): void {
    if (!this.#promises.has(promise)) this.#promises.set(promise, call);
  }

  #kindOf({ isDouble, given }: Call, callee: unknown): Call["kind"] {
    const isOfProject = isObject(callee) && this.#options.captured.functionOf(callee) !== null;
    if (isOfProject && !isDouble && !isTestDouble(callee)) return "project";
    if (isOfTime(callee, given)) return "clock";
    if (isDouble || isTestDouble(callee) || isFetchOfOthers(callee)) return "double";
    return isCore(callee) ? "core" : "package";
  }

  /** A call of what is no code of the project has failed at once. */
  failed(call: Call, error: unknown): void {
    call.style = "sync";
    this.#answersAtOnce(call, "error", error);
  }

  /** What has answered at once is no I/O call: it is noted for those of which all is kept. */
  #answersAtOnce(call: Call, outcome: "value" | "error", value: unknown): void {
    const { kind, by, site } = call;
    // A double may give what is to be known as its own.
    if (kind !== "double" && outcome === "value") answeredAtOnce(site);
    else site.quiet = -Infinity;
    if (by.isOfKept()) this.notes(call);
    else if (kind === "double" && outcome === "value") this.#options.evidence.cameFromOutside(value);
    if (call.isKept) this.completes(call, outcome, value);
  }

  /** Notes a call with all that are under way and of which it is a part. */
  notes(call: Call): void {
    if (call.isNoted) return;
    call.isNoted = true;
    const { site, style } = call;
    site.quiet = -Infinity;
    if (style !== "sync") {
      site.atOnce = -Infinity;
      site.isDull = false;
    }
    let wrapper: Call | null = null;
    someWhole(call.by, (one) => {
      wrapper = one.wrapper ?? wrapper;
      const isOver = one.hasEnded && (wrapper === null || one.awaits?.has(wrapper) !== true);
      if (!isOver && one.calls.length <= CALLS_AT_MOST && one.calls.at(-1) !== call) {
        one.add(call);
        call.isKept ||= one.kept !== null;
      }
      return false;
    });
    this.#options.keeping.arguments(call);
  }

  #changedOf({ state, receiver }: Call): StreamState | null {
    const now = state === null ? null : stateOf(receiver);
    return state === null || now === null ? null : changedIn(state, now);
  }

  #settles(call: Call, promise: Promise<unknown>): void {
    call.promise = promise;
    const end = (how: "value" | "error", value: unknown): void => this.completes(call, how, value);
    if (!call.site.isHandled) this.#options.promises.watch(promise, end);
    else
      whenSettled(
        promise,
        (value) => end("value", value),
        (error) => end("error", error),
      );
  }

  /** A call calls back: the function at `index` among its arguments, or another one. */
  callsBack(call: Call, values: ArrayLike<unknown>, index: number | null): void {
    const milliseconds = this.#options.now();
    const during = this.#options.who.beingMade();
    call.hasCalledBack = true;
    // What goes through a list calls back with its items.
    call.hasAnswered ||= isCalledItself(call) || isOfNode(values);
    call.calledBackLater ||= call.isDone;
    // Who waits for it may end before it returns.
    const endsAtOnce = call.isDouble && !call.isDone && call.hasAnswered && !isListening(call.site.member);
    if (endsAtOnce) {
      call.kind = "double";
      call.style = "callback";
      this.notes(call);
    }
    // What calls back before it returns is not noted yet.
    if (call.isKept || (!call.isDone && call.by.isOfKept())) {
      if ((call.callbacks?.length ?? 0) < CALLBACKS_AT_MOST) {
        const at = index ?? call.given.findLastIndex((one) => typeof one === "function");
        const place = at >= 0 ? [at] : functionsGiven(call)[0]?.at;
        if (place !== undefined)
          call.callbacks = listWith(call.callbacks, {
            ...{ at: place, milliseconds, during, state: this.#changedOf(call) },
            arguments: this.#options.keeping.values(values),
          });
      }
    }
    if ((!call.isDone && !endsAtOnce) || call.endedAt !== null || call.style === "promise") return;
    const error = values[0];
    const isError = types.isNativeError(error);
    this.completes(call, isError ? "error" : "value", isError ? error : values[1]);
    call.gave = itemsOf(values).filter(isObject);
  }

  /** Somebody else has calls go on, as something outside of them would. */
  wakes(woken: readonly Activation[], { fn, made, at, self }: Waking, values: ArrayLike<unknown>): void {
    const milliseconds = this.#options.now();
    const [first] = woken as [Activation];
    const call = new Call(wakeSiteOf(fn), first, undefined, [made], turn.number, first.startedAt);
    Object.assign(call, { style: "wake", kind: "project", evidence: "wake", outcome: "value" });
    call.isNoted = true;
    call.endedAt = milliseconds;
    for (const one of woken) {
      if (one.hasEnded || one.calls.length > CALLS_AT_MOST) continue;
      one.add(call);
      call.isKept ||= one.kept !== null;
    }
    if (!call.isKept) return;
    const { keeping } = this.#options;
    const given = keeping.timed(() => keeping.values(values));
    call.value = keeping.timed(() => keeping.value(self));
    call.callbacks = [{ at, milliseconds, arguments: given, during: null, state: null }];
  }

  /** A call has answered. */
  completes(call: Call, outcome: "value" | "error", value: unknown): void {
    if (call.endedAt !== null) return;
    const { evidence, keeping, now } = this.#options;
    call.endedAt = now();
    call.outcome = outcome;
    // What comes while the project calls something comes of that.
    const isPart = call.style === "event" && this.#options.who.beingMade() !== null;
    call.evidence = isPart ? null : evidence.of(call);
    const cameFromOutside = call.evidence !== null || call.kind === "double";
    if (outcome === "value" && cameFromOutside) evidence.cameFromOutside(value);
    if (!call.isKept) return;
    if (isObject(value)) call.gave = [value];
    if (call.style !== "callback" && call.style !== "event")
      keeping.timed(() => (call.value = keeping.value(value)));
  }

  /** An activation is over with its response: with that so is what has been piped into it. */
  piped(by: Activation, endedAt: number): void {
    for (const call of by.calls)
      if (call.endedAt === null && isAnsweringBy(call))
        Object.assign(call, { endedAt, outcome: "value", evidence: "handle" });
  }

  /** Something is iterated: what gives the same, and hears of it. */
  iterates(site: SiteState, by: Activation, iterable: unknown): unknown {
    const method = isObject(iterable) ? (Reflect.get(iterable, Symbol.asyncIterator) as unknown) : undefined;
    if (typeof method !== "function") return iterable;
    const { who, keeping, now } = this.#options;
    const call = new Call(site, by, iterable, [], turn.number, now());
    call.style = "iterator";
    const iterator = Reflect.apply(method, iterable, []) as AsyncIterator<unknown>;
    const step = (result: unknown): unknown => {
      if (call.isOfProject || !types.isPromise(result)) return result;
      const hear = (one: unknown): void => {
        if (turn.number !== call.turn && isFromOutside()) call.evidence ??= turn.type;
        const { done, value } = one as { done?: boolean; value: unknown };
        if (call.isKept && done !== true) {
          call.callbacks ??= [];
          if (call.callbacks.length < CALLBACKS_AT_MOST)
            call.callbacks.push({
              ...{ at: [], milliseconds: now(), during: null, state: this.#changedOf(call) },
              arguments: [keeping.value(value)],
            });
        }
        if (done === true) {
          call.endedAt = now();
          call.outcome = "value";
          call.stateAtEnd = this.#changedOf(call);
        }
      };
      const failed = (error: unknown): void => {
        this.completes(call, "error", error);
        call.stateAtEnd = this.#changedOf(call);
      };
      // Whoever iterates waits for it.
      whenSettled(result, hear, failed);
      return result;
    };
    let isFirst = true;
    return {
      [Symbol.asyncIterator]: () => ({
        next: (...given: []) => {
          who.expects(call);
          const result: unknown = iterator.next(...given);
          who.taken();
          if (isFirst && !call.isOfProject) this.notes(call);
          isFirst = false;
          if (call.isKept && !keeping.keepsShapesOnly) call.state ??= stateOf(iterable);
          return step(result);
        },
        ...(iterator.return === undefined ? {} : { return: (value?: unknown) => iterator.return!(value) }),
        ...(iterator.throw === undefined ? {} : { throw: (error?: unknown) => iterator.throw!(error) }),
      }),
    };
  }
}

/** Whether a call of a test's function gives what another one gave that the test has made for it: who calls knows nothing of that. */
function isBegunFor(call: Call, before: Call): boolean {
  return call.isDouble && before.number > call.number && !isPartOf(before.by, call.by);
}

/** Whether a call has a stream answer by a response: whatever it reads goes there, and no code of the project hears of it. */
function isAnsweringBy({ kind, site, given }: Call): boolean {
  return kind === "core" && site.member === "pipe" && isResponse(given[0]);
}
