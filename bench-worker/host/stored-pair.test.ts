import assert from "node:assert/strict";
import type { Environment } from "../environment.ts";
import type { Estimate } from "../numbers.ts";
import type { TargetResult } from "../target-result.ts";
import { otherPlace, storedPair } from "./stored-pair.ts";

const here: Environment = {
  runtime: "node",
  version: "20.1.0",
  v8: "11",
  cpu: "an abacus",
  cores: 2,
  os: "none",
};

function result(given: {
  nanoseconds?: Estimate;
  processes?: number;
  bytes?: Estimate;
  level?: number;
  tokens?: number;
}): TargetResult {
  const { nanoseconds, processes = 8, bytes, level, tokens = 100 } = given;
  return {
    target: { file: "a.js", name: "f", line: 1, column: 1, pattern: "async-await", tokens, textHash: "0" },
    state: "completed",
    warnings: [],
    ...(nanoseconds && {
      time: { nanosecondsPerCall: nanoseconds, floorNanosecondsPerCall: 1, processes, series: [] },
    }),
    ...(bytes && { memory: { bytesInFlightPerCall: bytes, processes: 3, series: [] } }),
    ...(level && { stackTraces: { level, flag: null, why: "", sites: [] } }),
    fakes: [],
  };
}

const around = (median: number, share: number): Estimate => ({
  median,
  low: median * (1 - share),
  high: median * (1 + share),
});

const pair = (base: TargetResult, head: TargetResult, environment: Environment = here) =>
  storedPair({ result: base, environment, index: 1 }, { result: head, environment: here, index: 0 });

describe("a stored result against one of now", () => {
  it("says faster or slower only beyond what sessions differ by", () => {
    const stored = result({ nanoseconds: around(1000, 0.01) });
    const verdictAt = (median: number) => pair(stored, result({ nanoseconds: around(median, 0.01) })).time;
    assert.equal(verdictAt(1500).verdict, "slower");
    assert.equal(verdictAt(700).verdict, "faster");
    for (const median of [1000, 1080, 1110, 930]) {
      const { verdict, reason } = verdictAt(median);
      assert.equal(verdict, "too-noisy");
      assert.match(reason, /Measured in two sessions, a difference below 1\d % cannot be told/);
    }
  });

  it("widens with the intervals of both", () => {
    const stored = result({ nanoseconds: around(1000, 0.4) });
    const { time } = pair(stored, result({ nanoseconds: around(1500, 0.01) }));
    assert.equal(time.verdict, "too-noisy");
    assert.ok(time.ratio.low < 1 && time.ratio.high > 1.9);
  });

  it("refuses figures for which other numbers of calls were taken together", () => {
    const stored = result({ nanoseconds: around(1000, 0.01), bytes: around(100, 0.01) });
    const now: TargetResult = {
      ...stored,
      time: { ...stored.time!, roundCalls: 10 },
      memory: { ...stored.memory!, weighedCalls: 100 },
    };
    const { time, memory } = pair(stored, now);
    assert.match(time.reason, /timed with fewer calls at a time/);
    assert.match(memory.reason, /fewer calls were weighed together/);
    assert.deepEqual([time.verdict, memory.verdict], ["not-measured", "not-measured"]);
  });

  it("refuses times of another machine or engine, and compares the rest", () => {
    const other = { ...here, version: "24.0.0" };
    assert.equal(otherPlace(here, { ...here }), null);
    assert.match(
      otherPlace({ ...here, cpu: "a slide rule" }, here)!,
      /^another machine \(a slide rule, none\)$/,
    );
    const base = result({ nanoseconds: around(1000, 0.01), bytes: around(500, 0), level: 5, tokens: 120 });
    const head = result({ nanoseconds: around(2000, 0.01), bytes: around(600, 0), level: 4 });
    const { time, memory, stackTraces, tokens, warnings } = pair(base, head, other);
    assert.equal(time.verdict, "not-measured");
    assert.match(time.reason, /another engine \(node 24\.0\.0\); times are not compared across/);
    assert.equal(memory.verdict, "more");
    assert.deepEqual(stackTraces, { base: 5, head: 4 });
    assert.deepEqual(tokens, { base: 120, head: 100, delta: -20 });
    assert.match(warnings[0]!, /another engine/);
  });

  it("says what is missing", () => {
    const { time, memory, stackTraces } = pair(result({}), result({ nanoseconds: around(1, 0) }));
    assert.match(time.reason, /There is no time in the stored document \(completed\)\./);
    assert.equal(memory.verdict, "not-measured");
    assert.deepEqual(stackTraces, { base: null, head: null });
    const few = result({ nanoseconds: around(1000, 0.01), processes: 2 });
    assert.match(pair(few, few).time.reason, /2 of the 3 processes/);
  });

  it("tells memory that differs by 1 % or more, and that it does not", () => {
    const bytes = (head: Estimate) =>
      pair(result({ bytes: around(1000, 0.001) }), result({ bytes: head })).memory.verdict;
    assert.equal(bytes(around(1020, 0.001)), "more");
    assert.equal(bytes(around(900, 0.001)), "less");
    assert.equal(bytes(around(1001, 0.001)), "no-difference");
    assert.equal(bytes(around(1001, 0.1)), "too-noisy");
  });
});
