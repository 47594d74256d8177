import assert from "node:assert/strict";
import { howLong } from "./how-long.ts";

const pair = (budget: number) => ({ budget, purpose: "comparison" as const });

describe("how long measuring takes", () => {
  it("is said with how long it may take on a busy machine, where the system tells what others take", () => {
    const two = [pair(5_000), pair(5_000)];
    assert.equal(howLong(two, true), "about 10 seconds, up to 60 where others keep the machine busy");
    assert.equal(howLong(two, false), "about 10 seconds, longer where others keep the machine busy");
  });

  it("counts what is measured whatever the budget", () => {
    assert.match(howLong([pair(300), pair(300), pair(300)], true), /^about 9 seconds, up to 50 where/);
    assert.match(howLong([{ budget: 300, purpose: "benchmark" }], true), /^about 3 seconds, up to 28 where/);
  });
});
