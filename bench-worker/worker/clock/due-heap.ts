import type { Completion } from "./clock.ts";
import { TimerEntry } from "./due-list.ts";

interface Entry {
  readonly due: number;
  readonly sequence: number;
  readonly run: Completion;
  readonly first: unknown;
  readonly second: unknown;
}

/** Completions of any latency: a binary heap by due time, then by order of insertion. */
export class DueHeap {
  #entries: Entry[] = [];
  #sequence = 0;

  get length(): number {
    return this.#entries.length;
  }

  /** Of the first that waits; infinite when none does. Timers that were cancelled are dropped on the way. */
  get due(): number {
    for (;;) {
      const head = this.#entries[0];
      if (head === undefined) return Infinity;
      if (!(head.first instanceof TimerEntry && head.first.timer.cancelled)) return head.due;
      this.#take();
    }
  }

  push(due: number, run: Completion, first: unknown, second: unknown): void {
    const entries = this.#entries;
    const entry: Entry = { due, sequence: this.#sequence++, run, first, second };
    let at = entries.length;
    entries.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(entry, entries[parent]!)) break;
      entries[at] = entries[parent]!;
      at = parent;
    }
    entries[at] = entry;
  }

  pushTimer(due: number, entry: TimerEntry, second: unknown): void {
    this.push(due, TimerEntry.fire, entry, second);
  }

  /** Takes the first and runs it. Must not be empty. */
  runFirst(): void {
    const { run, first, second } = this.#take();
    run(first, second);
  }

  clear(): void {
    this.#entries = [];
  }

  #take(): Entry {
    const entries = this.#entries;
    const head = entries[0]!;
    const last = entries.pop()!;
    const { length } = entries;
    if (length === 0) return head;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && before(entries[child + 1]!, entries[child]!)) child++;
      if (!before(entries[child]!, last)) break;
      entries[at] = entries[child]!;
      at = child;
    }
    entries[at] = last;
    return head;
  }
}

function before(a: Entry, b: Entry): boolean {
  return a.due < b.due || (a.due === b.due && a.sequence < b.sequence);
}
