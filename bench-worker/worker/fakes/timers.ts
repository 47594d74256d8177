import { AsyncResource } from "node:async_hooks";
import { promisify } from "node:util";
import type { Cancellable, Completion } from "../clock/clock.ts";
import { immediates } from "../clock/immediates.ts";
import { harness } from "../harness/intrinsics.ts";
import { causality } from "../io/causality.ts";
import type { IoCore } from "../io/io-core.ts";

type Callback = (...values: unknown[]) => void;

/** As Node's own timers answer: at least a millisecond, whole milliseconds, at most 2^31 - 1. */
function asDelay(milliseconds: unknown): number {
  const delay = Math.trunc(Number(milliseconds));
  return delay >= 1 && delay <= 2_147_483_647 ? delay : 1;
}

/** The timers of the target: `setTimeout` and `setInterval` on the clock, `setImmediate` the engine's own, counted. */
export function fakeTimers(core: IoCore) {
  let lastId = 0;
  const byId = new Map<number, FakeTimeout>();

  class FakeTimeout {
    readonly callback: Callback;
    readonly values: unknown[];
    readonly delay: number;
    readonly repeats: boolean;
    #isClosed = false;
    #isRefed = true;
    #id = 0;
    #depth = 0;
    /** Where it waits; a timer that is started again leaves its old place behind. */
    #place: Cancellable = { cancelled: true };

    constructor(callback: unknown, delay: unknown, values: unknown[], repeats: boolean) {
      if (typeof callback !== "function") {
        throw Object.assign(new TypeError('The "callback" argument must be of type function.'), {
          code: "ERR_INVALID_ARG_TYPE",
        });
      }
      const bound = core.keepsContext ? AsyncResource.bind(callback as Callback) : (callback as Callback);
      const { completes, carry } = causality;
      const heard = completes === null || repeats ? bound : completes(bound, callback, "setTimeout");
      this.callback = carry === null ? heard : carry(heard);
      this.values = values;
      const isMadeUp = (typeof delay === "object" && delay !== null) || typeof delay === "function";
      this.delay = isMadeUp ? 1 : asDelay(delay);
      this.repeats = repeats;
      this.#start();
    }

    ref(): this {
      this.#isRefed = true;
      return this;
    }

    unref(): this {
      this.#isRefed = false;
      return this;
    }

    hasRef(): boolean {
      return this.#isRefed;
    }

    refresh(): this {
      if (!this.#isClosed) this.#start();
      return this;
    }

    close(): this {
      this.#isClosed = true;
      this.#place.cancelled = true;
      byId.delete(this.#id);
      return this;
    }

    [Symbol.toPrimitive](): number {
      if (this.#id === 0) this.#id = ++lastId;
      if (!this.#isClosed) byId.set(this.#id, this);
      return this.#id;
    }

    #start(startedAt?: number): void {
      this.#depth = causality.depth;
      this.#place.cancelled = true;
      this.#place = { cancelled: false };
      core.clock.timer(this.delay, FakeTimeout.#fire, this.#place, this, startedAt);
    }

    static readonly #fire: Completion = (_place, timeout) => {
      if (timeout instanceof FakeTimeout) timeout.#run();
    };

    #run(): void {
      causality.depth = this.#depth;
      if (!this.repeats) {
        if (this.#id !== 0) byId.delete(this.#id);
        this.callback(...this.values);
        return;
      }
      // The next wait begins now, but behind all that the callback starts.
      const startedAt = core.clock.time();
      try {
        this.callback(...this.values);
      } finally {
        if (!this.#isClosed) this.#start(startedAt);
      }
    }
  }
  const dispose = (Symbol as { dispose?: symbol }).dispose;
  if (dispose !== undefined) {
    Object.defineProperty(FakeTimeout.prototype, dispose, {
      value(this: FakeTimeout) {
        this.close();
      },
    });
  }

  const setTimeout = (callback: unknown, delay?: unknown, ...values: unknown[]): FakeTimeout =>
    new FakeTimeout(callback, delay, values, false);
  const setInterval = (callback: unknown, delay?: unknown, ...values: unknown[]): FakeTimeout =>
    new FakeTimeout(callback, delay, values, true);
  const clearTimeout = (timer: unknown): void => {
    const found = timer instanceof FakeTimeout ? timer : byId.get(Number(timer));
    found?.close();
  };

  const wait = (delay?: unknown, value?: unknown, options?: Abortable): Promise<unknown> =>
    new harness.Promise((resolve, reject) => {
      const signal = options?.signal;
      if (isAborted(signal)) {
        reject(abortError(signal));
        return;
      }
      const aborted = (): void => {
        timer.close();
        reject(abortError(signal));
      };
      const timer = new FakeTimeout(
        () => {
          signal?.removeEventListener("abort", aborted);
          resolve(value);
        },
        delay,
        [],
        false,
      );
      signal?.addEventListener("abort", aborted, { once: true });
    });

  /** Gives way at once for every time that passed while nobody asked. */
  async function* every<T>(delay?: unknown, value?: T, options?: Abortable): AsyncGenerator<T> {
    const signal = options?.signal;
    if (isAborted(signal)) throw abortError(signal);
    let missed = 0;
    let wake: (() => void) | null = null;
    const awake = (): void => {
      wake?.();
      wake = null;
    };
    const timer = new FakeTimeout(
      () => {
        missed++;
        awake();
      },
      delay,
      [],
      true,
    );
    const aborted = (): void => {
      timer.close();
      awake();
    };
    signal?.addEventListener("abort", aborted, { once: true });
    try {
      while (!isAborted(signal)) {
        if (missed === 0) await new harness.Promise<void>((resolve) => (wake = resolve));
        for (; missed > 0; missed--) yield value as T;
      }
      throw abortError(signal);
    } finally {
      timer.close();
      signal?.removeEventListener("abort", aborted);
    }
  }
  Object.defineProperty(setTimeout, promisify.custom, { value: wait, enumerable: false });

  const callbacks = {
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval: clearTimeout,
    setImmediate: immediates.set,
    clearImmediate: immediates.clear,
  };
  const promises = {
    setTimeout: wait,
    setInterval: every,
    setImmediate: immediates.promise,
    scheduler: {
      wait: (delay?: unknown, options?: Abortable) => wait(delay, undefined, options),
      yield: () => immediates.promise(),
    },
  };
  return { callbacks, promises };
}

interface Abortable {
  readonly signal?: AbortSignal;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function abortError(signal: AbortSignal | undefined): Error {
  return Object.assign(new harness.Error("The operation was aborted"), {
    name: "AbortError",
    code: "ABORT_ERR",
    cause: signal?.reason as unknown,
  });
}
