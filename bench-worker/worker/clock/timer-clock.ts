import type { Cancellable, Clock, Completion } from "./clock.ts";

/**
 * A clock on which fake I/O waits by the target's own `setTimeout`, whoever has wrapped that: packages that lengthen
 * stack traces see timers and not our clock. The timers in turn wait on the clock behind it.
 */
export class TimerClock implements Clock {
  readonly #behind: Clock;

  constructor(behind: Clock) {
    this.#behind = behind;
  }

  get idle(): boolean {
    return this.#behind.idle;
  }

  time(): number {
    return this.#behind.time();
  }

  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void {
    globalThis.setTimeout(run, latencyMilliseconds, first, second);
  }

  timer(
    latencyMilliseconds: number,
    run: Completion,
    timer: Cancellable,
    second: unknown,
    startedAt?: number,
  ): void {
    this.#behind.timer(latencyMilliseconds, run, timer, second, startedAt);
  }

  clear(): void {
    this.#behind.clear();
  }
}
