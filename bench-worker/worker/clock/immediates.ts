import { promisify } from "node:util";
import { causality } from "../io/causality.ts";
import { harness } from "../harness/intrinsics.ts";

type Callback = (...values: unknown[]) => void;

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
  #turn = 0;
  #lastBatch = -1;

  /** `setImmediate`. */
  readonly set = (callback: unknown, ...values: unknown[]): NodeJS.Immediate => {
    if (typeof callback !== "function") {
      throw Object.assign(new TypeError('The "callback" argument must be of type function.'), {
        code: "ERR_INVALID_ARG_TYPE",
      });
    }
    this.pending++;
    const { carry, depth } = causality;
    const carried = carry === null ? (callback as Callback) : carry(callback as Callback);
    return harness.setImmediate(this.run, carried, values, this.#turn, depth);
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
  }

  /** What is left belongs to nobody any more. */
  forget(): void {
    this.pending = 0;
  }

  private readonly run = (
    callback: Callback,
    values: readonly unknown[],
    setDuring: number,
    depth: number,
  ): void => {
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
