import { AsyncLocalStorage } from "node:async_hooks";
import { types } from "node:util";
import {
  Activation,
  Call,
  isQuiet,
  isPartOf,
  PARENTS_AT_MOST,
  underWay,
  wokenWith,
  type FunctionState,
  type SiteState,
} from "./activation.ts";
import type { Captured } from "./captured.ts";
import type { MadeByPackages } from "./made-by-packages.ts";
import { argumentsOf, calleeOf, isBound, isObject, sourceOf } from "./callees.ts";
import { MARK } from "./roles.ts";
import { dataOf } from "./data-of.ts";
import { turn } from "./turns.ts";

/** A call of which nothing is told, unless it turns out to be no dull one. */
interface DullCall {
  site: SiteState | null;
  by: Activation | null;
  receiver: unknown;
  given: readonly unknown[];
}

/** Calls of what wraps a function that are kept until that begins, at most. */
const WRAPPING_AT_MOST = 2_000;
/** Calls that listen to one emitter, at most. */
const LISTENING_AT_MOST = 20;

/** Knows which call is being made, and so who has called a function that begins. */
export class WhoCalls {
  readonly #now: () => number;
  readonly #captured: Pick<Captured, "functionOf">;
  readonly #context = new AsyncLocalStorage<Call | Activation | undefined>();
  /** Functions that are no code of the project. */
  readonly #ofOthers = new WeakSet<object>();
  /** The call that is being made, until somebody has taken it for his. */
  #pending: Call | null = null;
  /** Calls that are being made, one within the other. */
  readonly #stack: Call[] = [];
  /** The call that is being made, where only a dull one is expected from its place, until it turns out to be one. */
  #dull: DullCall = { site: null, by: null, receiver: undefined, given: [] };
  /** Whose call it is that is not followed. */
  #follows: Activation | null = null;
  readonly #made: MadeByPackages;
  /** Calls of what packages have made of functions of the project, by those: what is called has not called them yet. */
  readonly #wrapping = new Map<FunctionState, Call[]>();
  /** Calls that listen to what an emitter tells. */
  readonly #listening = new WeakMap<object, { readonly call: Call; readonly fn: FunctionState }[]>();
  /** A call is being made that is not looked at, as its caller has made too many. */
  isSkipping = false;

  constructor(now: () => number, captured: Pick<Captured, "functionOf">, made: MadeByPackages) {
    this.#now = now;
    this.#captured = captured;
    this.#made = made;
  }

  /** Nothing that the last turn began is being made any more. */
  onTurn(): void {
    if (this.#stack.length > 0) this.#stack.length = 0;
    this.#forget();
  }

  #forget(): void {
    this.#pending = null;
    this.#dull.site = null;
    this.isSkipping = false;
  }

  /** Leaves the engine's hooks to others. */
  end(): void {
    this.#context.disable();
  }

  /** A call begins. What does not come to functions of the project calls back in its context. */
  begins(call: Call): void {
    this.isSkipping = false;
    this.#stack.push(call);
    this.#pending = call;
    if (!call.site.isOfProject) this.#context.enterWith(call);
  }

  /** A call turns out to come to a function of a test: that calls back in its context, whatever is called from there otherwise. */
  comesToTest(call: Call): void {
    call.isDouble = true;
    if (call.site.isOfProject) this.#context.enterWith(call);
  }

  /** A call begins that is expected to be dull. */
  beginsDull(site: SiteState, by: Activation, receiver: unknown, given: readonly unknown[]): void {
    this.isSkipping = false;
    this.#pending = null;
    const dull = this.#dull;
    dull.site = site;
    dull.by = by;
    dull.receiver = receiver;
    dull.given = given;
  }

  /**
   * A call has returned from a place where dull ones are expected: it, if it is none. Of functions of the project that are not followed
   * nothing was expected, nor of what answers at once; but who made a function is to be known.
   */
  returnedDull(site: SiteState, value: unknown): Call | null {
    if (this.#dull.site !== site) return null;
    const isTold = site.isOfProject || types.isPromise(value) || typeof value === "function";
    const call = isTold ? this.#asCall() : null;
    this.#forget();
    return call;
  }

  /** The call that was expected to be dull, as one of which more is told. */
  #asCall(): Call | null {
    const { site, by, receiver, given } = this.#dull;
    if (site === null || by === null) return null;
    this.#forget();
    site.isDull = false;
    return new Call(site, by, receiver, given, turn.number, this.#now());
  }

  /** Who calls: where calls of his function are not followed, whoever has called him. */
  caller(by: Activation): Activation {
    return by.isFollowed ? by : (this.#follows ?? by);
  }

  /**
   * Whether a dull function that begins need not be followed: nobody of whom all is kept has it called, and nobody is told of those
   * who call the functions in its text.
   */
  passes({ hasInner }: FunctionState, around: Activation): boolean {
    if (hasInner && whoseText(around, false) !== null) return false;
    const call = this.#pending;
    let by = this.#dull.site === null ? (call?.by ?? null) : this.#dull.by;
    if (by === null) {
      const from = this.isSkipping ? null : (this.contextCall()?.by ?? this.#goingOn(false));
      by = whoseText(around, false) ?? from ?? this.caller(around);
      if (from?.isOfKept() === true) return false;
    }
    if (by.isOfKept()) return false;
    if (call !== null) {
      call.isOfProject = true;
      call.site.isDull = true;
    }
    this.#forget();
    this.#follows = by;
    return true;
  }

  /** A call begins of which it cannot be told when what is called does. */
  beginsUnseen(call: Call): void {
    this.#stack.push(call);
  }

  /** The next function that begins is what this call calls. */
  expects(call: Call): void {
    this.#pending = call;
  }

  /** The call that is being made: from now on it is somebody's. */
  taken(): Call | null {
    const call = this.#pending ?? this.#asCall();
    if (call !== this.#pending && call !== null) this.#stack.push(call);
    this.#pending = null;
    return call;
  }

  /** The call that something runs in the context of. */
  contextCall(): Call | null {
    const context = this.#context.getStore();
    return context instanceof Call ? context : null;
  }

  /** Whether the call that has been made last, of those that are followed, is from a place. */
  isReturning(site: SiteState): boolean {
    return this.#stack.at(-1)?.site === site;
  }

  /** The innermost call of what is no code of the project that has not returned. */
  beingMade(): Call | null {
    return this.#stack.findLast(({ isOfProject }) => !isOfProject) ?? null;
  }

  /** A call has returned: it, unless it was not seen to begin. What follows is its caller's again. */
  returned(site: SiteState, by: Activation): Call | null {
    const stack = this.#stack;
    let at = stack.length - 1;
    while (at >= 0 && (stack[at]!.site !== site || (by.isFollowed && stack[at]!.by !== by))) at--;
    if (at < 0) return null;
    const call = stack[at]!;
    while (stack.length > at) stack.pop();
    if (!by.isFollowed) this.#follows = call.by;
    this.#goesOn(call.by);
    return call;
  }

  /** An error has come out of what an activation called: the first of its calls that are over with that. */
  failed(by: Activation): Call | null {
    if (!by.isFollowed) {
      this.#forget();
      return null;
    }
    const first = this.#stack.findIndex((call) => call.by === by);
    const call = first === -1 ? null : this.#stack[first]!;
    if (first !== -1) this.#stack.length = first;
    this.#goesOn(by);
    return call;
  }

  #goesOn(by: Activation): void {
    this.#forget();
    if (this.#context.getStore() !== by) this.#context.enterWith(by);
  }

  /** A function is left. A library may go on to the next that waits for it. */
  leaves(by: Activation): void {
    if (by.goesBackTo !== null && this.#context.getStore() === by) this.#context.enterWith(by.goesBackTo);
    by.goesBackTo = null;
    by.calledBackIn = null;
  }

  /**
   * A function begins.
   *
   * @param call That is being made, taken.
   * @param given Its arguments.
   * @param isAccessor Whether its text is one of an accessor, which no call names: whoever goes on has read, or set, something.
   */
  entered(
    fn: FunctionState,
    around: Activation,
    call: Call | null,
    given: () => ArrayLike<unknown> | null = () => null,
    isAccessor = false,
  ): Activation {
    const isCallback = call !== null && isCallbackOf(call, fn, around);
    const isOfOthers = call !== null && (isCallback || this.#isOfOthers(call, fn));
    if (isOfOthers) call.leads = true;
    else if (call !== null) call.isOfProject = true;
    const isUnnamed = call === null || (isOfOthers && !this.#wrapped(call).includes(fn));
    const context = call ?? this.contextCall();
    const wrapper = isUnnamed ? this.#wrappingCall(fn, given, context?.by ?? null) : null;
    const from = wrapper ?? (call === null ? context : null);
    const isOfDouble =
      from?.isDouble === true && whoseText(around, false) === null && !this.#isGiven(from, fn);
    const asked =
      from?.by ?? (call !== null ? callerOf(call) : (this.#goingOn(isAccessor) ?? this.#yieldedIn()));
    const caller = isOfDouble ? null : asked;
    const isCalled = call !== null && !isCallback;
    const isCalledBack = !isCalled && underWay(caller) !== null;
    const whose = whoseText(around, isCalled || wrapper !== null, isCalledBack) ?? wrapper?.by;
    const parent = whose ?? underWay(caller) ?? underWay(this.caller(around));
    const begun = new Activation(
      fn,
      around,
      parent,
      wrapper?.site ?? (isCalled ? call.site : null),
      this.#now(),
    );
    begun.calledBackIn = from;
    begun.goesBackTo = from ?? (call?.leads === true ? call : null);
    begun.wrapper = wrapper;
    begun.isUnnamed = isUnnamed && wrapper === null;
    begun.turn = turn.number;
    begun.isOfDouble = isOfDouble;
    if (isCalled) begun.givenTo = this.#whoWasGiven(call);
    return begun;
  }

  /**
   * Those that go on as somebody else calls a function which they have made, and which so is a part of them: another call of the project, or one
   * that is not seen.
   *
   * @param call That was being made.
   * @param calledBack What the function was called back by.
   */
  wokenBy(
    { from, calledBackIn }: Activation,
    around: Activation,
    call: Call | null,
    calledBack: Call | null,
  ): readonly Activation[] {
    const isUnseen = call === null && calledBackIn === null && calledBack === null;
    if (from === null && !isUnseen) return [];
    const whose = whoseText(around, from !== null);
    if (whose === null || (isUnseen && !whose.hasReturned)) return [];
    return wokenWith(whose, (call ?? calledBackIn)?.by ?? null);
  }

  /** The one whose text is being run: of a plain one it is until that is left, another may wait for something. */
  #goingOn(mayWait: boolean): Activation | null {
    const context = this.#context.getStore();
    if (!(context instanceof Activation) || context.hasReturned) return null;
    return mayWait || (context.fn.kind === "plain" && context.fn.depth >= 0) ? context : null;
  }

  /** The generator in whose context something runs: that is what its runner does with what it has yielded last. */
  #yieldedIn(): Activation | null {
    const context = this.#context.getStore();
    const one = context instanceof Activation ? underWay(context) : null;
    if (one?.fn.kind !== "generator") return null;
    if (one.waitsFor?.gaveThunk === true) one.waitsFor.leads = true;
    return one;
  }

  /** The functions of the project of which a package has made what a call calls. */
  #wrapped({ site, receiver }: Call): readonly FunctionState[] {
    const callee = calleeOf(site, receiver);
    const given = isObject(callee) ? (this.#made.of(callee)?.given ?? []) : [];
    return given.flatMap((one) => (isObject(one) ? (this.#captured.functionOf(one) ?? []) : []));
  }

  /** A call listens to events of what it is made on. */
  listens(call: Call): void {
    const { receiver, given } = call;
    const heardBy = given.findLast((one) => typeof one === "function");
    const fn = heardBy === undefined ? null : this.#captured.functionOf(heardBy);
    if (fn === null || !isObject(receiver)) return;
    const listening = this.#listening.get(receiver) ?? [];
    this.#listening.set(receiver, listening);
    listening.push({ call, fn });
    if (listening.length > LISTENING_AT_MOST) listening.shift();
  }

  /** The call by which a function listens that is called on what it listens to. */
  #listenerOf(emitter: unknown, fn: FunctionState): Call | undefined {
    const listening = isObject(emitter) ? this.#listening.get(emitter) : undefined;
    return listening?.findLast((one) => one.fn === fn)?.call;
  }

  /** A call has returned of what a package may have made of functions of the project: it may call them later. */
  wraps(call: Call): void {
    if (call.leads) return;
    for (const fn of this.#wrapped(call)) {
      call.isYetToCall = true;
      const waiting = this.#wrapping.get(fn) ?? [];
      this.#wrapping.set(fn, waiting);
      waiting.push(call);
      if (waiting.length > WRAPPING_AT_MOST) waiting.shift();
    }
  }

  /**
   * The call of what a package has made of a function that begins: of those that have not called it yet the first that was given what it is
   * given now, but for callbacks, and of these one of whoever goes on, if there is one. Whose context it runs in may be another one's, as libraries do at once what all have asked for.
   */
  #wrappingCall(
    fn: FunctionState,
    valuesOf: () => ArrayLike<unknown> | null,
    now: Activation | null,
  ): Call | null {
    const wrapping = this.#wrapping.get(fn);
    const given = wrapping === undefined ? null : valuesOf();
    if (wrapping === undefined || given === null) return null;
    const waiting = wrapping.filter(mayYetCall);
    const isIt = (call: Call): boolean => {
      const its = Array.from(argumentsOf(call.site, call.receiver, call.given));
      const added = Array.from(given).slice(its.length);
      return (
        its.every((one, at) => Object.is(one, given[at])) && added.every((one) => typeof one === "function")
      );
    };
    const all = waiting.filter(isIt);
    const goesOn = underWay(now);
    // Others may have asked for something that they never come to.
    const call = all.find(({ by }) => goesOn !== null && isPartOf(by, goesOn)) ?? all[0] ?? null;
    if (call !== null) call.isYetToCall = false;
    const left = waiting.filter((one) => one !== call);
    if (left.length === 0) this.#wrapping.delete(fn);
    else this.#wrapping.set(fn, left);
    return call;
  }

  /** Whether a call gives a function to what it calls. */
  #isGiven({ site, receiver, given }: Call, fn: FunctionState): boolean {
    const isIt = (one: unknown): boolean =>
      typeof one === "function" && this.#captured.functionOf(one) === fn;
    return argumentsOf(site, receiver, given).some(isIt);
  }

  /** Whether what is called is no code of the project, and what has begun is what that calls. */
  #isOfOthers({ site, receiver }: Call, fn: FunctionState): boolean {
    if (fn.lastName === site.lastName) return false;
    const callee = calleeOf(site, receiver);
    if (typeof callee !== "function" || types.isProxy(callee)) return false;
    if (this.#ofOthers.has(callee)) return true;
    // Those of the project tell it early, and are made again and again.
    if (sourceOf.call(callee).includes(MARK) || isBound(callee)) return false;
    this.#ofOthers.add(callee);
    return true;
  }

  /** The nearest one under way that was given the function which a call calls, but for one that answers by it; null where none was. */
  #whoWasGiven({ site, receiver, by }: Call): Activation | null {
    const callee = calleeOf(site, receiver);
    if (typeof callee !== "function") return null;
    let one: Activation | null = by;
    for (let links = 0; one !== null && links < PARENTS_AT_MOST; one = one.whole, links++)
      if (!one.hasEnded && one.functionsGiven.includes(callee)) return answersBy(one, callee) ? null : one;
    return null;
  }

  /**
   * The call that a function which begins was called back by: the one that its text was given to, where that is under way, else the one
   * in whose context it runs, or that calls it at once.
   *
   * @param call That was being made.
   * @param self What the function is called on: emitters call listeners on themselves.
   */
  calledBackBy(
    { fn, calledBackIn, isOfDouble }: Activation,
    around: Activation,
    call: Call | null,
    self: unknown,
  ): Call | null {
    if (isOfDouble) return null;
    const { site } = fn;
    const mayHear = site === null && (call === null || call.site.member === "emit");
    const hears = mayHear ? this.#listenerOf(self, fn) : undefined;
    if (hears !== undefined) return hears;
    const calledBack = calledBackIn ?? (call !== null && call.leads ? call : null);
    const isCalled = calledBack === null && call !== null;
    if (site === null) return isCalled ? null : calledBackByName(fn, around, calledBack);
    // Nothing of interest calls back from there, unless it was handed on.
    if (isQuiet(site)) return calledBack !== null && this.#isGiven(calledBack, fn) ? calledBack : null;
    if (calledBack?.site === site && calledBack.by === around) return calledBack;
    const isIt = (one: Call): boolean => one.site === site && one.by === around;
    const made = this.#stack.findLast(isIt) ?? calledBackFrom(around, site);
    if (made === null) return calledBack;
    // Code of the project may have handed it on.
    return made.isOfProject && calledBack !== null && this.#isGiven(calledBack, fn) ? calledBack : made;
  }
}

/** Whether somebody waits yet for what a call has a package call later. */
function mayYetCall(call: Call): boolean {
  let one: Activation | null = call.by;
  while (one?.hasEnded === true && one.awaits?.has(call) !== true) one = one.parent;
  return one !== null;
}

/** Whose call it is: what a function is told the end by is a part of whoever called that, not of what is over. */
function callerOf({ by, ends }: Call): Activation | null {
  return ends === null ? by : (ends.givenTo ?? ends.parent);
}

/** Whether an activation has answered by a function before it returned. */
function answersBy({ customary }: Activation, callee: object): boolean {
  return customary?.given === callee && customary.isAnswer;
}

/** Whether a function may be what a call calls back: its text was given to that, or the call has not answered yet. */
export function mayCallBack(call: Call, site: SiteState | null): boolean {
  return call.site === site || call.style === "event" || call.endedAt === null;
}

/**
 * The nearest activation in whose text another one is and that is not over. Where somebody has called that one by its name, the caller
 * may as well be meant, unless the other goes on or is of a function that was seen to answer later: a factory that was given
 * a function seems to wait for ever. One that has called it at once, for something else than an answer, waits for none where it is known
 * who calls back.
 */
function whoseText(around: Activation, isCalled: boolean, isCalledBack = false): Activation | null {
  const isMeant = ({ hasEnded, hasReturned, leavesUnseen, fn, customary }: Activation): boolean => {
    if (hasEnded || (leavesUnseen && isCalled)) return false;
    if (!hasReturned || fn.isProven) return true;
    return !isCalled && !(isCalledBack && customary?.values != null && !customary.isAnswer);
  };
  let one: Activation | null = around;
  while (one !== null && !isMeant(one)) one = one.around;
  return one;
}

/** Whether a function that begins is one that the call was given, not the one that it calls. */
function isCallbackOf(call: Call, fn: FunctionState, around: Activation): boolean {
  if (fn.site === call.site && around === call.by) return true;
  if (fn.lastName === call.site.lastName) return false;
  return around === call.by && call.given.some(isObject);
}

/** The call that a function was given to by its name, to hear of an event, where it is declared; else the one that it is known to be called back by. */
function calledBackByName(fn: FunctionState, around: Activation, calledBack: Call | null): Call | null {
  const isGivenIt = ({ given }: Call): boolean =>
    given.some((one) => typeof one === "function" && dataOf(one, "name") === fn.lastName);
  if (calledBack !== null && isGivenIt(calledBack)) return calledBack;
  const listened = around.calls.findLast(
    (call) => call.by === around && call.style === "event" && isGivenIt(call),
  );
  return listened ?? calledBack;
}

/**
 * The call that a function was given to by its text, where libraries call it in a context of their own: of several the first
 * that has not answered, of emitters the last.
 */
function calledBackFrom(around: Activation, site: SiteState): Call | null {
  let last: Call | null = null;
  // Of most places no call is noted.
  if (site.quiet >= 0) return last;
  for (const call of around.calls) {
    if (call.site !== site || call.by !== around) continue;
    if (call.style !== "event" && call.endedAt === null) return call;
    last = call;
  }
  return last;
}
