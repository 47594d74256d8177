import { harness } from "../harness/intrinsics.ts";

/** The two watches of a thread, in milliseconds. */
export interface Watches {
  /** Time. */
  readonly now: () => number;
  /** Time for which the thread ran. */
  readonly cpuMilliseconds: () => number;
}

/** Milliseconds from one comparison of the two to the next: asking the system costs a microsecond or two. */
const COMPARE_EVERY = 0.5;
/** Milliseconds in which systems count at the coarsest: Windows does in 15.6. */
const STEP_AT_MOST = 16;

/**
 * Milliseconds of a thread's own time, which stands still while others keep it from running: for a thread that never
 * waits of its own will. Never goes back.
 */
export class OwnTime {
  readonly #watches: Watches;
  /** When both were looked at first; of the CPU time, without what others of the process had. */
  #begun: { readonly now: number; readonly cpu: number } | null = null;
  #comparedAt = -Infinity;
  #kept = 0;
  #read = -Infinity;

  constructor(watches: Watches = harness) {
    this.#watches = watches;
  }

  now(): number {
    const now = this.#watches.now();
    if (now - this.#comparedAt >= COMPARE_EVERY) this.#compare(now);
    return (this.#read = Math.max(this.#read, now - this.#kept));
  }

  #compare(now: number): void {
    const cpu = this.#watches.cpuMilliseconds();
    this.#begun ??= { now, cpu };
    // Since the beginning: where the system counts in coarse steps, errors must not add up.
    const behind = now - this.#begun.now - (cpu - this.#begun.cpu);
    this.#kept = Math.max(this.#kept, behind);
    // A single thread cannot run for longer than passes. Where the system tells of the whole process only, the engine's
    // other threads have computed, too; it is not to make up for what the thread will be kept waiting.
    const others = this.#kept - behind - STEP_AT_MOST;
    if (others > 0) this.#begun = { now: this.#begun.now, cpu: this.#begun.cpu + others };
    this.#comparedAt = now;
  }
}
