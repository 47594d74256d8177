import type { IoCore } from "../io/io-core.ts";
import type { Callback } from "../io/callback.ts";
import { answerByCallback, answerByPromise } from "./given-answers.ts";

/** What an operation answers, given its arguments without the callback. */
export type Answer = (parameters: readonly unknown[]) => unknown;

type AnyFunction = (...parameters: unknown[]) => unknown;

/** A function whose last argument is called back with the answer. Without a callback it throws as Node's do. */
export function callbackOperation(core: IoCore, expression: string, answer: Answer): AnyFunction {
  return function operation(...parameters: unknown[]): void {
    const callback = takeCallback(parameters);
    const given = core.given?.of(expression);
    if (given !== undefined) {
      answerByCallback(
        { core, expression, given, parameters, otherwise: () => answer(parameters) },
        callback,
      );
      return;
    }
    core.noteUse(expression, "callback");
    core.callback(expression, answer(parameters), callback);
  };
}

/** The same for one that calls back with several values; as many are given by a list, one by itself. */
export function callbackOperationOfMany(
  core: IoCore,
  expression: string,
  answers: (parameters: readonly unknown[]) => unknown[],
): AnyFunction {
  return function operation(...parameters: unknown[]): void {
    const callback: AnyFunction = takeCallback(parameters);
    const spread: Callback = (error, values) => {
      if (error !== null) callback(error);
      else if (Array.isArray(values)) callback(null, ...(values as unknown[]));
      else callback(null, values);
    };
    const given = core.given?.of(expression);
    if (given !== undefined) {
      const otherwise = (): unknown => answers(parameters);
      answerByCallback({ core, expression, given, parameters, otherwise }, spread, callback);
      return;
    }
    core.noteUse(expression, "callback");
    core.callback(expression, answers(parameters), spread, undefined, callback);
  };
}

/** A function that returns a promise of the answer. */
export function promiseOperation(core: IoCore, expression: string, answer: Answer): AnyFunction {
  return function operation(...parameters: unknown[]): Promise<unknown> {
    const given = core.given?.of(expression);
    if (given !== undefined) {
      return answerByPromise({ core, expression, given, parameters, otherwise: () => answer(parameters) });
    }
    core.noteUse(expression, "promise");
    return core.promise(expression, answer(parameters));
  };
}

function takeCallback(parameters: unknown[]): AnyFunction & Callback {
  const callback = parameters.pop();
  if (typeof callback !== "function") {
    throw Object.assign(new TypeError('The "callback" argument must be of type function.'), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  }
  return callback as AnyFunction & Callback;
}
