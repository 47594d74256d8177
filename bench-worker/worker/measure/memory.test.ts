import assert from "node:assert/strict";
import { callsThatFit } from "./memory.ts";

describe("the calls that are weighed together", () => {
  it("are as many as can be weighed in time, and some where none can", () => {
    assert.deepEqual([0.01, 0.3, 1, 3, 16, 1000].map(callsThatFit), [1000, 1000, 100, 100, 10, 10]);
  });
});
