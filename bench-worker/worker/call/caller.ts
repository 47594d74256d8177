import type { Completion } from "../../../analysis/model.ts";
import { ENDING_EVENTS, listen, type Emitter } from "../../ending-events.ts";
import { harness } from "../harness/intrinsics.ts";
import { causality } from "../io/causality.ts";
import { isObject } from "../io/is-object.ts";
import type { MakeArguments } from "./arguments.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/**
 * Hears that a call has settled: with what it failed with, else with nothing or null; with {@link CUT_OFF} behind it where
 * the call did not come to an end by itself.
 */
export type Settled = (error?: unknown, how?: unknown) => void;
/** Nothing that a target has can be it. */
export const CUT_OFF = Symbol("cut off");

/** The target as something that can be called. */
export interface Callable {
  readonly run: AnyFunction;
  readonly receiver: unknown;
  /** Where each call has a receiver of its own: makes it. */
  readonly makeReceiver?: () => unknown;
  /** Whether each call can have one. */
  readonly isRenewable?: boolean;
  readonly makeArguments: MakeArguments;
  readonly completion: Completion;
  /** Of what gives an emitter back: events any of which ends a call; all that may, where it is left out. */
  readonly endingEvents?: readonly string[];
  /** Whether what a call gives back is made up: its end comes by whatever event is waited for, and each counts. */
  readonly isMadeUp?: (given: unknown) => boolean;
}

/** One that comes of whatever is made up, also of what stays open. */
const ONE_END = ["finish"];
/** Calls of more items than this of an async iterator are ended by us. */
export const ITEMS_AT_MOST = 100;

/**
 * Calls the target once; `settled` hears of its end, and gets the error if it failed.
 *
 * @throws what the target throws before it has become asynchronous.
 */
export function callOnce(callable: Callable, settled: Settled): void {
  const { run, makeReceiver, completion } = callable;
  causality.carry = null;
  const receiver = makeReceiver === undefined ? callable.receiver : makeReceiver();
  const result = run.apply(receiver, callable.makeArguments(settled));
  if (completion === "callback") return;
  // One pair of closures a call, as whoever awaits the call would have.
  const succeed = (): void => settled(null);
  const fail = (reason: unknown): void => settled(failureOf(reason, "rejected with"));
  if (completion === "thunk" && typeof result === "function") {
    (result as AnyFunction)(settled);
  } else if (completion === "observable" && isSubscribable(result)) {
    const next = (): void => undefined;
    // Rx 4 asks for other names than all that came after it.
    const observer = {
      next,
      error: fail,
      complete: succeed,
      onNext: next,
      onError: fail,
      onCompleted: succeed,
    };
    result.subscribe(observer);
  } else if (completion === "emitter" && isEmitter(result)) {
    const events = callable.isMadeUp?.(result) === true ? ONE_END : callable.endingEvents;
    listen(result, events ?? ENDING_EVENTS, succeed, fail);
  } else if (completion === "async-iterator" && isAsyncIterable(result)) {
    iterate(result).then((isWhole) => settled(null, isWhole ? undefined : CUT_OFF), fail);
  } else if (isThenable(result)) {
    result.then(succeed, fail);
  } else {
    settled(null);
  }
}

/** Whether what a call is said to have failed with says so: `callback(0)` and `callback(false)` tell of none, nor does a list that holds no error, `Promise.all(…).then(callback)`. */
export function isFailure(error: unknown): boolean {
  return Boolean(error) && (!Array.isArray(error) || error.some((one) => one instanceof harness.Error));
}

/** What a call failed with that threw or rejected, whatever that was: `how`, for what is no failure by itself. */
export function failureOf(thrown: unknown, how = "threw"): unknown {
  return isFailure(thrown) ? thrown : new harness.Error(`${how} ${String(thrown)}`);
}

/** Calls a target that does nothing but fail: its failure is its end. */
export function callToFailure(callable: Callable, settled: Settled): void {
  const failed = (): void => settled(null);
  try {
    callOnce(callable, failed);
  } catch {
    failed();
  }
}

/** Hears only the first settlement, of a call that settles again: n calls have settled when each has once. */
export function once(settled: Settled): Settled {
  let isSettled = false;
  return (error) => {
    if (isSettled) return;
    isSettled = true;
    settled(error);
  };
}

interface Thenable {
  then(resolved: () => void, rejected: (reason: unknown) => void): unknown;
}

function isThenable(value: unknown): value is Thenable {
  return isObject(value) && "then" in value && typeof value.then === "function";
}

function isSubscribable(value: unknown): value is { subscribe(observer: object): unknown } {
  return isObject(value) && "subscribe" in value && typeof value.subscribe === "function";
}

export function isEmitter(value: unknown): value is Emitter {
  return isObject(value) && "on" in value && typeof value.on === "function";
}

/** Whether something gives its values one after another, each of which may be waited for. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}

/** Whether it came to its end. */
async function iterate(items: AsyncIterable<unknown>): Promise<boolean> {
  const iterator = items[Symbol.asyncIterator]();
  for (let count = 0; count < ITEMS_AT_MOST; count++) {
    if ((await iterator.next()).done === true) return true;
  }
  await iterator.return?.();
  return false;
}
