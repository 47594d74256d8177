import type { DueList } from "./due-list.ts";

/**
 * The lists of all latencies that something waits for, the next to expire first: a binary heap. Node keeps its own
 * timers so, and when several lists expire together it is the heap that decides which comes first: here as there.
 */
export class DueLists {
  /** From 1 on, so that the children of i are at 2i and 2i + 1. */
  private readonly heap: (DueList | undefined)[] = [undefined];
  private size = 0;

  /** The next to expire. */
  get first(): DueList | undefined {
    return this.heap[1];
  }

  add(list: DueList): void {
    this.heap[++this.size] = list;
    this.rise(this.size);
  }

  /** Puts the first in its place after it has been put off. */
  sinkFirst(): void {
    this.sink(1);
  }

  remove(list: DueList): void {
    const at = this.heap.indexOf(list);
    if (at < 1) return;
    const last = this.heap.pop();
    this.size--;
    if (last === undefined || at > this.size) return;
    this.heap[at] = last;
    if (at > 1 && this.heap[at >> 1]!.expiry > last.expiry) this.rise(at);
    else this.sink(at);
  }

  /** All of them, in no order. */
  all(): DueList[] {
    return this.heap.filter((list) => list !== undefined);
  }

  private rise(at: number): void {
    const { heap } = this;
    const list = heap[at]!;
    let place = at;
    for (; place > 1; place >>= 1) {
      const parent = heap[place >> 1]!;
      if (parent.expiry <= list.expiry) break;
      heap[place] = parent;
    }
    heap[place] = list;
  }

  private sink(at: number): void {
    const { heap, size } = this;
    const list = heap[at]!;
    let place = at;
    while (2 * place <= size) {
      let child = 2 * place;
      if (child < size && heap[child + 1]!.expiry < heap[child]!.expiry) child++;
      const below = heap[child]!;
      if (list.expiry <= below.expiry) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = list;
  }
}
