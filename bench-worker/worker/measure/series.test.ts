import assert from "node:assert/strict";
import { withinTime } from "./series.ts";

describe("the numbers of calls that are timed in flight together", () => {
  it("are those whose calls fit into the time, from the smallest on, in the order that was asked for", () => {
    const asked = [2000, 100, 500, 1000];
    assert.deepEqual(withinTime(asked, 3_000, 0.01), asked);
    assert.deepEqual(withinTime(asked, 3_000, 1.5), [100, 500, 1000]);
    assert.deepEqual(withinTime(asked, 3_000, 4), [100, 500]);
    assert.deepEqual(withinTime(asked, 0, 4), [100]);
  });
});
