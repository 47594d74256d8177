import assert from "node:assert/strict";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import type { BenchmarkOptions } from "../benchmark-options.ts";
import type { RunRequest } from "../protocol.ts";
import { FLAGS, flagsOf, processBudget, quickProcessBudget, shares, timeLimit } from "./budget.ts";
import { target } from "./fixtures/mock-services.ts";

function request(options: Partial<BenchmarkOptions>, targets = 1): RunRequest {
  return {
    measure: "time",
    targets: Array.from({ length: targets }, (_, i) => target(`f${i}`)),
    options: { ...DEFAULT_OPTIONS, ...options },
    processBudgetMilliseconds: 300,
    processIndex: 0,
    withConstants: true,
    workspaceFolder: null,
  };
}

describe("the budget", () => {
  it("is shared among the measures and grows with the targets", () => {
    assert.deepEqual(shares(DEFAULT_OPTIONS, 2), { time: 5500, memory: 2500, stack: 2000 });
  });

  it("leaves the share of what is not measured to the others", () => {
    assert.deepEqual(shares({ ...DEFAULT_OPTIONS, measures: ["memory"] }, 1), {
      time: 0,
      memory: 5000,
      stack: 0,
    });
    const { time, memory, stack } = shares({ ...DEFAULT_OPTIONS, measures: ["memory", "time"] }, 1);
    assert.deepEqual([time, memory, stack].map(Math.round), [3438, 1563, 0]);
  });

  it("lets three processes in where it can, and each get warm where it cannot", () => {
    assert.equal(processBudget("memory", 1500, 300, 1), 200);
    assert.equal(processBudget("time", 100_000, 300, 2), 900);
    assert.equal(processBudget("memory", 100, 300, 1), 60);
    // Less would time code that the engine is still compiling.
    assert.equal(processBudget("time", 100, 300, 1), 200);
  });

  it("spends little on the first point", () => {
    assert.equal(quickProcessBudget(3000, 1), 150);
    assert.equal(quickProcessBudget(300, 4), 75);
  });
});

describe("the flags of a process", () => {
  const memory = 16 * 2 ** 30;

  it("are the usual ones up to tens of thousands of calls in flight", () => {
    assert.deepEqual(flagsOf("time", { concurrency: [100, 50_000] }, memory), FLAGS.time);
    assert.deepEqual(flagsOf("stack", { concurrency: [1_000_000] }, memory), FLAGS.stack);
  });

  it("let the heap grow for a million calls in flight, but not beyond what the machine has", () => {
    assert.deepEqual(flagsOf("time", { concurrency: [1_000_000] }, memory), [
      ...FLAGS.time,
      "--max-old-space-size=9000",
    ]);
    assert.equal(
      flagsOf("memory", { concurrency: [1_000_000] }, 4 * 2 ** 30).at(-1),
      "--max-old-space-size=3072",
    );
  });
});

describe("the time limit of a process", () => {
  it("lets a sample of the greatest n come to its end, however small the budget", () => {
    // 50 I/O calls in sequence at 0.1 ms × 2000 in flight, on the real clock: 10 s.
    const slow = {
      clock: "real",
      latency: { model: "load-dependent", millisecondsPerCallInFlight: 0.1 },
    } as const;
    assert.ok(timeLimit(request({ ...slow, concurrency: [2000] })) > 10_000 + 10_000);
    assert.ok(timeLimit(request({ concurrency: [1_000_000] })) > 60_000);
  });

  it("is short enough on the virtual clock to wait for", () => {
    assert.ok(timeLimit(request({})) < 15_000);
  });

  it("is never longer than a timer can wait", () => {
    const days = { clock: "real", latency: { model: "fixed", milliseconds: 1e9 } } as const;
    assert.equal(timeLimit(request({ ...days, concurrency: [1] })), 2 ** 31 - 1);
  });

  it("grows with the targets", () => {
    assert.ok(timeLimit(request({}, 3)) > timeLimit(request({}, 1)) + 2000);
  });
});
