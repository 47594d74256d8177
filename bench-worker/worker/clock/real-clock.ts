import { harness } from "../harness/intrinsics.ts";
import type { Cancellable, Clock, Completion } from "./clock.ts";

/** Waits with the engine's own timers. */
export class RealClock implements Clock {
  #waiting = new Set<NodeJS.Timeout>();

  get idle(): boolean {
    return this.#waiting.size === 0;
  }

  time(): number {
    return harness.now();
  }

  begin(): void {
    // The engine's timers know the time.
  }

  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void {
    const timeout = harness.setTimeout(() => {
      this.#waiting.delete(timeout);
      run(first, second);
    }, latencyMilliseconds);
    this.#waiting.add(timeout);
  }

  timer(latencyMilliseconds: number, run: Completion, timer: Cancellable, second: unknown): void {
    const fire = (): void => {
      if (!timer.cancelled) run(timer, second);
    };
    this.after(latencyMilliseconds, fire, undefined, undefined);
  }

  clear(): void {
    for (const timeout of this.#waiting) harness.clearTimeout(timeout);
    this.#waiting.clear();
  }
}
