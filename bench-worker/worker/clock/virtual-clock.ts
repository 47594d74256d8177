import { harness } from "../harness/intrinsics.ts";
import type { Cancellable, Clock, Completion } from "./clock.ts";
import { DueHeap } from "./due-heap.ts";
import { DueList, TimerEntry } from "./due-list.ts";

/** More different latencies than this wait in a heap. */
const LISTS_AT_MOST = 8;

type Queue = DueList | DueHeap;

/**
 * Completes what waits in the order of due times, without waiting: what passes is CPU time.
 *
 * Everything that is due is run in one turn of the event loop, with nextTicks and microtasks drained after each,
 * as the engine does with its own timers; the next turn is entered through `setImmediate`. Simulated time is the
 * time that passed plus every jump to a due time; it stands still within a turn, like the event loop's own time.
 * Where the engine does not offer to drain, every completion has a turn of its own.
 */
export class VirtualClock implements Clock {
  /** No time passes but by jumps, so that calls which were started together stay together. */
  lockstep = false;
  /** Nothing completes until {@link step}. */
  frozen = false;
  /** Called before each turn. */
  onTurn: (() => void) | null = null;

  private lists: DueList[] = [];
  private latencies: number[] = [];
  private readonly heap = new DueHeap();
  private lastLatency = NaN;
  private lastQueue: Queue = this.heap;
  private skippedMilliseconds = 0;
  private now = 0;
  private isScheduled = false;
  private readonly turn = (): void => {
    this.isScheduled = false;
    if (!this.frozen) this.runTurn();
  };

  get idle(): boolean {
    return this.earliest() === null;
  }

  time(): number {
    return this.lockstep ? this.now : harness.now() + this.skippedMilliseconds;
  }

  begin(): void {
    this.now = this.time();
  }

  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void {
    const queue =
      latencyMilliseconds === this.lastLatency ? this.lastQueue : this.queueFor(latencyMilliseconds);
    queue.push(this.now + latencyMilliseconds, run, first, second);
    if (!this.isScheduled) this.schedule();
  }

  timer(latencyMilliseconds: number, run: Completion, timer: Cancellable, second: unknown): void {
    const queue = this.queueFor(latencyMilliseconds);
    queue.pushTimer(this.now + latencyMilliseconds, new TimerEntry(run, timer), second);
    if (!this.isScheduled) this.schedule();
  }

  /** Runs one turn of a frozen clock. */
  step(): void {
    this.runTurn();
  }

  /** Makes room, so that operations in flight cost no memory of ours. */
  reserve(latencyMilliseconds: number, count: number): void {
    const queue = this.queueFor(latencyMilliseconds);
    if (queue instanceof DueList) queue.grow(2 ** Math.ceil(Math.log2(Math.max(count, 16))));
  }

  clear(): void {
    for (const list of this.lists) list.clear();
    this.heap.clear();
    if (this.lists.length < LISTS_AT_MOST) return;
    this.lists = [];
    this.latencies = [];
    this.lastLatency = NaN;
  }

  private schedule(): void {
    this.isScheduled = true;
    harness.setImmediate(this.turn);
  }

  private queueFor(latencyMilliseconds: number): Queue {
    const at = this.latencies.indexOf(latencyMilliseconds);
    let queue: Queue | undefined = this.lists[at];
    if (queue === undefined && this.lists.length < LISTS_AT_MOST) {
      queue = new DueList();
      this.lists.push(queue);
      this.latencies.push(latencyMilliseconds);
    }
    queue ??= this.heap;
    this.lastLatency = latencyMilliseconds;
    this.lastQueue = queue;
    return queue;
  }

  /** The queue whose first is due next; null when nothing waits. */
  private earliest(): Queue | null {
    let earliest: Queue | null = null;
    let due = this.heap.length === 0 ? Infinity : this.heap.due;
    if (due !== Infinity) earliest = this.heap;
    const { lists } = this;
    for (let i = 0; i < lists.length; i++) {
      const own = lists[i]!.due;
      if (own < due) {
        earliest = lists[i]!;
        due = own;
      }
    }
    return earliest;
  }

  private runTurn(): void {
    let queue = this.earliest();
    if (queue === null) return;
    this.onTurn?.();
    const { due } = queue;
    let now = this.time();
    if (due > now) {
      if (!this.lockstep) this.skippedMilliseconds += due - now;
      now = due;
    }
    this.now = now;
    const { drain } = harness;
    // What is called in this turn enters the next one behind the immediates that it sets: so do real timers.
    this.isScheduled = true;
    try {
      for (;;) {
        queue.runFirst();
        if (drain === undefined) break;
        // The last drain is the engine's own, at the end of the turn; one more would change nothing.
        drain();
        queue = this.lists.length === 1 && this.heap.length === 0 ? this.lists[0]! : this.earliest();
        if (queue === null || queue.due > now) break;
      }
    } finally {
      // A callback that throws ends this turn, as an uncaught exception; the rest is due in the next.
      this.isScheduled = false;
      if (!this.frozen && this.earliest() !== null) this.schedule();
    }
  }
}
