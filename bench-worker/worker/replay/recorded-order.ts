import { harness } from "../harness/intrinsics.ts";
import type { Answer } from "./answers.ts";

/** An I/O call that completes once, and when it did. */
interface Timed {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The I/O calls of a recorded call that complete once, in the order in which they did, and all of them as they began. */
export interface RecordedOrder {
  readonly ends: readonly Timed[];
  readonly starts: readonly Timed[];
}

/** The order of a recorded call's completions. */
export function recordedOrder(answers: readonly Answer[]): RecordedOrder {
  const timed = answers.flatMap(({ index, isIo, isTimer, recorded }): Timed[] => {
    const { style, startMilliseconds: start, endMilliseconds: end } = recorded;
    const isOnce = isIo && !isTimer && (style === "promise" || style === "callback");
    return isOnce && end !== null ? [{ index, start, end }] : [];
  });
  return {
    ends: timed.toSorted((a, b) => a.end - b.end),
    starts: timed.toSorted((a, b) => a.start - b.start),
  };
}

/**
 * Has the I/O calls of one call complete in the order in which they were recorded to, each behind those that began before it
 * had completed: where fake I/O takes no longer for one than for the other, others would come first than did.
 */
export class OrderKeeper {
  readonly #order: RecordedOrder;
  readonly #started = new Set<number>();
  readonly #due = new Map<number, () => void>();
  #delivered = 0;
  #startsSeen = 0;
  #isOff = false;
  #isStuck = false;

  constructor(order: RecordedOrder) {
    this.#order = order;
  }

  /** An I/O call has begun. */
  started(index: number): void {
    this.#started.add(index);
    // Not while its caller is still about it.
    if (this.#due.size > 0) harness.nextTick(() => this.#deliver());
  }

  /** An I/O call is to complete; `isOther` where it does so in another way than was recorded: nothing is told of what follows. */
  completed(index: number, isOther: boolean, deliver: () => void): void {
    if (isOther) this.#isOff = true;
    this.#due.set(index, deliver);
    this.#deliver();
  }

  #deliver(): void {
    const { ends, starts } = this.#order;
    if (this.#isOff) {
      const all = [...this.#due.values()];
      this.#due.clear();
      for (const deliver of all) deliver();
      return;
    }
    const next = ends[this.#delivered];
    const deliver = next === undefined ? undefined : this.#due.get(next.index);
    if (next === undefined || deliver === undefined) return;
    for (;;) {
      const start = starts[this.#startsSeen];
      if (start === undefined || start.start >= next.end) break;
      if (!this.#started.has(start.index) && !this.#isStuck) {
        this.#look();
        return;
      }
      this.#startsSeen++;
    }
    this.#isStuck = false;
    this.#due.delete(next.index);
    this.#delivered++;
    deliver();
    if (this.#due.size > 0) harness.nextTick(() => this.#deliver());
  }

  /**
   * A completion may have been noticed only after what follows from it had begun: where all that has begun is held, and nothing that goes on
   * begins anything, the next one comes.
   */
  #look(): void {
    const held = this.#due.size;
    const delivered = this.#delivered;
    if (this.#started.size - delivered > held) return;
    // Behind all that goes on in this turn.
    void harness.Promise.resolve().then(() =>
      harness.nextTick(() => {
        if (this.#delivered !== delivered || this.#started.size - delivered > this.#due.size) return;
        this.#isStuck = true;
        this.#deliver();
      }),
    );
  }
}
