import type { InjectionMode } from "../../document.ts";
import { harness } from "../harness/intrinsics.ts";
import type { Callback } from "./io-core.ts";

/** The I/O layer that an error comes through. */
export type Layer = "bare" | "wrapped";

/** An error that an operation gives instead of its answer. */
export interface Injection {
  readonly expression: string;
  readonly mode: Exclude<InjectionMode, "throw">;
  readonly layer: Layer;
  /** The caller's last callback, where the function that is measured takes one. */
  readonly final: ((error: unknown) => void) | null;
}

/** The error of an injection. Its stack begins where this is called. */
export function injectedError(expression: string): Error {
  return new harness.Error(`Async Cost made ${expression} fail`);
}

/**
 * What a callback operation does at its due time. Bare, it calls back with an error made there, as drivers do whose
 * answer comes off a socket. Wrapped, a helper that is not the user's handles the error: it gives it straight to
 * the caller's last callback, as error-handling wrappers do, or hands it on in a turn of its own.
 */
export function failCallback(injection: Injection, callback: Callback): void {
  const error = injectedError(injection.expression);
  if (injection.mode === "async-throw") throw error;
  if (injection.layer === "bare") callback(error);
  else if (injection.final !== null) injection.final(error);
  else void handOn(error, callback);
}

async function handOn(error: Error, callback: Callback): Promise<void> {
  await harness.Promise.resolve();
  callback(error);
}

/**
 * The promise that a failing operation returns; `completion` resolves at its due time. Bare, the operation is an
 * async function that throws after it has waited, as Node's own and most clients are written. Wrapped, a helper
 * turned a callback into the promise, so that the error was made where nobody awaits.
 */
export function failPromise(injection: Injection, atDueTime: (run: () => void) => void): Promise<unknown> {
  if (injection.mode === "async-throw") {
    return new harness.Promise(() => {
      atDueTime(() => {
        throw injectedError(injection.expression);
      });
    });
  }
  if (injection.layer === "wrapped") {
    return new harness.Promise((_, reject) => {
      atDueTime(() => reject(injectedError(injection.expression)));
    });
  }
  return throwAfterWaiting(
    injection.expression,
    new harness.Promise<void>((resolve) => {
      atDueTime(resolve);
    }),
  );
}

async function throwAfterWaiting(expression: string, completion: Promise<void>): Promise<never> {
  await completion;
  throw injectedError(expression);
}
