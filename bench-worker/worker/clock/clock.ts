/** What runs when an operation completes. Two arguments spare a closure for each operation. */
export type Completion = (first: unknown, second: unknown) => void;

/** A timer that may be taken back before it fires. */
export interface Cancellable {
  cancelled: boolean;
}

/** Where fake I/O and the target's timers wait. */
export interface Clock {
  /** Milliseconds of simulated time: on the real clock, the time. */
  time(): number;
  /** Calls `run(first, second)` after `latencyMilliseconds`. */
  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void;
  /**
   * The same for a timer; nothing is run once it is cancelled. `startedAt` is where its wait begins, when that is
   * not now: an interval waits from before its callback.
   */
  timer(
    latencyMilliseconds: number,
    run: Completion,
    timer: Cancellable,
    second: unknown,
    startedAt?: number,
  ): void;
  /** Nothing waits that could still wake a call. */
  readonly idle: boolean;
  /** Forgets everything that waits. */
  clear(): void;
}
