import assert from "node:assert/strict";
import * as v from "valibot";
import { DEFAULT_OPTIONS } from "../bench-worker/default-options.ts";
import { optionsSchema } from "../bench-worker/benchmark-options.ts";
import { benchmarkOptions, type RawBenchOptions } from "./bench-options.ts";
import { UsageError } from "./terminal.ts";

describe("the options of bench", () => {
  it("are the defaults where nothing was typed", () => {
    assert.deepEqual(benchmarkOptions({}), DEFAULT_OPTIONS);
    assert.deepEqual(benchmarkOptions({ runtime: ["node"] }), DEFAULT_OPTIONS);
  });

  for (const [raw, expected] of [
    [{ n: "500, 100,100" }, { concurrency: [100, 500] }],
    [{ t: "0.5" }, { latency: { model: "fixed", milliseconds: 0.5 } }],
    [{ dt: ".1" }, { latency: { model: "load-dependent", millisecondsPerCallInFlight: 0.1 } }],
    [{ latency: "fixed:2" }, { latency: { model: "fixed", milliseconds: 2 } }],
    [
      { latency: "lognormal:median=5,sigma=0.5" },
      { latency: { model: "lognormal", medianMilliseconds: 5, sigma: 0.5 } },
    ],
    [{ errorRate: "0.01" }, { errorRate: 0.01 }],
    [{ errorRate: "2%" }, { errorRate: 0.02 }],
    [{ connections: "10" }, { connections: 10 }],
    [{ clock: "real" }, { clock: "real" }],
    [{ only: "stack,time" }, { measures: ["time", "stack"] }],
    [{ budget: "5s" }, { budgetMilliseconds: 5000 }],
    [{ budget: "750ms" }, { budgetMilliseconds: 750 }],
    [{ budget: "1.5m" }, { budgetMilliseconds: 90_000 }],
    [{ budget: "2s" }, { budgetMilliseconds: 2000 }],
    [{ seed: "0" }, { seed: 0 }],
  ] as const) {
    it(`understand ${JSON.stringify(raw)}`, () => {
      const options = benchmarkOptions(raw);
      assert.deepEqual(options, { ...DEFAULT_OPTIONS, ...expected });
      assert.ok(v.is(optionsSchema, options));
    });
  }

  for (const [raw, message] of [
    [{ n: "" }, /--n takes whole numbers/],
    [{ n: "0" }, /--n/],
    [{ n: "100,abc" }, /such as 100,500,1000; not "100,abc"/],
    [{ n: "1.5" }, /--n/],
    [{ n: "1e3" }, /--n/],
    [{ n: "-5" }, /--n/],
    [{ n: "1000001" }, /from 1 to 1000000/],
    [{ t: "0" }, /--t takes a number of milliseconds above 0/],
    [{ t: "fast" }, /--t/],
    [{ dt: "-1" }, /--dt/],
    [{ dt: "Infinity" }, /--dt/],
    [{ t: "9".repeat(400) }, /--t/],
    [{ t: "1", dt: "1" }, /exclude each other/],
    [{ t: "1", latency: "fixed:1" }, /exclude each other/],
    [{ latency: "gaussian:1" }, /--latency: write fixed:1/],
    [{ latency: "file:nowhere.txt" }, /nowhere\.txt: the file cannot be read: it is not there; give/],
    [{ budget: "0s" }, /--budget must be above 0/],
    [{ budget: "5" }, /--budget 5 has no unit: write 5s for seconds, 5ms/],
    [{ chain: "5" }, /--chain cannot be chosen: .* counted/],
    [{ errorRate: "0" }, /--error-rate takes the share/],
    [{ errorRate: "120%" }, /--error-rate/],
    [{ connections: "0" }, /--connections takes a whole number/],
    [{ connections: "1.5" }, /--connections/],
    [{ clock: "wall" }, /--clock is virtual or real/],
    [{ only: "" }, /--only takes/],
    [{ only: "time,cpu" }, /not "cpu"/],
    [{ budget: "5 parsecs" }, /--budget takes a time such as/],
    [{ budget: "0s" }, /--budget/],
    [{ budget: "1.2.3s" }, /--budget/],
    [{ seed: "-1" }, /--seed/],
    [{ seed: "99999999999999999999" }, /--seed/],
  ] as [RawBenchOptions, RegExp][]) {
    it(`refuse ${JSON.stringify(raw)} in one line that says what is right`, () => {
      assert.throws(
        () => benchmarkOptions(raw),
        (error) =>
          error instanceof UsageError && message.test(error.message) && !error.message.includes("\n"),
      );
    });
  }
});
