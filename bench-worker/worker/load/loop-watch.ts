import { TICK } from "../../tick.ts";
import { harness } from "../harness/intrinsics.ts";
import { tickWatch } from "../harness/tick-watch.ts";

/** The account of CPU time is looked at once in so many calls. */
const LOOK_EVERY = 16;

/** Looks at that account between two looks at the heap, and the share of its limit from which on it counts as full. */
const LOOK_AT_HEAP_EVERY = 16;
const FULL_FROM = 0.65;

/** Watched code went on for longer than it may; its stack tells where. */
class StillRunning extends Error {}

/** Watched code was at work when the heap was nearly full. */
export class HeapNearlyFull extends StillRunning {}

/**
 * Finds out where code is that does not come back: it is compiled once more with a call in every loop and function,
 * which throws when the time is up. Never on while anything is measured.
 */
class LoopWatch {
  isOn = false;
  /** The first that was thrown; the code may have caught it. */
  found: StillRunning | null = null;
  #deadline = Infinity;
  #calls = 0;

  /** Watches all code that is compiled during `work`, and ends it after so many milliseconds of computing. */
  async during(milliseconds: number, work: () => Promise<unknown>): Promise<StillRunning | null> {
    // Within another watch that one goes on: what it looks for may well be here.
    if (this.isOn) {
      await work().catch(() => undefined);
      return this.found;
    }
    this.isOn = true;
    tickWatch.isLooking = true;
    this.found = null;
    this.extend(milliseconds);
    Object.defineProperty(globalThis, TICK, { value: this.#tick, configurable: true });
    try {
      await work();
    } catch {
      // It failed before; what counts is where it was.
    } finally {
      this.isOn = false;
      tickWatch.isLooking = false;
    }
    return this.found;
  }

  /** Gives what is watched so many milliseconds of computing from now. */
  extend(milliseconds: number): void {
    this.#deadline = harness.cpuMilliseconds() + milliseconds;
  }

  readonly #tick = (): true => {
    if (!this.isOn || ++this.#calls % LOOK_EVERY !== 0) return true;
    const isLate = harness.cpuMilliseconds() >= this.#deadline;
    const isFull = this.#calls % (LOOK_EVERY * LOOK_AT_HEAP_EVERY) === 0 && harness.heapShare() > FULL_FROM;
    if (!isLate && !isFull) return true;
    const why = isFull ? new HeapNearlyFull("fills the heap") : new StillRunning("is still running");
    this.found ??= why;
    throw why;
  };
}

export const loopWatch = new LoopWatch();
