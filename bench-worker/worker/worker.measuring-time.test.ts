import assert from "node:assert/strict";
import type { RunProgress } from "../protocol.ts";
import { completed, runWorker } from "./fixtures/run-worker.ts";

describe("a worker that measures time", () => {
  it("gives rounds, floors and a sample for every n, however small the budget", async () => {
    const { time, counters } = await completed("fs-await.js", { budget: 1 });
    assert.ok(time !== undefined && time.nanosecondsPerCall.length >= 5);
    assert.ok(time.floorNanosecondsPerCall.length > 0);
    assert.ok(time.warmUp!.calls >= 100);
    assert.ok(time.garbageCollectionShare! >= 0 && time.garbageCollectionShare! <= 1);
    assert.deepEqual(
      time.series.map(({ n, milliseconds }) => [n, milliseconds.length > 0]),
      [
        [10, true],
        [20, true],
      ],
    );
    assert.deepEqual([counters.ioCalls, counters.criticalPath], [2, 2]);
  });

  it("says what a call does before it measures, for the machine may be too busy for that", async () => {
    const said: RunProgress[] = [];
    await completed("fs-await.js", { budget: 1, onProgress: (progress) => said.push(progress) });
    const counted = said.flatMap((progress) => progress.counted ?? []);
    assert.deepEqual(
      counted.map(({ id, counters }) => [id, counters.ioCalls, counters.criticalPath]),
      [["0", 2, 2]],
    );
  });

  it("warms up beyond its budget, unless somebody waits for the first number or it is a comparison", async () => {
    const calls = async (job: { isQuick?: boolean; purpose?: "comparison" }): Promise<number> =>
      (await completed("fs-await.js", { budget: 1, ...job })).time!.warmUp!.calls;
    const beyond = await calls({});
    for (const job of [{ isQuick: true }, { purpose: "comparison" }] as const)
      assert.ok((await calls(job)) < beyond, JSON.stringify(job));
  });

  it("says where later calls make fewer I/O calls than the one that is counted", async () => {
    const { warnings, counters, time } = await completed("caches.js", { budget: 1 });
    assert.equal(counters.ioCalls, 2);
    assert.equal(time!.ioCallsPerCall, 1, "what the time and its floor are of");
    assert.match(warnings.join(), /Later calls made 1 I\/O call each instead of 2, as if it kept/);
    const other = await completed("fs-await.js", { budget: 1 });
    assert.doesNotMatch(other.warnings.join(), /Later calls/);
    assert.equal(other.time!.ioCallsPerCall, undefined);
  });

  it("times fewer calls at a time where each takes long, or as many as a process before it", async () => {
    const text = `const fs = require("fs/promises");
module.exports = async function slow(name) {
  // By the processor: on a busy machine time passes while nothing is computed.
  const computed = () => Object.values(process.cpuUsage()).reduce((sum, one) => sum + one) / 1000;
  for (const until = computed() + 5; computed() < until;) for (let i = 0; i < 10_000; i++);
  await fs.readFile(name);
};`;
    const slow = await completed("fs-await.js", { text, budget: 1, options: { concurrency: [1] } });
    assert.ok([1, 10].includes(slow.time!.roundCalls ?? 100));
    assert.match(slow.warnings.join(), /timed (one|10) at a time instead of 100/);
    const quick = await completed("fs-await.js", { budget: 1 });
    assert.equal(quick.time!.roundCalls, undefined);
    const slowText = `${text.replace("module.exports = ", "exports.slow = ")}
exports.quick = async function quick(name) { await fs.readFile(name); };`;
    const starts = ["async function slow", "async function quick"].map((one) => slowText.indexOf(one));
    const [beside] = await runWorker(["fs-await.js", "fs-await.js"], {
      text: slowText,
      functionStarts: starts.toReversed(),
      budget: 1,
      options: { concurrency: [1] },
    });
    assert.ok(beside?.state === "completed");
    assert.equal(beside.time!.roundCalls, undefined);
    assert.doesNotMatch(beside.warnings.join(), /at a time instead/);
    const following = await completed("fs-await.js", { budget: 1, roundCalls: 10 });
    assert.equal(following.time!.roundCalls, 10);
  });

  for (const clock of ["virtual", "real"] as const) {
    it(`takes 50,000 calls in flight on the ${clock} clock`, async () => {
      const { time } = await completed("fs-await.js", {
        budget: 1,
        options: { clock, concurrency: [50_000] },
      });
      const [point] = time!.series;
      assert.deepEqual([point!.n, point!.milliseconds.length], [50_000, 1]);
      const { p50, p99, max } = point!.latencyMilliseconds![0]!;
      assert.ok(p50 <= p99 && p99 <= max);
    });
  }

  it("waits for calls that take longer, in simulated time, because many are in flight", async () => {
    // Two I/O calls of 600 s each.
    const latency = { model: "load-dependent", millisecondsPerCallInFlight: 300 } as const;
    const options = { concurrency: [2_000], latency };
    const { time } = await completed("fs-await.js", { budget: 1, options });
    assert.ok(time!.series[0]!.milliseconds[0]! >= 2 * 600_000);
  });

  it("pairs the rounds of a comparison up, and takes each n once", async () => {
    const runs = await runWorker(["fs-await.js", "fs-callback.js"], { purpose: "comparison", budget: 100 });
    const times = runs.map((run) => (run.state === "completed" ? run.time! : assert.fail(run.reason)));
    const [base, head] = times;
    assert.ok(base!.nanosecondsPerCall.length >= 6);
    assert.equal(base!.nanosecondsPerCall.length, head!.nanosecondsPerCall.length);
    for (const { series } of times)
      assert.deepEqual(
        series.map(({ milliseconds }) => milliseconds.length),
        [1, 1],
      );
  });

  it("takes each n of a comparison warm, after a pass that is not counted", async () => {
    // So many are in flight in no round: the first load is the one that warms it up, and the next one is told of.
    const text = `const fs = require("fs/promises");
let inFlight = 0, loads = 0;
module.exports = async function upload(name) {
  if (++inFlight === 500 && ++loads === 2) throw new Error("second load");
  try { await fs.readFile(name); } finally { inFlight--; }
};`;
    const job = { text, budget: 1, purpose: "comparison" as const, options: { concurrency: [500] } };
    const [run] = await runWorker(["fs-await.js"], job);
    assert.ok(run?.state === "failed", run?.state);
    assert.match(run.reason, /second load/);
  });

  it("takes at least the latency of the longest chain, on either clock and model", async () => {
    for (const clock of ["virtual", "real"] as const) {
      const latency = { model: "load-dependent", millisecondsPerCallInFlight: 0.5 } as const;
      const { time } = await completed("fs-callback.js", { options: { clock, latency } });
      for (const { n, milliseconds, firstResolvedMilliseconds } of time!.series) {
        // Node's timers may fire up to a millisecond early.
        assert.ok(Math.min(...milliseconds) >= 2 * (n * 0.5 - 1), `${clock} ${n}: ${milliseconds.join()}`);
        assert.ok(firstResolvedMilliseconds[0]! <= milliseconds[0]!);
      }
    }
  });

  it("lets calls wait for the back end's connections, on either clock", async () => {
    for (const clock of ["virtual", "real"] as const) {
      const options = { clock, connections: 2, concurrency: [20] };
      const { time } = await completed("fs-await.js", { options });
      const [series] = time!.series;
      // 20 calls with two I/O calls each, of a millisecond, two at a time; real timers may be a little early.
      assert.ok(Math.min(...series!.milliseconds) >= 20 * 0.9, `${clock}: ${series!.milliseconds.join()}`);
      for (const { p50, p90, p99, max } of series!.latencyMilliseconds!) {
        assert.ok(p50 <= p90 && p90 <= p99 && p99 <= max);
      }
      assert.equal(series!.failures, undefined);
    }
  });

  it("counts I/O calls that fail and what they do to the calls", async () => {
    const options = { errorRate: 0.2, concurrency: [500] };
    const { time } = await completed("fs-await.js", { options });
    for (const { ioCalls, calls } of time!.series[0]!.failures!) {
      assert.ok(ioCalls > 0.1 && ioCalls < 0.3, `${ioCalls}`);
      // Each call makes two I/O calls and handles no error: 1 − 0.8².
      assert.ok(calls > 0.25 && calls < 0.48, `${calls}`);
    }
  });

  it("counts a chain of I/O calls by what leads to what, not by the time", async () => {
    const text = `const { stat } = require("fs/promises");
const { setTimeout: sleep } = require("timers/promises");
module.exports = async () => {
  await Promise.all([stat("a"), sleep(5).then(() => stat("b")), stat("c")]);
};`;
    const { counters } = await completed("fs-await.js", { text });
    assert.deepEqual([counters.ioCalls, counters.criticalPath, counters.mostInFlight], [3, 1, 2]);
    assert.equal(counters.turns, 3);
  });

  it("counts what runs together as one step, and leaves a timer that lost its race behind", async () => {
    const { counters } = await completed("parallel.js");
    assert.deepEqual([counters.ioCalls, counters.criticalPath], [4, 2]);
  });

  it("gives targets of one process instances of their own, in either order of loading", async () => {
    for (const processIndex of [0, 1]) {
      const targets = await runWorker(["same-state.js", "same-state.js"], { processIndex });
      assert.deepEqual(
        targets.map(({ id, state }) => [id, state]),
        [
          ["0", "completed"],
          ["1", "completed"],
        ],
      );
    }
  });

  it("measures one target when another fails", async () => {
    const targets = await runWorker(["rejects.js", "fs-await.js", "overridden.js"]);
    assert.deepEqual(
      targets.map(({ state }) => state),
      ["failed", "completed", "completed"],
    );
    // Where the only end of a function is its failure, that is what is measured.
    const overridden = targets[2]!;
    assert.ok(overridden.state === "completed");
    assert.deepEqual(overridden.preparations, [{ what: "fails-always", line: 4 }]);
    assert.match(
      overridden.warnings.join(),
      /failure at line 4 is what was measured: Error: load is not implemented/,
    );
  });

  it("measures the text it is given, not the file", async () => {
    const text = 'module.exports = async () => { await require("fs/promises").stat("x"); };';
    const { counters } = await completed("throws-on-load.js", { text });
    assert.equal(counters.ioCalls, 1);
  });
});
