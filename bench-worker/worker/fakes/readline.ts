import readline from "node:readline";
import readlinePromises from "node:readline/promises";
import { promisify } from "node:util";
import type { IoCore } from "../io/io-core.ts";
import type { Callback } from "../io/callback.ts";
import { isObject } from "../io/is-object.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** Streams that are read line by line: where what they give is made up, it is more than one line. */
export const readByLine = new WeakSet<object>();

/** What somebody at a terminal types. */
const ANSWER = "answer";

/** `readline` and `readline/promises`: nobody sits at the target's terminal, and questions that are asked there are answered. */
export function fakeReadline(core: IoCore, stdin: unknown): { callbacks: object; promises: object } {
  const ask = (): Promise<unknown> => {
    core.noteUse("readline.question", "promise");
    return core.promise("readline.question", ANSWER);
  };
  const askBack = (...parameters: unknown[]): void => {
    const callback = parameters.at(-1) as AnyFunction;
    core.noteUse("readline.question", "callback");
    const answered: Callback = (error, answer) => {
      if (error !== null) throw error;
      callback(answer);
    };
    core.callback("readline.question", ANSWER, answered, undefined, callback);
  };
  Object.defineProperty(askBack, promisify.custom, { value: ask });
  const creating =
    (create: AnyFunction, question: AnyFunction): AnyFunction =>
    (...parameters) => {
      const made = create(...parameters) as object;
      if ("input" in made && isObject(made.input)) readByLine.add(made.input);
      if ("input" in made && made.input === stdin) {
        Object.defineProperty(made, "question", { value: question, writable: true, configurable: true });
      }
      return made;
    };
  const promises = {
    ...readlinePromises,
    createInterface: creating(readlinePromises.createInterface as AnyFunction, ask),
  };
  return {
    promises,
    callbacks: {
      ...readline,
      createInterface: creating(readline.createInterface as AnyFunction, askBack),
      promises,
    },
  };
}
