import type { Cancellable, Completion } from "./clock.ts";

/** Completions that a list has room for when it is made: a power of two. */
export const ROOM_AT_FIRST = 16;

/**
 * Completions of one latency, in order of their due times: a ring in parallel arrays, so that one more operation
 * in flight allocates nothing while the ring is large enough. Its fields are plain since every operation of every
 * measured call comes through here.
 */
export class DueList {
  length = 0;
  /** When it is looked at next: its first is due then, or was before it was cancelled. */
  expiry = Infinity;
  /** Whole milliseconds: of an array of floats, each reading would be a number on the heap of what is weighed. */
  private dues: number[];
  private runs: (Completion | undefined)[];
  private firsts: unknown[];
  private seconds: unknown[];
  private head = 0;
  private mask: number;
  /** Timers may have been cancelled, operations never are. */
  private hasTimers = false;
  readonly latencyMilliseconds: number;

  constructor(latencyMilliseconds: number, capacity = ROOM_AT_FIRST) {
    this.latencyMilliseconds = latencyMilliseconds;
    this.dues = new Array<number>(capacity).fill(0);
    this.runs = new Array<Completion | undefined>(capacity).fill(undefined);
    this.firsts = new Array<unknown>(capacity).fill(undefined);
    this.seconds = new Array<unknown>(capacity).fill(undefined);
    this.mask = capacity - 1;
  }

  /** How many completions it has room for. */
  get capacity(): number {
    return this.mask + 1;
  }

  /** Of the first that waits; infinite when none does. Timers that were cancelled are dropped on the way. */
  get due(): number {
    if (this.hasTimers) this.dropCancelled();
    return this.length === 0 ? Infinity : this.dues[this.head]!;
  }

  push(due: number, run: Completion, first: unknown, second: unknown): void {
    if (this.length > this.mask) this.grow(2 * this.length);
    const at = (this.head + this.length++) & this.mask;
    this.dues[at] = due;
    this.runs[at] = run;
    this.firsts[at] = first;
    this.seconds[at] = second;
  }

  pushTimer(due: number, entry: TimerEntry, second: unknown): void {
    this.hasTimers = true;
    this.push(due, TimerEntry.fire, entry, second);
  }

  /** Takes the first and runs it. Must not be empty. */
  runFirst(): void {
    const at = this.head;
    const run = this.runs[at]!;
    const first = this.firsts[at];
    const second = this.seconds[at];
    this.drop();
    run(first, second);
  }

  /** Makes room for `capacity`, a power of two. */
  grow(capacity: number): void {
    if (capacity <= this.mask + 1) return;
    const larger = new DueList(this.latencyMilliseconds, capacity);
    for (let i = 0; i < this.length; i++) {
      const at = (this.head + i) & this.mask;
      larger.push(this.dues[at]!, this.runs[at]!, this.firsts[at], this.seconds[at]);
    }
    this.dues = larger.dues;
    this.runs = larger.runs;
    this.firsts = larger.firsts;
    this.seconds = larger.seconds;
    this.head = 0;
    this.mask = larger.mask;
  }

  clear(): void {
    while (this.length > 0) this.drop();
    this.hasTimers = false;
  }

  private drop(): void {
    const at = this.head;
    this.runs[at] = undefined;
    this.firsts[at] = undefined;
    this.seconds[at] = undefined;
    this.head = (at + 1) & this.mask;
    this.length--;
  }

  private dropCancelled(): void {
    while (this.length > 0) {
      const first = this.firsts[this.head];
      if (!(first instanceof TimerEntry && first.timer.cancelled)) return;
      this.drop();
    }
  }
}

/** Stands in a queue for a timer. */
export class TimerEntry {
  readonly run: Completion;
  readonly timer: Cancellable;

  constructor(run: Completion, timer: Cancellable) {
    this.run = run;
    this.timer = timer;
  }

  static readonly fire: Completion = (entry, second) => {
    if (entry instanceof TimerEntry && !entry.timer.cancelled) entry.run(entry.timer, second);
  };
}
