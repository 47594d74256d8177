import assert from "node:assert/strict";
import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import type { MemoryRun } from "../protocol.ts";
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

/** The result of processes of memory that say this much more than nothing. */
function memoryOf(...runs: Partial<MemoryRun>[]): ReturnType<typeof toResult> {
  const tally = ended();
  for (const more of runs) {
    const run = completed("a", "memory");
    assert.ok(run.state === "completed");
    const memory = { bytesInFlightPerCall: [], series: [], ...more };
    addRun(tally, "memory", { ...run, memory }, false);
  }
  return toResult(tally);
}

const holding = (...bytesInFlightPerCall: number[]) => ({ bytesInFlightPerCall });

describe("the warnings of a result", () => {
  it("name a memory that does not repeat, and leave alone one that does", () => {
    assert.match(memoryOf(holding(400, 750, 1100)).warnings.join(), /Memory differs much/);
    assert.deepEqual(memoryOf(holding(744), holding(748), holding(752)).warnings, []);
  });

  it("say nothing of how few processes memory comes from, where it repeats", () => {
    assert.deepEqual(memoryOf(holding(744, 748)).warnings, []);
  });

  it("name the target by the path that the user knows, in a command to type", () => {
    const tally = ended();
    addRun(tally, "time", { ...completed("a", "time"), warnings: [`Type ${WRITE_FAKES_COMMAND}.`] }, false);
    const failed = { state: "failed", reason: "It failed.", hint: `Or ${WRITE_FAKES_COMMAND}.` } as const;
    addRun(tally, "memory", { id: "a", warnings: [], fakes: [], ...failed }, false);
    const { target, warnings, hint } = toResult(tally);
    const command = `async-cost fakes ${target.file}:${target.line} --write.`;
    assert.deepEqual([warnings[0], hint], [`Type ${command}`, `Or ${command}`]);
  });

  it("say that fewer calls were in flight together where no process could time as many", () => {
    const run = completed("a", "time");
    assert.ok(run.state === "completed");
    const cut = { ...run, time: { ...run.time!, isCut: true } };
    const tally = ended();
    addRun(tally, "time", cut, true);
    assert.match(toResult(tally).warnings.join(), /fewer of them were timed in flight together/);
    for (const one of [cut, run, run]) addRun(tally, "time", one, false);
    assert.doesNotMatch(toResult(tally).warnings.join(), /fewer of them/);
  });

  it("leave to a comparison's pairs how far numbers lie apart", () => {
    const tally = ended();
    for (const nanoseconds of [100, 1000, 5000]) {
      addRun(tally, "time", completed("a", "time", nanoseconds), false);
    }
    assert.match(toResult(tally).warnings.join(), /Time differs much/);
    assert.doesNotMatch(toResult(tally, { isCompared: true }).warnings.join(), /Time differs much/);
  });

  it("say when the function takes no more time than the bare fakes", () => {
    const tally = ended();
    for (let i = 0; i < 3; i++) addRun(tally, "time", completed("a", "time", 90), false);
    assert.match(toResult(tally).warnings.join(), /floor.*cannot be told/);
  });

  it("say that nothing was ever in flight, and give no number for it", () => {
    const { state, memory, warnings } = memoryOf({ bytesAllocatedPerCall: [96, 96] });
    assert.equal(state, "completed");
    assert.deepEqual([memory?.bytesInFlightPerCall, memory?.bytesAllocatedPerCall?.median], [undefined, 96]);
    assert.match(warnings.join(), /cannot be measured: nothing is ever in flight/);
  });

  it("say that calls which are started together do not wait together, where one alone waits", () => {
    const tally = ended();
    const run = completed("a", "memory");
    assert.ok(run.state === "completed");
    const memory = { bytesInFlightPerCall: [], series: [], bytesAllocatedPerCall: [96, 96] };
    addRun(tally, "memory", { ...run, memory, counters: { ...run.counters, mostInFlight: 1 } }, false);
    assert.match(toResult(tally).warnings.join(), /some settle before the others have waited for I\/O/);
  });

  it("call what calls still hold afterwards a leak, but not what the engine keeps", () => {
    const three = (bytes: number, more: Partial<MemoryRun> = {}) =>
      [1, 2, 3].map(() => ({ ...holding(700), ...more, bytesRetainedPerCall: [bytes] }));
    const leaking = memoryOf(...three(96));
    assert.equal(leaking.memory?.bytesRetainedPerCall, 96);
    // What holds it is not known: calls may chain what they make to an argument that all of them get.
    assert.deepEqual(leaking.warnings, [
      "A call still holds 96 B after it has settled, in what the program keeps or in what all calls are given.",
    ]);
    assert.deepEqual(memoryOf(...three(3)).warnings, []);
    // What the engine keeps is shared by fewer calls.
    assert.doesNotMatch(memoryOf(...three(96, { weighedCalls: 100 })).warnings.join(), /still holds/);
    assert.match(memoryOf(...three(960, { weighedCalls: 100 })).warnings.join(), /still holds 960 B/);
  });

  it("name the concurrencies that did not fit into the heap", () => {
    const three = [1, 2, 3].map(() => ({ ...holding(700), leftOut: [1_000_000] }));
    assert.match(memoryOf(...three).warnings.join(), /would not fit .*: 1000000\./);
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

describe("the counters of a result", () => {
  it("tell what the source shows only where the process differed that counted last", () => {
    const run = completed("a", "time");
    assert.ok(run.state === "completed");
    const tally = ended();
    const counters = { ioCalls: 1, criticalPath: 1, promises: 4 };
    const inSource = { ioCalls: 2, criticalPath: 2, inLoop: false, why: ["not-reached" as const] };
    addRun(tally, "time", { ...run, counters: { ...counters, inSource } }, false);
    assert.deepEqual(toResult(tally).counters, { ...counters, inSource });
    addRun(tally, "time", { ...run, counters: { ioCalls: 2, criticalPath: 2 } }, false);
    assert.deepEqual(toResult(tally).counters, { ioCalls: 2, criticalPath: 2, promises: 4 });
  });
});
