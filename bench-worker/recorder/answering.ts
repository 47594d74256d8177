import { types } from "node:util";
import {
  AtOnce,
  isPowerOfTwo,
  PARENTS_AT_MOST,
  wokenWith,
  type Activation,
  type Call,
  type FunctionState,
  type Given,
  type SiteState,
} from "./activation.ts";
import { argumentsOf, functionsAmong, itemsOf, ownCalleeOf } from "./callees.ts";
import { dataOf } from "./data-of.ts";

/** Activations that wait for a call of one function, at most. */
const WAITING_AT_MOST = 2_000;
/** Calls of a function that answered by none of those that it was given; from then on only one of twice as many is looked at. */
const UNPROVEN_AT_MOST = 50;

/** How an activation is answered. */
interface Answered {
  /** What was called. */
  readonly callee: object;
  readonly values: readonly unknown[];
  readonly at: Given["at"];
  /** Those that go on with it, itself first, as somebody else calls that. */
  readonly woken: readonly Activation[];
}

type OnAnswer = (by: Activation, answered: Answered) => void;

/** Whether a function is the one of the project that has begun, as one call has made it. */
type IsOf = (given: object, fn: FunctionState, around: Activation | null) => boolean;

/** Hears which activations end by a call of a function that they were given. */
export class Answering {
  readonly #onAnswer: OnAnswer;
  readonly #isOf: IsOf;
  /** Who answers by a call of a function that he was given; mostly one does. */
  readonly #waiting = new WeakMap<object, Activation | Set<Activation>>();

  constructor(onAnswer: OnAnswer, isOf: IsOf) {
    this.#onAnswer = onAnswer;
    this.#isOf = isOf;
  }

  /** Has an activation end by a call of one of the functions that it was given. */
  waitsFor(activation: Activation, values: ArrayLike<unknown>): void {
    const given = functionsAmong(values);
    if (given.length === 0) return;
    activation.answersBy = given;
    const last = given[0]!;
    activation.customary = new AtOnce(last.given, last.at);
    for (const one of given) this.#waits(activation, one.given);
  }

  #waits(activation: Activation, given: object): void {
    const waiting = this.#waiting.get(given);
    if (waiting === undefined) this.#waiting.set(given, activation);
    else if (waiting instanceof Set) {
      if (waiting.size >= WAITING_AT_MOST)
        for (const oldest of waiting) {
          waiting.delete(oldest);
          break;
        }
      waiting.add(activation);
    } else if (waiting !== activation) this.#waiting.set(given, new Set([waiting, activation]));
  }

  #waitsNoMore(activation: Activation, given: object): void {
    const waiting = this.#waiting.get(given);
    if (waiting === activation) this.#waiting.delete(given);
    else if (waiting instanceof Set && waiting.delete(activation) && waiting.size === 0)
      this.#waiting.delete(given);
  }

  /** An activation has ended: it waits for nothing. */
  ended(activation: Activation): void {
    const { answersBy, customary } = activation;
    if (answersBy !== null) for (const { given } of answersBy) this.#waitsNoMore(activation, given);
    if (customary !== null) this.#waitsNoMore(activation, customary.given);
  }

  /** Hears of a call of a function by which somebody answers; gives the outermost that is over by it, null for none. */
  calls(site: SiteState, receiver: unknown, given: readonly unknown[], by: Activation): Activation | null {
    if (site.isNew) return null;
    const callee = ownCalleeOf(site, receiver);
    if (typeof callee !== "function" || !this.#waiting.has(callee)) return null;
    return this.answer(callee, argumentsOf(site, receiver, given), by);
  }

  /**
   * A function of the project begins that none of its code has called, as a library has kept it: it ends the one that was given it and of which
   * the call is a part that calls back.
   *
   * @param heard The call of which it is heard otherwise what it calls back of what it was given.
   */
  calledByOthers(
    { fn, around }: Activation,
    from: Call,
    heard: Call | null,
    valuesOf: () => ArrayLike<unknown> | null,
  ): void {
    for (
      let one: Activation | null = from.by, links = 0;
      one !== null && links < PARENTS_AT_MOST;
      one = one.whole, links++
    ) {
      if (one.hasEnded || !one.hasReturned || !mayStillAnswer(one) || isInTextOf(around, one)) continue;
      const answer = one.answersBy!.find((one) => this.#isOf(one.given, fn, around));
      if (answer === undefined) continue;
      const isHeard =
        heard !== null && argumentsOf(heard.site, heard.receiver, heard.given).includes(answer.given);
      const ended = isHeard ? null : this.#endedOf(one, answer.given);
      const values = ended === null ? null : valuesOf();
      if (values !== null) this.#answered(ended!, answer.given, values);
      return;
    }
  }

  /** The nearest that a caller is a part of and that waits for a function; null for none. */
  #waitingIn(caller: Activation, given: object): Activation | null {
    const waiting = this.#waiting.get(given);
    let one: Activation | null = caller;
    for (let links = 0; one !== null && links < PARENTS_AT_MOST; one = one.whole, links++)
      if (waiting instanceof Set ? waiting.has(one) : waiting === one) return one;
    return null;
  }

  /**
   * Of those that wait for a function which a library calls in the context of one of them: it, unless it has run generators or asynchronous
   * functions, whose ends the library may tell together. Of such it is the one of which these were over first; null where none is known.
   */
  #endedOf(one: Activation, given: object): Activation | null {
    const waiting = this.#waiting.get(given);
    if (one.parts + one.partsOverAt === 0) return one;
    let first: Activation | null = null;
    for (const other of waiting instanceof Set ? waiting : [one])
      if (other.parts === 0 && other.partsOverAt > 0 && other.partsOverAt < (first?.partsOverAt ?? Infinity))
        first = other;
    return first;
  }

  /** Whether somebody may answer by what a call was given. */
  isWaitedFor({ site, receiver, given }: Call): boolean {
    const isIt = (one: unknown): boolean => typeof one === "function" && this.#waiting.has(one);
    return argumentsOf(site, receiver, given).some(isIt);
  }

  /**
   * Hears of a call of a function that a call under way was given as it had come, by which functions around that may answer.
   *
   * @param name Of the function that is called, where it is one of several that may be.
   */
  handedOn(call: Call, values: ArrayLike<unknown>, name?: string): void {
    for (const one of argumentsOf(call.site, call.receiver, call.given)) {
      if (typeof one !== "function" || !this.#waiting.has(one)) continue;
      const isThis = name === undefined || dataOf(one, "name") === name || dataOf(one, "name") === "";
      if (!isThis) continue;
      const by = this.#waitingIn(call.by, one);
      const ended = by === null ? null : this.#endedOf(by, one);
      if (ended === null || ended === by) this.answer(one, values, call.by);
      else this.#answered(ended, one, values);
    }
  }

  /**
   * A function is called: of those that may answer by it, the ones do so that the caller is a part of, else the only one. Gives the outermost
   * of the former that is over now.
   */
  answer(callee: object, values: ArrayLike<unknown>, caller: Activation): Activation | null {
    const waiting = this.#waiting.get(callee);
    if (waiting === undefined) return null;
    let [isFound, outermost]: [boolean, Activation | null] = [false, null];
    for (
      let one: Activation | null = caller, links = 0;
      one !== null && links < PARENTS_AT_MOST;
      one = one.whole, links++
    ) {
      if (waiting instanceof Set ? !waiting.has(one) : waiting !== one) continue;
      isFound = true;
      this.#answered(one, callee, values);
      if (one.hasEnded) outermost = one;
      if (waiting === one) break;
    }
    if (isFound) return outermost;
    if (waiting instanceof Set) {
      if (waiting.size === 1)
        for (const only of waiting) this.#answered(only, callee, values, wokenWith(only, caller));
    } else this.#answered(waiting, callee, values, wokenWith(waiting, caller));
    return null;
  }

  #answered(
    activation: Activation,
    by: object,
    values: ArrayLike<unknown>,
    woken: readonly Activation[] = [],
  ): void {
    // What a promise answers is told by that.
    if (activation.hasEnded || activation.fn.kind !== "plain" || types.isPromise(activation.returned)) return;
    const customary = activation.customary?.given === by ? activation.customary : null;
    // A list is gone through.
    if (customary !== null && customary.values !== null) customary.isAnswer = false;
    const answer = activation.answersBy?.find(({ given }) => given === by);
    if (answer === undefined) return;
    // Called at once, as by a function that goes through a list, or by one that has its answer already.
    if (!activation.hasReturned) {
      activation.hasCalledBackAtOnce = true;
      if (customary !== null) {
        customary.values = itemsOf(values);
        customary.isAnswer = isOfNode(values);
      }
      activation.answersBy = activation.answersBy!.filter((one) => one !== answer);
      if (customary === null) this.#waitsNoMore(activation, by);
    } else this.#onAnswer(activation, { callee: by, values: itemsOf(values), at: answer.at, woken });
  }
}

/** Whether what has begun is in the text of an activation, which so was not given it. */
function isInTextOf(around: Activation | null, one: Activation): boolean {
  let outer = around;
  while (outer !== null && outer !== one) outer = outer.around;
  return outer !== null;
}

/** Whether it may be that a function answers by one that it is given: it did, or was not called often. */
export function mayAnswer({ mayBeAsync, isProven, calls }: FunctionState): boolean {
  return mayBeAsync && (isProven || calls <= UNPROVEN_AT_MOST || isPowerOfTwo(calls));
}

/** Whether a function that has returned nothing to wait for may still answer by one that it was given. */
export function mayStillAnswer({ answersBy }: Activation): boolean {
  return answersBy !== null && answersBy.length > 0;
}

/** Whether a function is called as callbacks of Node are: with an error, or nothing, first. */
export function isOfNode(values: ArrayLike<unknown>): boolean {
  const first = values[0];
  return values.length > 0 && (first === null || first === undefined || types.isNativeError(first));
}
