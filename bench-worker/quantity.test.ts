import assert from "node:assert/strict";
import { counted, quantity, SIZE_UNITS, TIME_UNITS } from "./quantity.ts";

describe("a quantity", () => {
  it("reaches from nanoseconds to seconds with three digits", () => {
    assert.deepEqual(
      [0, 0.25, 12, 45_600, 7_890_000, 2_000_000_000].map((value) => quantity(value, TIME_UNITS)),
      ["0 ns", "0.250 ns", "12 ns", "45.6 µs", "7.89 ms", "2.00 s"],
    );
  });

  it("takes the next unit where rounding would give a thousand", () => {
    assert.equal(quantity(999.7, TIME_UNITS), "1.00 µs");
    assert.equal(quantity(999.4, TIME_UNITS), "999 ns");
  });

  it("can do with two digits, as in a lens", () => {
    assert.deepEqual(
      [340, 999.4, 1234, 12_345, 1.5e6, 5e12].map((value) => quantity(value, TIME_UNITS, 2)),
      ["340 ns", "999 ns", "1.2 µs", "12 µs", "1.5 ms", "5000 s"],
    );
    assert.deepEqual(
      [0, 533, 1530, 9960, 2.5e6].map((value) => quantity(value, SIZE_UNITS, 2)),
      ["0 B", "533 B", "1.5 kB", "10 kB", "2.5 MB"],
    );
  });

  it("keeps the sign", () => assert.equal(quantity(-2500, SIZE_UNITS), "−2.50 kB"));
});

describe("a count", () => {
  it("knows one from many", () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => counted(count, "token")),
      ["0 tokens", "1 token", "2 tokens"],
    );
  });
});
