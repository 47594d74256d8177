import assert from "node:assert/strict";
import { howLong } from "./how-long.ts";

describe("how long measuring takes", () => {
  it("is said with how long it may take on a busy machine, where the system tells what others take", () => {
    assert.equal(
      howLong([5_000, 5_000], "comparison", true),
      "about 10 seconds, up to 60 where others keep the machine busy",
    );
    assert.equal(
      howLong([5_000, 5_000], "comparison", false),
      "about 10 seconds, longer where others keep the machine busy",
    );
  });

  it("counts what is measured whatever the budget", () => {
    assert.match(howLong([300, 300, 300], "comparison", true), /^about 9 seconds, up to 50 where/);
    assert.match(howLong([300], "benchmark", true), /^about 3 seconds, up to 28 where/);
  });
});
