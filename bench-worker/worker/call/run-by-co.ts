import co from "co";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { harness } from "../harness/intrinsics.ts";
import type { Callable } from "./caller.ts";

/** What gives the prototype of all generators. */
const isGenerator = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === "[object GeneratorFunction]";

/**
 * A generator that is run by what its text gives it to: that calls it, or makes a function of it.
 *
 * @param taker Gives what its text gives it to another one.
 */
export function runByTaker(run: Callable["run"], taker: (given: unknown) => unknown): Callable["run"] {
  if (!isGenerator(run)) return run;
  const generator = run as unknown as GeneratorFunction;
  return function (this: unknown, ...given) {
    return new harness.Promise((resolve, reject) => {
      const heard = function* (this: unknown, ...all: unknown[]): Generator {
        try {
          resolve(yield* Reflect.apply(generator, this, all));
        } catch (error) {
          const fail: (reason: unknown) => void = reject;
          fail(error);
        }
      };
      Object.defineProperty(heard, "length", { value: generator.length });
      const made = taker(heard);
      if (typeof made === "function") Reflect.apply(made, this, given);
    });
  };
}

/** A target that is a generator which nothing in its file drives: co does, as whoever calls it would have it done. */
export function runByCo(run: Callable["run"], { runner }: Pick<AsyncFunction, "runner">): Callable["run"] {
  return runner === "co" && isGenerator(run) ? co.wrap(run) : run;
}
