import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Answer } from "./answers.ts";
import { OrderKeeper, recordedOrder } from "./recorded-order.ts";

/** Answers that were under way from one time to another. */
function timed(...times: readonly (readonly [start: number, end: number | null])[]): Answer[] {
  return times.map(
    ([startMilliseconds, endMilliseconds], index) =>
      ({ index, isIo: true, recorded: { style: "promise", startMilliseconds, endMilliseconds } }) as Answer,
  );
}

describe("the order of a recorded call's I/O calls", () => {
  it("is kept where fake I/O would have others come first", async () => {
    const keeper = new OrderKeeper(recordedOrder(timed([0, 9], [0, 3], [4, 8])));
    const log: number[] = [];
    const complete = (index: number): void => keeper.completed(index, false, () => void log.push(index));
    keeper.started(0);
    keeper.started(1);
    complete(0);
    assert.deepEqual(log, []);
    complete(1);
    await nextTurn();
    assert.deepEqual(log, [1], "one that begins before the first has completed is waited for");
    keeper.started(2);
    await nextTurn();
    complete(2);
    await nextTurn();
    assert.deepEqual(log, [1, 2, 0]);
  });

  it("goes on where an end was noticed after what follows from it had begun", async () => {
    const keeper = new OrderKeeper(recordedOrder(timed([0, 5], [4, 8])));
    const log: number[] = [];
    keeper.started(0);
    keeper.completed(0, false, () => void log.push(0));
    assert.deepEqual(log, []);
    await nextTurn();
    assert.deepEqual(log, [0]);
  });

  it("is let go once one of them completes in another way", () => {
    const keeper = new OrderKeeper(recordedOrder(timed([0, 9], [0, 3])));
    const log: number[] = [];
    keeper.started(0);
    keeper.started(1);
    keeper.completed(0, true, () => void log.push(0));
    assert.deepEqual(log, [0]);
  });
});
