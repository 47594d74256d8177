import assert from "node:assert/strict";
import { optionCostInWords } from "./stack-words.ts";

describe("what an option for longer stack traces costs, in words", () => {
  const timeRatio = { median: 4.321, low: 3.9, high: 12.4 };

  it("names time and both sizes", () => {
    assert.equal(
      optionCostInWords({ flag: "Q", timeRatio, bytesInFlightPerCall: 2638, bytesAllocatedPerCall: -12 }),
      "With Q a call takes 4.32 times as long (3.90–12), holds 2.64 kB more in flight and allocates 12 B less, " +
        "by rounds in turn in one process.",
    );
  });

  it("leaves out what was not measured", () => {
    assert.equal(
      optionCostInWords({ flag: "Q", timeRatio }),
      "With Q a call takes 4.32 times as long (3.90–12), by rounds in turn in one process.",
    );
  });
});
