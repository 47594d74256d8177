import type { InjectionMode } from "../../stack-traces.ts";
import { harness } from "../harness/intrinsics.ts";
import type { Callback } from "./callback.ts";
import { thrownAtCall } from "./thrown-at-call.ts";

/**
 * How an I/O layer is written, which decides what the stacks of its errors hold:
 *
 * - `calls-back`: the answer comes from outside, as off a socket, and the error is made there;
 * - `async`: the operation is an async function that throws after it has waited;
 * - `keeps-stack`: the operation makes its error when it is called and delivers it later.
 */
export type Layer = "calls-back" | "async" | "keeps-stack";

/**
 * What stands between the caller and the I/O layer and is not the caller's: nothing; a helper that handles errors
 * and hands them on, as pools, time limits and retries do; a thenable that starts the operation when somebody waits
 * for it, as query builders are; a Proxy of the promise, as clients that are generated are.
 */
export type Helper = "none" | "hands-on" | "thenable" | "proxy";

/** An error that an operation gives instead of its answer. */
export interface Injection {
  readonly expression: string;
  readonly mode: InjectionMode;
  readonly layer: Layer;
  readonly helper: Helper;
  /** The caller's last callback, where the function that is measured takes one. */
  readonly final: ((error: unknown) => void) | null;
}

type AtDueTime = (run: () => void) => void;

/** The error of an operation that was made to fail. Its stack begins where this is called. */
export function injectedError(expression: string): Error {
  return new harness.Error(`Async Cost made ${expression} fail`);
}

/**
 * Lets an operation with a callback fail. Behind a helper, the error goes straight to the caller's last callback, as
 * error-handling wrappers do, or on to its own callback in a later turn.
 *
 * @throws {Error} the injected one, where the operation is to throw at its call.
 */
export function failCallback(injection: Injection, callback: Callback, atDueTime: AtDueTime): void {
  const { expression, mode, layer, helper, final } = injection;
  const deliver = (error: unknown): void => {
    if (helper === "none") callback(error as Error);
    else if (final !== null) final(error);
    else void handOn(error as Error, callback);
  };
  if (layer === "async") {
    // As util.callbackify: what the callback itself throws escapes as an uncaught exception.
    asyncOperation(injection, atDueTime).then(undefined, (error: unknown) =>
      harness.nextTick(deliver, error),
    );
    return;
  }
  if (mode === "throw") {
    const error = injectedError(expression);
    if (helper === "none") throwAtCall(error);
    deliver(error);
    return;
  }
  const kept = layer === "keeps-stack" ? injectedError(expression) : null;
  atDueTime(() => {
    const error = kept ?? injectedError(expression);
    if (mode === "async-throw") throw error;
    deliver(error);
  });
}

async function handOn(error: Error, callback: Callback): Promise<void> {
  await harness.Promise.resolve();
  callback(error);
}

/**
 * The promise that a failing operation returns, or what its helper makes of it.
 *
 * @throws {Error} the injected one, where the operation is to throw at its call.
 */
export function failPromise(injection: Injection, atDueTime: AtDueTime): Promise<unknown> {
  const operate = (): Promise<never> =>
    injection.layer === "async" ? asyncOperation(injection, atDueTime) : plainOperation(injection, atDueTime);
  switch (injection.helper) {
    case "none":
      return operate();
    case "hands-on":
      // With functions of its own, as it has something to do when the operation ends: stop a timer, free a place.
      return new harness.Promise((resolve, reject) => {
        operate().then(
          (value) => resolve(value),
          (error: unknown) => reject(error as Error),
        );
      });
    case "thenable":
      return new LazyPromise(operate);
    case "proxy":
      return new Proxy(operate(), { get: boundProperty });
  }
}

/** @throws {Error} the injected one, in the mode `throw`. */
function plainOperation({ expression, mode, layer }: Injection, atDueTime: AtDueTime): Promise<never> {
  if (mode === "throw") throwAtCall(injectedError(expression));
  const kept = layer === "keeps-stack" ? injectedError(expression) : null;
  return new harness.Promise((_, reject) => {
    atDueTime(() => {
      const error = kept ?? injectedError(expression);
      if (mode === "async-throw") throw error;
      reject(error);
    });
  });
}

function throwAtCall(error: Error): never {
  thrownAtCall.count++;
  throw error;
}

/** Rejects at its call (`throw`) or when it has waited; in the mode `async-throw` something it left behind does. */
async function asyncOperation({ expression, mode }: Injection, atDueTime: AtDueTime): Promise<never> {
  if (mode === "throw") throw injectedError(expression);
  const completion = new harness.Promise<void>((resolve) => {
    atDueTime(resolve);
  });
  if (mode === "async-throw") {
    void failAfter(completion, expression);
    return await new harness.Promise<never>(() => undefined);
  }
  await completion;
  throw injectedError(expression);
}

async function failAfter(completion: Promise<void>, expression: string): Promise<never> {
  await completion;
  throw injectedError(expression);
}

/** Starts its operation when it is first waited for. */
class LazyPromise implements Promise<unknown> {
  readonly [Symbol.toStringTag] = "LazyPromise";
  readonly #start: () => Promise<unknown>;
  #started: Promise<unknown> | null = null;

  constructor(start: () => Promise<unknown>) {
    this.#start = start;
  }

  get #promise(): Promise<unknown> {
    return (this.#started ??= this.#start());
  }

  then<A = unknown, B = never>(
    resolved?: ((value: unknown) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#promise.then(resolved, rejected);
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<unknown> {
    return this.#promise.catch(rejected);
  }

  finally(settled?: (() => void) | null): Promise<unknown> {
    return this.#promise.finally(settled);
  }
}

function boundProperty(target: Promise<never>, key: PropertyKey): unknown {
  const value: unknown = Reflect.get(target, key);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}
