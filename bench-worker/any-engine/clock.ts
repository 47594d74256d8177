import { engine } from "./engine.ts";

/** What runs when an operation completes. */
export type Completion = (first: unknown, second: unknown) => void;

/** Where fake I/O and the target's timers wait. */
export interface Clock {
  /** Milliseconds of simulated time. */
  time(): number;
  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void;
  /** Nothing waits. */
  isIdle(): boolean;
  /** Forgets everything that waits. */
  clear(): void;
}

/** Places that a list has before it first grows. */
const CAPACITY = 1024;

/** What waits for one latency, in the order of its due times: a ring in columns, so that waiting makes no object. */
class DueList {
  readonly latencyMilliseconds: number;
  private capacity = CAPACITY;
  private dues = new Array<number>(CAPACITY);
  private runs = new Array<Completion | undefined>(CAPACITY);
  private firsts = new Array<unknown>(CAPACITY);
  private seconds = new Array<unknown>(CAPACITY);
  private head = 0;
  private count = 0;

  constructor(latencyMilliseconds: number) {
    this.latencyMilliseconds = latencyMilliseconds;
  }

  /** When the first of it is due; infinite when there is none. */
  due(): number {
    return this.count === 0 ? Infinity : this.dues[this.head]!;
  }

  push(due: number, run: Completion, first: unknown, second: unknown): void {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    // The capacity is a power of two.
    const at = (this.head + this.count++) & (this.capacity - 1);
    this.dues[at] = due;
    this.runs[at] = run;
    this.firsts[at] = first;
    this.seconds[at] = second;
  }

  runFirst(): void {
    const at = this.head;
    const run = this.runs[at]!;
    const first = this.firsts[at];
    const second = this.seconds[at];
    this.runs[at] = undefined;
    this.firsts[at] = undefined;
    this.seconds[at] = undefined;
    this.head = (at + 1) & (this.capacity - 1);
    this.count--;
    run(first, second);
  }

  /** Makes room for so many. */
  reserve(count: number): void {
    let capacity = this.capacity;
    while (capacity < count) capacity *= 2;
    if (capacity > this.capacity) this.grow(capacity);
  }

  clear(): void {
    for (; this.count > 0; this.count--) {
      this.runs[this.head] = undefined;
      this.firsts[this.head] = undefined;
      this.seconds[this.head] = undefined;
      this.head = (this.head + 1) & (this.capacity - 1);
    }
  }

  private grow(capacity: number): void {
    this.dues = this.moved(this.dues, capacity);
    this.runs = this.moved(this.runs, capacity);
    this.firsts = this.moved(this.firsts, capacity);
    this.seconds = this.moved(this.seconds, capacity);
    this.head = 0;
    this.capacity = capacity;
  }

  private moved<T>(column: readonly T[], capacity: number): T[] {
    const larger = new Array<T>(capacity);
    for (let i = 0; i < this.count; i++) larger[i] = column[(this.head + i) & (this.capacity - 1)]!;
    return larger;
  }
}

/**
 * Completes what waits in the order of due times, without waiting: what passes is CPU time. What is due together runs
 * in one turn of the event loop, with nextTicks and microtasks drained in between where this engine's own timers do so.
 */
export class VirtualClock implements Clock {
  /** No time passes but by jumps, so that calls which were started together stay together. */
  lockstep = true;
  /** Nothing completes until `step` is called. */
  frozen = false;
  /** Called before each turn. */
  onTurn: (() => void) | null = null;
  private readonly lists: DueList[] = [];
  private last: DueList | null = null;
  private now = 0;
  private skippedMilliseconds = 0;
  private isScheduled = false;

  time(): number {
    return this.lockstep ? this.now : engine.now() + this.skippedMilliseconds;
  }

  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void {
    const { last } = this;
    const list =
      last !== null && last.latencyMilliseconds === latencyMilliseconds
        ? last
        : this.listOf(latencyMilliseconds);
    list.push(this.time() + latencyMilliseconds, run, first, second);
    if (!this.isScheduled) this.schedule();
  }

  isIdle(): boolean {
    return this.firstList() === null;
  }

  /** Makes room, so that operations in flight cost no memory of ours. */
  reserve(latencyMilliseconds: number, count: number): void {
    this.listOf(latencyMilliseconds).reserve(count);
  }

  /** Runs one turn of a frozen clock. */
  step(): void {
    this.runTurn(true);
  }

  clear(): void {
    for (const list of this.lists) list.clear();
  }

  private schedule(): void {
    this.isScheduled = true;
    engine.setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    this.isScheduled = false;
    if (!this.frozen) this.runTurn(true);
  };

  /** Goes on in the same turn, where the engine has no way to drain in between at once. */
  private readonly goOn = (): void => {
    this.isScheduled = false;
    this.runTurn(false);
  };

  private listOf(latencyMilliseconds: number): DueList {
    let found: DueList | null = null;
    for (const list of this.lists) if (list.latencyMilliseconds === latencyMilliseconds) found = list;
    if (found === null) {
      found = new DueList(latencyMilliseconds);
      this.lists.push(found);
    }
    this.last = found;
    return found;
  }

  /** The list whose first is due first; null when nothing waits. */
  private firstList(): DueList | null {
    let first: DueList | null = null;
    let due = Infinity;
    for (const list of this.lists) {
      if (list.due() >= due) continue;
      first = list;
      due = list.due();
    }
    return first;
  }

  private runTurn(isNew: boolean): void {
    const first = this.firstList();
    if (first === null) return;
    const due = first.due();
    if (this.lockstep) this.now = Math.max(this.now, due);
    else this.skippedMilliseconds += Math.max(0, due - this.time());
    if (isNew && this.onTurn !== null) this.onTurn();
    // What is called in this turn schedules the next one behind the immediates that it sets, as real timers do.
    this.isScheduled = true;
    try {
      this.runDue();
    } finally {
      // A callback that throws ends this turn, as an uncaught exception; the rest is due in the next.
      this.isScheduled = false;
      this.scheduleRest();
    }
  }

  private scheduleRest(): void {
    const first = this.firstList();
    if (first === null) return;
    if (engine.drain === undefined && first.due() <= this.time()) {
      this.isScheduled = true;
      engine.afterMicrotasks(this.goOn);
    } else if (!this.frozen) this.schedule();
  }

  private runDue(): void {
    const now = this.time();
    const { drain, runsTimersTogether } = engine;
    for (let ran = false; ; ran = true) {
      let list = this.firstList();
      if (list === null || list.due() > now) return;
      if (ran && !runsTimersTogether) {
        if (drain === undefined) return;
        drain();
        list = this.firstList();
        if (list === null || list.due() > now) return;
      }
      list.runFirst();
    }
  }
}

/** Waits with the engine's own timers, which know whole milliseconds from one on only. */
export class RealClock implements Clock {
  private waiting = 0;
  private generation = 0;

  time(): number {
    return engine.now();
  }

  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void {
    const { generation } = this;
    this.waiting++;
    engine.setTimeout(() => {
      if (generation !== this.generation) return;
      this.waiting--;
      run(first, second);
    }, Math.round(latencyMilliseconds));
  }

  isIdle(): boolean {
    return this.waiting === 0;
  }

  clear(): void {
    this.generation++;
    this.waiting = 0;
  }
}
