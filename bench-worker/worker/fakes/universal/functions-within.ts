import { doesIoItself } from "../../../../analysis/io-calls/given-functions.ts";
import type { GivenFake } from "../../fakes-file/given-fakes.ts";
import { functionToRun, returnsNothing } from "../functions-to-run.ts";
import { furtherValues, type FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import { partsOf } from "./names.ts";

/** Runs functions within the operations that they are given to: `await db.transaction(async (tx) => …)`. */
export class FunctionsWithin {
  readonly #fakes: FakeContext;
  /** The operations that ran a function in a call that was watched, and do nothing else. */
  readonly ran = new Set<string>();

  constructor(fakes: FakeContext) {
    this.#fakes = fakes;
  }

  /** The function that an operation is given to run; undefined where it is given none. */
  functionToRun(name: string, parameters: readonly unknown[]): AnyFunction | undefined {
    const { last, parent } = partsOf(name);
    const handsOn = this.#fakes.hints.handsOn?.has(last) === true;
    const of = parent.endsWith("()") ? partsOf(parent.slice(0, -2)).last : "";
    return functionToRun(last, parameters, handsOn, (value) => this.#fakes.isFake(value), of);
  }

  /**
   * The function that an operation was given, whose answer is its own; of one that returns nothing, a made-up one. The
   * operation's latency comes first, unless it only waits for the function, as `retry` does: then it is no I/O call, as in
   * the hint.
   */
  async run(
    name: string,
    run: AnyFunction,
    onlyWaits = this.onlyWaits(partsOf(name).last),
    given?: GivenFake,
  ): Promise<unknown> {
    if (onlyWaits) {
      const why = "it only waits for the function that it is given";
      this.#fakes.core.note({ expression: name, kind: "sync", from: "inferred", why });
      if (this.#fakes.core.tap !== null) this.ran.add(name);
    } else {
      if (given !== undefined) this.#fakes.core.noteUse(name, "promise", "file", given.place);
      else
        this.#fakes.note(
          name,
          "promise",
          "its promise is used, and the function that it is given ran within it",
        );
      await this.#fakes.core.promise(name, undefined, given?.latency);
    }
    const answer = await run(...this.valuesFor(name, run));
    return answer === undefined && returnsNothing(run) ? this.#fakes.make(partsOf(name).answer) : answer;
  }

  /** Whether an operation, by its last name, only waits for the function that it is given. */
  onlyWaits(operation: string): boolean {
    const { helpers, handsOn } = this.#fakes.hints;
    return (helpers?.has(operation) === true || handsOn?.has(operation) === true) && !doesIoItself(operation);
  }

  /** What a function is given that takes only values: at least one. */
  valuesFor(name: string, run: AnyFunction): unknown[] {
    return [this.#fakes.make(partsOf(name).answer), ...furtherValues(this.#fakes, name, run.length - 1)];
  }
}
