import { harness } from "../harness/intrinsics.ts";
import type { Cancellable, Clock, Completion } from "./clock.ts";

/**
 * Waits with the engine's own timers, which know whole milliseconds from one on only: a latency is rounded to them.
 * What it forgets comes to nothing when it is due, so that waiting costs no more than the timer.
 */
export class RealClock implements Clock {
  #waiting = 0;
  #generation = 0;

  get idle(): boolean {
    return this.#waiting === 0;
  }

  time(): number {
    return harness.now();
  }

  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void {
    this.#waiting++;
    harness.setTimeout(this.#complete, Math.round(latencyMilliseconds), this.#generation, run, first, second);
  }

  timer(
    latencyMilliseconds: number,
    run: Completion,
    timer: Cancellable,
    second: unknown,
    startedAt?: number,
  ): void {
    const fire = (): void => {
      if (!timer.cancelled) run(timer, second);
    };
    const passed = startedAt === undefined ? 0 : harness.now() - startedAt;
    this.after(latencyMilliseconds - Math.floor(passed), fire, undefined, undefined);
  }

  clear(): void {
    this.#generation++;
    this.#waiting = 0;
  }

  readonly #complete = (generation: number, run: Completion, first: unknown, second: unknown): void => {
    if (generation !== this.#generation) return;
    this.#waiting--;
    run(first, second);
  };
}
