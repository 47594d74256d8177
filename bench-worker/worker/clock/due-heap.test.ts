import assert from "node:assert/strict";
import { seededRandom } from "../measure/random.ts";
import { DueHeap } from "./due-heap.ts";

describe("the heap of due times", () => {
  it("gives back what it got by due time, and in order of arrival where that is equal", () => {
    const heap = new DueHeap();
    const random = seededRandom(7);
    const entries = Array.from({ length: 500 }, (_, id) => ({ id, due: Math.floor(random() * 50) }));
    const given: number[] = [];
    for (const { id, due } of entries) heap.push(due, () => given.push(id), undefined, undefined);
    while (heap.due !== Infinity) heap.runFirst();
    const sorted = [...entries].sort((a, b) => a.due - b.due || a.id - b.id);
    assert.deepEqual(
      given,
      sorted.map(({ id }) => id),
    );
  });
});
