import assert from "node:assert/strict";
import { completed } from "./fixtures/mock-services.ts";
import { addRun, newTally, toResult, type Tally } from "./tally.ts";

function ended(): Tally {
  const tally = newTally({
    file: "a.js",
    name: "a",
    line: 1,
    column: 1,
    pattern: "async-await",
    tokens: 9,
    textHash: "0",
  });
  tally.ending = { state: "completed" };
  return tally;
}

function memoryOf(...bytesInFlightPerCall: number[]): string[] {
  const tally = ended();
  const run = completed("a", "memory");
  assert.ok(run.state === "completed");
  addRun(tally, "memory", { ...run, memory: { bytesInFlightPerCall, series: [] } }, false);
  return toResult(tally).warnings;
}

describe("the warnings of a result", () => {
  it("name a memory that does not repeat, and leave alone one that does", () => {
    assert.match(memoryOf(400, 750, 1100).join(), /Memory differs much/);
    assert.deepEqual(memoryOf(744, 748, 752), []);
  });

  it("name times that differ from process to process", () => {
    const tally = ended();
    for (const nanoseconds of [1000, 1500, 2500]) {
      addRun(tally, "time", completed("a", "time", nanoseconds), false);
    }
    assert.match(toResult(tally).warnings.join(), /Time differs much between processes/);
  });

  it("name times over n that differ, though those of a single call agree", () => {
    const tally = ended();
    for (const milliseconds of [7, 9, 30]) {
      const run = completed("a", "time");
      assert.ok(run.state === "completed" && run.time !== undefined);
      const series = [{ n: 500, milliseconds: [milliseconds], firstResolvedMilliseconds: [7] }];
      addRun(tally, "time", { ...run, time: { ...run.time, series } }, false);
    }
    assert.match(toResult(tally).warnings.join(), /Time differs much between processes/);
  });

  it("say when there were too few processes for an interval over them", () => {
    const tally = ended();
    addRun(tally, "time", completed("a", "time"), true);
    addRun(tally, "time", completed("a", "time"), false);
    assert.match(toResult(tally).warnings.join(), /Time comes from 2 processes only/);
  });
});
