import assert from "node:assert/strict";
import { percentiles } from "./loaded-trial.ts";

describe("percentiles of the times at which calls settle", () => {
  it("are times of calls, by nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    assert.deepEqual(percentiles(hundred), { p50: 50, p90: 90, p99: 99, max: 100 });
    assert.deepEqual(percentiles([7]), { p50: 7, p90: 7, p99: 7, max: 7 });
    assert.deepEqual(percentiles([1, 9]), { p50: 1, p90: 9, p99: 9, max: 9 });
  });
});
