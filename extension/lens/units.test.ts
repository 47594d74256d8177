import assert from "node:assert/strict";
import { bytes, counted, duration } from "./units.ts";

describe("units in a lens", () => {
  it("show two digits that count", () => {
    assert.deepEqual([3.4, 340, 999.4, 999.5, 1234, 12_345, 1.5e6, 2e9, 5e12].map(duration), [
      "3 ns",
      "340 ns",
      "999 ns",
      "1.0 µs",
      "1.2 µs",
      "12 µs",
      "1.5 ms",
      "2.0 s",
      "5000 s",
    ]);
    assert.deepEqual([0, 533, 1530, 9960, 2.5e6].map(bytes), ["0 B", "533 B", "1.5 kB", "10 kB", "2.5 MB"]);
  });

  it("keep the sign", () => assert.equal(bytes(-1530), "-1.5 kB"));

  it("know one from many", () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => counted(count, "token")),
      ["0 tokens", "1 token", "2 tokens"],
    );
  });
});
