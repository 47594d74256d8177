import { AsyncResource } from "node:async_hooks";
import { promisify } from "node:util";
import type { Cancellable } from "../clock/clock.ts";
import { harness } from "../harness/intrinsics.ts";
import type { IoCore } from "../io/io-core.ts";

type Callback = (...values: unknown[]) => void;

/** As Node's own timers answer: at least a millisecond, whole milliseconds, at most 2^31 - 1. */
function asDelay(milliseconds: unknown): number {
  const delay = Math.trunc(Number(milliseconds));
  return delay >= 1 && delay <= 2_147_483_647 ? delay : 1;
}

/** The timers of the target: `setTimeout` and `setInterval` on the clock, `setImmediate` the engine's own. */
export function fakeTimers(core: IoCore) {
  let lastId = 0;
  const byId = new Map<number, FakeTimeout>();

  class FakeTimeout implements Cancellable {
    cancelled = false;
    readonly callback: Callback;
    readonly values: unknown[];
    readonly delay: number;
    readonly repeats: boolean;
    #refed = true;

    constructor(callback: unknown, delay: unknown, values: unknown[], repeats: boolean) {
      if (typeof callback !== "function") {
        throw new TypeError('The "callback" argument must be of type function.');
      }
      this.callback = core.keepsContext ? AsyncResource.bind(callback as Callback) : (callback as Callback);
      this.values = values;
      this.delay = asDelay(delay);
      this.repeats = repeats;
      this.#start();
    }

    ref(): this {
      this.#refed = true;
      return this;
    }

    unref(): this {
      this.#refed = false;
      return this;
    }

    hasRef(): boolean {
      return this.#refed;
    }

    refresh(): this {
      if (!this.cancelled) this.#start();
      return this;
    }

    close(): this {
      this.cancelled = true;
      return this;
    }

    [Symbol.toPrimitive](): number {
      const id = ++lastId;
      byId.set(id, this);
      return id;
    }

    #start(): void {
      // A timer that is started again leaves its old place behind.
      const place: Cancellable = { cancelled: false };
      const current = this.#place;
      if (current !== null) current.cancelled = true;
      this.#place = place;
      core.clock.timer(this.delay, () => this.#fire(), new LinkedPlace(this, place), undefined);
    }

    #place: Cancellable | null = null;

    #fire(): void {
      if (this.repeats) this.#start();
      this.callback(...this.values);
    }
  }

  /** Is cancelled with its timer, or by itself. */
  class LinkedPlace implements Cancellable {
    readonly timer: Cancellable;
    readonly place: Cancellable;

    constructor(timer: Cancellable, place: Cancellable) {
      this.timer = timer;
      this.place = place;
    }

    get cancelled(): boolean {
      return this.timer.cancelled || this.place.cancelled;
    }
  }

  const setTimeout = (callback: unknown, delay?: unknown, ...values: unknown[]): FakeTimeout =>
    new FakeTimeout(callback, delay, values, false);
  const setInterval = (callback: unknown, delay?: unknown, ...values: unknown[]): FakeTimeout =>
    new FakeTimeout(callback, delay, values, true);
  const clearTimeout = (timer: unknown): void => {
    const found = timer instanceof FakeTimeout ? timer : byId.get(Number(timer));
    found?.close();
  };

  const wait = (delay?: unknown, value?: unknown, options?: { signal?: AbortSignal }): Promise<unknown> =>
    new harness.Promise((resolve, reject) => {
      const signal = options?.signal;
      const aborted = (): void => {
        timer.close();
        reject(
          Object.assign(new harness.Error("The operation was aborted"), {
            name: "AbortError",
            code: "ABORT_ERR",
          }),
        );
      };
      const timer = new FakeTimeout(() => resolve(value), delay, [], false);
      if (signal?.aborted === true) aborted();
      else signal?.addEventListener("abort", aborted, { once: true });
    });
  async function* every(delay?: unknown, value?: unknown): AsyncGenerator {
    for (;;) yield await wait(delay, value);
  }
  Object.defineProperty(setTimeout, promisify.custom, { value: wait, enumerable: false });

  const immediate = promisify(harness.setImmediate);
  const callbacks = {
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval: clearTimeout,
    setImmediate: harness.setImmediate,
    clearImmediate: globalThis.clearImmediate,
  };
  const promises = {
    setTimeout: wait,
    setInterval: every,
    setImmediate: immediate,
    scheduler: { wait, yield: () => immediate() },
  };
  return { callbacks, promises };
}
