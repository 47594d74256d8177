import { keepsOrSends } from "../../../../analysis/io-calls/given-functions.ts";
import { isErrorFirst } from "../callback-shape.ts";
import { waitsFor } from "../functions-to-run.ts";
import type { FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import type { FunctionsWithin } from "./functions-within.ts";
import { partsOf } from "./names.ts";

/** What a callback is called where it was sorted out of what a function was called with. */
const CALLBACK_NAME = /^(?:cb|done|next|fn|\w*[cC]allback)$/;

/** What calls give that are given a function, where only what the source does with it tells. */
export class CallsByText {
  readonly #fakes: FakeContext;
  readonly #within: FunctionsWithin;

  constructor(fakes: FakeContext, within: FunctionsWithin) {
    this.#fakes = fakes;
    this.#within = within;
  }

  /**
   * What an operation gives of which nothing says that it calls back the function that it is given, where the source tells
   * otherwise: it waits for what that gives, or goes on at once. Undefined where it does not tell.
   */
  used(
    name: string,
    parameters: readonly unknown[],
    given: AnyFunction,
    origin: object | undefined,
  ): { readonly value: unknown } | undefined {
    const { last, parent, answer } = partsOf(name);
    const plain = (why: string, value: unknown): { readonly value: unknown } => {
      this.#fakes.note(name, "sync", why);
      return { value };
    };
    const [pattern] = parameters;
    if (/^replace(?:All)?$/.test(last) && (typeof pattern === "string" || pattern instanceof RegExp))
      return plain("a method of text", parent.replace(pattern, given as () => string));
    if (/^(?:push|unshift)$/.test(last) && parameters.length === 1)
      return plain("keeps the function that it is given for later", 1);
    const use = this.#fakes.hints.useOfGiven?.(last);
    if (use === "waits" && waitsFor(last, given)) return { value: this.#within.run(name, given, true) };
    if (use === undefined || use === "waits" || isErrorFirst(given)) return undefined;
    if (use === "calls")
      return plain("what it gives is called as a function", this.#fakes.make(answer, [], origin));
    if (keepsOrSends(last))
      return plain("keeps the function that it is given for later", this.#fakes.make(answer, [], origin));
    try {
      const got = given(...this.#within.valuesFor(name, given));
      if (got instanceof Promise) got.catch(() => undefined);
    } catch {
      // It is for what only the operation knows.
    }
    return plain("what it gives is gone on with at once", this.#fakes.make(answer, [], origin));
  }

  /**
   * What a helper gives that sorts what a function was called with, `const { options, callback } = normalize(…)`: the callback is the one
   * that it was given. Undefined for any other operation.
   */
  takenApart(name: string, callback: unknown, origin: object | undefined): unknown {
    const { last, answer } = partsOf(name);
    const names = this.#fakes.hints.takenApart?.(last)?.filter((one) => CALLBACK_NAME.test(one)) ?? [];
    if (names.length === 0) return undefined;
    this.#fakes.note(name, "sync", "what it gives is taken apart at once");
    const given = this.#fakes.make(answer, [], origin);
    if (!this.#fakes.isFake(given)) return given;
    return Object.assign(given as object, Object.fromEntries(names.map((one) => [one, callback])));
  }
}
