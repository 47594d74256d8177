import assert from "node:assert/strict";
import { seededRandom, shuffled } from "./random.ts";

describe("the seeded generator", () => {
  it("repeats for a seed and differs for its neighbour", () => {
    const take = (seed: number): number[] => {
      const random = seededRandom(seed);
      return [random(), random(), random()];
    };
    assert.deepEqual(take(1), take(1));
    assert.notDeepEqual(take(1), take(2));
  });

  it("spreads evenly enough to put two items in either order equally often", () => {
    let swapped = 0;
    for (let seed = 0; seed < 1000; seed++) {
      if (shuffled(["a", "b"], seededRandom(seed))[0] === "b") swapped++;
    }
    assert.ok(swapped > 430 && swapped < 570, `${swapped}`);
  });

  it("loses nothing while shuffling", () => {
    assert.deepEqual(shuffled([1, 2, 3, 4], seededRandom(3)).sort(), [1, 2, 3, 4]);
  });
});
