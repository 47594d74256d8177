import { promisify } from "node:util";
import { causality } from "../io/causality.ts";
import { harness } from "../harness/intrinsics.ts";
import { withOwnStacks } from "../harness/own-stacks.ts";

type Callback = (...values: unknown[]) => void;

/** So many that each set the next one, while nothing else came, go on without end. */
const CHAIN_AT_MOST = 5_000;
/** Who sets the next one is near the top. */
const FRAMES = 20;

/**
 * The target's immediates: the engine's own, counted, since the virtual clock must not jump while one is left, and
 * turns of the event loop are counted by them.
 */
class Immediates {
  /** Set, and neither run nor taken back. */
  pending = 0;
  /** Turns of the event loop that immediates ran in. */
  turns = 0;
  /** Runs each, where somebody wants to have an eye on it. */
  around: ((run: () => void) => void) | null = null;
  /** Hears that immediates set each other without end, with the stack of who set the last, which is dropped; where somebody wants to. */
  onEndless: ((stack: string | undefined) => void) | null = null;
  #turn = 0;
  /** How many in a row have set each other, and nothing else came between. */
  #chain = 0;
  /** Those that were set before the last time that all were forgotten are not run. */
  #forgotten = 0;
  #lastBatch = -1;

  /** `setImmediate`. */
  readonly set = (callback: unknown, ...values: unknown[]): NodeJS.Immediate => {
    if (typeof callback !== "function") {
      throw Object.assign(new TypeError('The "callback" argument must be of type function.'), {
        code: "ERR_INVALID_ARG_TYPE",
      });
    }
    if (this.#chain >= CHAIN_AT_MOST && this.onEndless !== null) {
      const { stack } = withOwnStacks(FRAMES, undefined, () => new harness.Error("one immediate more"));
      this.onEndless(stack);
      return harness.setImmediate(() => undefined);
    }
    this.pending++;
    const { carry, completes, depth } = causality;
    const heard =
      completes === null ? (callback as Callback) : completes(callback as Callback, callback, "setImmediate");
    const carried = carry === null ? heard : carry(heard);
    return harness.setImmediate(
      this.run,
      carried,
      values,
      this.#turn,
      depth,
      this.#chain + 1,
      this.#forgotten,
    );
  };

  /** `clearImmediate`. */
  readonly clear = (immediate: unknown): void => {
    if (isPending(immediate)) this.pending--;
    harness.clearImmediate(immediate as NodeJS.Immediate);
  };

  /** `setImmediate` of timers/promises. */
  readonly promise = (value?: unknown): Promise<unknown> =>
    new harness.Promise((resolve) => {
      this.set(() => resolve(value));
    });

  constructor() {
    Object.defineProperty(this.set, promisify.custom, { value: this.promise, enumerable: false });
  }

  /** A turn of the event loop begins. */
  enterTurn(): void {
    this.#turn++;
    this.#chain = 0;
  }

  /** What is left belongs to nobody any more. */
  forget(): void {
    this.pending = 0;
    this.#chain = 0;
    this.#forgotten++;
  }

  private readonly run = (
    callback: Callback,
    values: readonly unknown[],
    setDuring: number,
    depth: number,
    chain: number,
    forgotten: number,
  ): void => {
    if (forgotten !== this.#forgotten) return;
    this.#chain = chain;
    if (this.pending > 0) this.pending--;
    // All that were set in one turn run in one.
    if (setDuring !== this.#lastBatch) {
      this.#lastBatch = setDuring;
      this.turns++;
      this.#turn++;
    }
    causality.depth = depth;
    if (this.around === null) callback(...values);
    else this.around(() => callback(...values));
  };
}

/** As the engine itself tells them apart. */
function isPending(immediate: unknown): boolean {
  return (
    typeof immediate === "object" &&
    immediate !== null &&
    "_onImmediate" in immediate &&
    "_destroyed" in immediate &&
    immediate._destroyed === false
  );
}

export const immediates = new Immediates();
