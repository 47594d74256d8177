import assert from "node:assert/strict";
import { logarithmicEnds, logarithmicTick } from "./logarithmic.ts";

describe("a logarithmic axis", () => {
  it("ends at a 1, 2 or 5 of a power of ten, with room beyond the outermost values", () => {
    assert.deepEqual(logarithmicEnds([0.118, 99.8]), { min: 0.05, max: 200 });
    assert.deepEqual(logarithmicEnds([3, 410, 25]), { min: 2, max: 1000 });
    for (let value = 0.0003; value < 5000; value *= 1.07) {
      const { min, max } = logarithmicEnds([value]);
      assert.ok(min <= value / 1.25 && min > value / 3.2, `${min} for ${value}`);
      assert.ok(max >= value * 1.25 && max < value * 3.2, `${max} for ${value}`);
    }
  });

  it("names these steps only", () => {
    const named = [0.0001, 0.1, 0.2, 0.3, 0.30000000000000004, 0.5, 1, 4, 5, 8, 50, 2000];
    assert.deepEqual(named.map(logarithmicTick), [
      ...["0.0001", "0.1", "0.2", "", "", "0.5", "1", "", "5", "", "50", "2,000"],
    ]);
  });
});
