import { harness } from "../harness/intrinsics.ts";
import type { Cancellable, Clock, Completion } from "./clock.ts";
import { DueHeap } from "./due-heap.ts";
import { DueList, ROOM_AT_FIRST, TimerEntry } from "./due-list.ts";
import { DueLists } from "./due-lists.ts";
import { immediates } from "./immediates.ts";
import { OwnTime, type Watches } from "./own-time.ts";

/** A target that sets one immediate after the other is not waited for longer than so many turns. */
const BUSY_TURNS_AT_MOST = 1000;

/** What waiting costs with real timers and not with ours, in milliseconds. */
export interface TimerCost {
  /** How much later than it should this process wakes up from a wait. */
  readonly lateness: number;
  /** How much more processor time it takes to set a real timer and to fire it. */
  readonly excess: number;
}

/**
 * Completes what waits in the order of due times, without waiting: what passes is CPU time.
 *
 * It keeps whole milliseconds as Node keeps its timers: one list a latency, the lists in a heap, everything that is
 * due in one turn of the event loop with nextTicks and microtasks drained in between; so the order of events is that
 * of real timers. The next turn is entered through `setImmediate`, and time jumps only when no immediate of the
 * target's is left. Latencies with a fraction, which real timers have not, wait in a heap.
 *
 * Simulated time is the time for which the thread ran plus every jump: with CPU time in it, as with real timers, and
 * without what others kept it from running, which would take the place of waits. Where the engine does not offer to
 * drain, every completion has a turn of its own.
 */
export class VirtualClock implements Clock {
  /** No time passes but by jumps, so that calls which were started together stay together. */
  lockstep = false;
  /** Nothing completes until {@link step}. */
  frozen = false;
  /** What real timers would cost beside waiting: simulated time passes for it as well. */
  timerCost: TimerCost = { lateness: 0, excess: 0 };
  /** Runs each turn, where somebody wants to have an eye on it. */
  around: ((turn: () => void) => void) | null = null;
  /** Called before each turn. */
  onTurn: (() => void) | null = null;

  private readonly own: OwnTime;
  private readonly byLatency = new Map<number, DueList>();
  /** How much room was made, by latency. */
  private readonly reserved = new Map<number, number>();
  private readonly lists = new DueLists();
  private readonly fractions = new DueHeap();
  private last: DueList | null = null;
  private skippedMilliseconds = 0;
  private now = 0;
  /** Node waits for a millisecond at least from one round of timers to the next, even when some are due. */
  private notBefore = -Infinity;
  private busyTurns = 0;
  private isScheduled = false;
  private readonly turn = (): void => {
    this.isScheduled = false;
    if (this.frozen) return;
    if (this.around === null) this.runTurn();
    else this.around(() => this.runTurn());
  };

  /** @param watches The thread's, unless a test has others. */
  constructor(watches?: Watches) {
    this.own = new OwnTime(watches);
  }

  get idle(): boolean {
    return this.fractions.due === Infinity && this.lists.all().every(({ due }) => due === Infinity);
  }

  /** Milliseconds of simulated time that the machine's own clocks know nothing of. */
  get skipped(): number {
    return this.lockstep ? this.now : this.skippedMilliseconds;
  }

  time(): number {
    return this.lockstep ? this.now : this.own.now() + this.skippedMilliseconds;
  }

  after(latencyMilliseconds: number, run: Completion, first: unknown, second: unknown): void {
    const list =
      latencyMilliseconds === this.last?.latencyMilliseconds ? this.last : this.listOf(latencyMilliseconds);
    if (list === null) this.fractions.push(this.time() + latencyMilliseconds, run, first, second);
    else {
      const due = Math.floor(this.time()) + latencyMilliseconds;
      if (list.due === Infinity) this.enter(list, due);
      list.push(due, run, first, second);
    }
    if (!this.isScheduled) this.schedule();
  }

  timer(
    latencyMilliseconds: number,
    run: Completion,
    timer: Cancellable,
    second: unknown,
    startedAt = this.time(),
  ): void {
    const entry = new TimerEntry(run, timer);
    const list = this.listOf(latencyMilliseconds);
    if (list === null) this.fractions.pushTimer(startedAt + latencyMilliseconds, entry, second);
    else {
      const due = Math.floor(startedAt) + latencyMilliseconds;
      if (list.due === Infinity) this.enter(list, due);
      list.pushTimer(due, entry, second);
    }
    if (!this.isScheduled) this.schedule();
  }

  /** Runs one turn of a frozen clock. */
  step(): void {
    this.runTurn();
  }

  /** Makes room, so that operations in flight cost no memory of ours. */
  reserve(latencyMilliseconds: number, count: number): void {
    const list = this.listOf(latencyMilliseconds);
    if (list === null) return;
    list.grow(2 ** Math.ceil(Math.log2(Math.max(count, 16))));
    this.reserved.set(latencyMilliseconds, list.capacity);
  }

  /** For how many completions there was room, by latency, where that was more than what a list begins with. */
  rooms(): ReadonlyMap<number, number> {
    const large = [...this.byLatency].filter(([, { capacity }]) => capacity > ROOM_AT_FIRST);
    return new Map(large.map(([latency, { capacity }]) => [latency, capacity]));
  }

  /** Gives up the room that nothing waits in and that was not reserved: it is ours, and nobody shall take it for a leak. */
  letGo(): void {
    for (const [latency, list] of this.byLatency) {
      const reserved = this.reserved.get(latency) ?? 0;
      if (list.due !== Infinity || list.capacity <= reserved) continue;
      this.lists.remove(list);
      this.byLatency.delete(latency);
      if (this.last === list) this.last = null;
      if (reserved > 0) this.byLatency.set(latency, new DueList(latency, reserved));
    }
  }

  clear(): void {
    for (const list of this.byLatency.values()) {
      list.clear();
      this.lists.remove(list);
    }
    this.fractions.clear();
    immediates.forget();
  }

  private schedule(): void {
    this.isScheduled = true;
    harness.setImmediate(this.turn);
  }

  /** The list of a latency; null for one that is not whole milliseconds. */
  private listOf(latencyMilliseconds: number): DueList | null {
    if (!Number.isInteger(latencyMilliseconds)) return null;
    let list = this.byLatency.get(latencyMilliseconds);
    if (list === undefined) {
      list = new DueList(latencyMilliseconds);
      this.byLatency.set(latencyMilliseconds, list);
    }
    this.last = list;
    return list;
  }

  /**
   * Gives a list that was empty its place among the others. What was cancelled is gone, as in Node, and with the last
   * of them the list's place.
   */
  private enter(list: DueList, due: number): void {
    this.lists.remove(list);
    list.expiry = due;
    this.lists.add(list);
  }

  /** The list that expires first, without those that have nothing left but what was cancelled. */
  private firstList(): DueList | null {
    for (;;) {
      const { first } = this.lists;
      if (first === undefined) return null;
      if (first.due !== Infinity) return first;
      this.lists.remove(first);
    }
  }

  /** When something is due next; infinite when nothing waits. */
  private nextDue(): number {
    const expiry = this.firstList()?.expiry ?? Infinity;
    return Math.min(Math.max(expiry, this.notBefore), this.fractions.due);
  }

  private runTurn(): void {
    const due = this.nextDue();
    if (due === Infinity) return;
    if (due > this.time()) {
      // Real timers would give way to every immediate that is set meanwhile, and to those that it sets.
      if (immediates.pending > 0 && this.busyTurns++ < BUSY_TURNS_AT_MOST && !this.frozen) {
        this.schedule();
        return;
      }
      this.jump(due);
    }
    this.busyTurns = 0;
    this.onTurn?.();
    immediates.enterTurn();
    // What is called in this turn enters the next one behind the immediates that it sets: so do real timers.
    this.isScheduled = true;
    try {
      this.runDue();
    } finally {
      // A callback that throws ends this turn, as an uncaught exception; the rest is due in the next.
      this.isScheduled = false;
      if (!this.lockstep) this.notBefore = Math.floor(this.time()) + 1;
      if (!this.frozen && this.nextDue() !== Infinity) this.schedule();
    }
  }

  /** Lets the time pass until `due`: in whole milliseconds from now where the event loop would wait for a timer. */
  private jump(due: number): void {
    if (this.lockstep) this.now = due;
    else {
      const now = this.time();
      const wait = due - (Number.isInteger(due) ? Math.floor(now) : now);
      this.skippedMilliseconds += wait + this.timerCost.lateness;
    }
  }

  private runDue(): void {
    const now = this.time();
    for (let ran = false; ; ran = true) {
      const list = this.firstList();
      const fraction = this.fractions.due;
      const expiry = list?.expiry ?? Infinity;
      // What has become due meanwhile waits for the next turn, behind the immediates: so it does in Node.
      if (Math.min(expiry, fraction) > now) return;
      if (ran) {
        if (harness.drain === undefined) return;
        harness.drain();
      }
      if (list === null || fraction < expiry) {
        // The drain may have cancelled it.
        if (this.fractions.due > now) continue;
        this.skippedMilliseconds += this.timerCost.excess;
        this.fractions.runFirst();
      } else this.runList(list, Math.floor(now));
    }
  }

  /** Runs what is due of one list, draining in between; the last drain is the engine's own. */
  private runList(list: DueList, now: number): void {
    const { drain } = harness;
    for (let ran = false; ; ran = true) {
      const { due } = list;
      if (due > now) {
        if (due === Infinity) this.lists.remove(list);
        else {
          list.expiry = Math.max(due, now + 1);
          this.lists.sinkFirst();
        }
        return;
      }
      if (ran) {
        if (drain === undefined) return;
        drain();
      }
      this.skippedMilliseconds += this.timerCost.excess;
      list.runFirst();
    }
  }
}
