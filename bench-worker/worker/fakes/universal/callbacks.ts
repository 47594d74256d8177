import type { Callback } from "../../io/callback.ts";
import type { Observer } from "../observables.ts";
import { furtherValues, type FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import { partsOf } from "./names.ts";
import { takesValueFirst } from "./remembered-calls.ts";

/** Calls the functions that operations are given. */
export class FakeCallbacks {
  readonly #fakes: FakeContext;

  constructor(fakes: FakeContext) {
    this.#fakes = fakes;
  }

  /**
   * Calls a callback back with as many values as it takes: `(error, rows, fields) => …`, `row => …`. Gives the value that it
   * will be called with.
   *
   * @param valueFirst Whether it takes no error before the value.
   */
  callBack(name: string, run: AnyFunction, isOver = false, valueFirst = takesValueFirst(run)): unknown {
    const nothing = null;
    const value = isOver ? nothing : this.#fakes.make(partsOf(name).answer);
    if (valueFirst) {
      const more = furtherValues(this.#fakes, name, run.length - 1);
      this.#fakes.core.callback(name, value, (error, first) => run(error ?? first, ...more), undefined, run);
    } else if (run.length <= 2 || value === null || value === undefined)
      this.#fakes.core.callback(name, value, run);
    else {
      const more = furtherValues(this.#fakes, name, run.length - 2);
      const spread: Callback = (error, first) => {
        if (error === null) run(null, first, ...more);
        else run(error);
      };
      this.#fakes.core.callback(name, value, spread, undefined, run);
    }
    return value;
  }

  /** One value, and the end: what is subscribed to is the operation. */
  subscribe(name: string, observer: Observer): unknown {
    const source = name.slice(0, -".subscribe".length).replace(/\(\)$/, "");
    const next = (): void => {
      observer.next(this.#fakes.make(`${source}().value`));
      observer.complete();
    };
    this.#fakes.core.event(source, next, (error) => observer.error(error), "it is subscribed to");
    return this.#fakes.make(partsOf(name).answer);
  }
}
