import assert from "node:assert/strict";
import { SIZE_UNITS, TIME_UNITS } from "../../bench-worker/quantity.ts";
import { estimateQuantity, integer, ratio } from "./format.ts";

describe("estimateQuantity", () => {
  const time = (median: number, low: number, high: number) =>
    estimateQuantity({ median, low, high }, TIME_UNITS);

  it("writes the median in its unit with both ends of the interval, which need not lie alike", () => {
    assert.deepEqual(time(1230, 1200, 1280), {
      text: "1.23 µs (1.20–1.28)",
      detail: "median 1.23 µs, interval 1.20 to 1.28 µs",
    });
  });

  it("leaves an interval out that has no width to be seen", () => {
    assert.equal(time(1230, 1229, 1231).text, "1.23 µs");
    assert.equal(time(1230, 1230, 1230).text, "1.23 µs");
  });

  it("leaves whole bytes whole", () => {
    assert.equal(estimateQuantity({ median: 533, low: 533, high: 533 }, SIZE_UNITS).text, "533 B");
    assert.equal(
      estimateQuantity({ median: 5374, low: 5300, high: 5400 }, SIZE_UNITS).text,
      "5.37 kB (5.30–5.40)",
    );
  });

  it("keeps a measured zero and a negative median as they are", () => {
    assert.equal(estimateQuantity({ median: 0, low: -2, high: 2 }, SIZE_UNITS).text, "0 B (−2–2)");
    assert.equal(
      estimateQuantity({ median: -12.5, low: -20, high: 1 }, SIZE_UNITS).text,
      "−12.5 B (−20.0–1.0)",
    );
  });
});

describe("integer and ratio", () => {
  it("group thousands and show two decimals", () => {
    assert.equal(integer(12345), "12,345");
    assert.equal(ratio(1.336), "×1.34");
  });
});
