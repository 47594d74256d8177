import type { Callback } from "../../io/callback.ts";
import { isClass, isErrorFirst } from "../callback-shape.ts";
import type { Observer } from "../observables.ts";
import { BAD_EVENTS, BAD_NEWS } from "../telling-names.ts";
import { furtherValues, type FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import { partsOf } from "./names.ts";
import { takesValueFirst } from "./remembered-calls.ts";
import type { RunningDry } from "./running-dry.ts";

/** Calls the functions that operations are given. */
export class FakeCallbacks {
  readonly #fakes: FakeContext;
  readonly #dry: RunningDry;

  constructor(fakes: FakeContext, dry: RunningDry) {
    this.#fakes = fakes;
    this.#dry = dry;
  }

  /**
   * Calls a callback back with as many values as it takes: `(error, rows, fields) => …`, `row => …`. Gives the value that it
   * will be called with.
   *
   * @param valueFirst Whether it takes no error before the value.
   */
  callBack(name: string, run: AnyFunction, isOver = false, valueFirst = takesValueFirst(run)): unknown {
    const nothing = null;
    const value = isOver || this.#dry.isDry(name) ? nothing : this.#fakes.make(partsOf(name).answer);
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

  /**
   * Calls every function that was given to an operation, and the handlers of objects, but for those of bad news.
   *
   * @param answer What it gives besides, with which they are called: both are one operation. Without, each of them is one.
   */
  callAll(name: string, parameters: readonly unknown[], answer?: Promise<unknown>): void {
    if (parameters.some((parameter) => typeof parameter === "string" && BAD_EVENTS.test(parameter))) return;
    const given = parameters.flatMap((parameter): { run: AnyFunction; on?: object }[] => {
      if (this.#fakes.isFake(parameter)) return [];
      if (typeof parameter === "function") return [{ run: parameter as AnyFunction }];
      if (typeof parameter !== "object" || parameter === null) return [];
      return Object.entries(parameter)
        .filter(
          ([key, value]) => typeof value === "function" && !this.#fakes.isFake(value) && !BAD_NEWS.test(key),
        )
        .map(([, value]) => ({ run: value as AnyFunction, on: parameter }));
    });
    for (const { run, on } of given) {
      if (isClass(run)) continue;
      const takesError = isErrorFirst(run);
      const call = (): void => {
        const values = Array.from({ length: Math.max(run.length, 1) }, () =>
          this.#fakes.make(partsOf(name).answer),
        );
        const first = takesError ? [null] : [];
        Reflect.apply(run, on, [...first, ...values.slice(run.length > 1 ? first.length : 0)]);
      };
      if (answer !== undefined) {
        answer.then(call, (error: unknown) => {
          if (takesError) Reflect.apply(run, on, [error]);
        });
        continue;
      }
      this.#fakes.core.step(name, (error) => {
        if (error !== null) throw error;
        call();
      });
    }
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
