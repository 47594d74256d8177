import assert from "node:assert/strict";
import { parseBenchmarkDocument } from "../document.ts";
import type { BenchmarkListener } from "./api.ts";
import { runBenchmark } from "./benchmark.ts";
import { benchmarkRequest, completed, mockServices } from "./fixtures/mock-services.ts";
import { WorkerFailure } from "./worker-failure.ts";

const deaf: BenchmarkListener = () => undefined;
const noAbort = new AbortController().signal;

function crash(): never {
  throw new WorkerFailure(
    "crashed",
    "The process ended by SIGSEGV.",
    "Look for a native module.",
    "segfault at 0",
  );
}

describe("a benchmark in which something fails", () => {
  it("ends a target that the worker gives up, and measures the others", async () => {
    const services = mockServices((id, job) =>
      id === "b"
        ? {
            id,
            state: "unsupported",
            reason: "It calls cluster.fork.",
            hint: "Fake it.",
            warnings: ["w"],
            fakes: [],
          }
        : completed(id, job.request.measure),
    );
    const { results } = await runBenchmark(benchmarkRequest(["a", "b", "c"]), services, deaf, noAbort);
    assert.deepEqual(
      results.map(({ state }) => state),
      ["completed", "unsupported", "completed"],
    );
    assert.equal(results[1]?.reason, "It calls cluster.fork.");
    assert.equal(results[1].hint, "Fake it.");
    assert.ok(services.jobs.slice(1).every(({ request }) => request.targets.every(({ id }) => id !== "b")));
  });

  it("finds which target makes the process crash, and the others go on together", async () => {
    const services = mockServices((id, job) => (id === "b" ? crash() : completed(id, job.request.measure)));
    const { results } = await runBenchmark(benchmarkRequest(["a", "b", "c"]), services, deaf, noAbort);
    assert.deepEqual(
      results.map(({ state }) => state),
      ["completed", "failed", "completed"],
    );
    assert.equal(results[1]?.reason, "The process ended by SIGSEGV.");
    assert.match(results[1].warnings.join(), /segfault at 0/);
    const groups = services.jobs.map(({ request }) => request.targets.map(({ id }) => id).join(""));
    assert.deepEqual(groups.slice(0, 4), ["abc", "a", "b", "c"]);
    assert.deepEqual(new Set(groups.slice(4)), new Set(["ac"]));
    assert.deepEqual(results[0]?.warnings, []);
  });

  it("blames a variant that cannot be compiled, and measures the others", async () => {
    const services = mockServices((id, job) => {
      if (id === "b") throw new WorkerFailure("not-compiled", "Theirs could not be compiled.", "Mend it.");
      return completed(id, job.request.measure);
    });
    const { results } = await runBenchmark(benchmarkRequest(["a", "b", "c"]), services, deaf, noAbort);
    assert.deepEqual(
      results.map(({ state }) => state),
      ["completed", "failed", "completed"],
    );
    assert.equal(results[1]?.reason, "Theirs could not be compiled.");
  });

  it("runs what hangs or fills the memory once more, watched, and tells the line", async () => {
    for (const [kind, isFound] of [
      ["timed-out", true],
      ["out-of-memory", true],
      ["timed-out", false],
      ["crashed", false],
    ] as const) {
      const services = mockServices((id, job) => {
        if (id !== "b") return completed(id, job.request.measure);
        const { watchMilliseconds, targets } = job.request;
        if (watchMilliseconds === undefined) throw new WorkerFailure(kind, "It went wrong.", "Look.");
        assert.equal(targets.length, 1);
        if (!isFound) return completed(id, job.request.measure);
        const reason = "It went wrong at line 4.";
        return { id, state: "timed-out", reason, hint: "Look there.", warnings: [], fakes: [] };
      });
      const { results } = await runBenchmark(benchmarkRequest(["a", "b"]), services, deaf, noAbort);
      assert.equal(results[0]?.state, "completed");
      assert.equal(results[1]?.state, kind === "timed-out" ? "timed-out" : "failed");
      assert.equal(results[1].reason, isFound ? "It went wrong at line 4." : "It went wrong.");
      const watched = services.jobs.filter(({ request }) => request.watchMilliseconds !== undefined);
      assert.equal(watched.length, kind === "crashed" ? 0 : 1, kind);
    }
  });

  it("keeps what was measured of a target that fails later", async () => {
    const services = mockServices((id, job) => {
      if (job.request.measure === "stack")
        throw new WorkerFailure("timed-out", "No answer within 9 s.", "Wait.");
      return completed(id, job.request.measure);
    });
    const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
    assert.equal(results[0]?.state, "timed-out");
    assert.equal(results[0].reason, "No answer within 9 s.");
    assert.equal(results[0].time?.processes, 1);
    assert.equal(results[0].memory?.bytesInFlightPerCall?.median, 512);
    assert.equal(results[0].stackTraces, undefined);
  });

  it("measures targets apart that only fail together, and says so", async () => {
    const services = mockServices((id, job) =>
      job.request.targets.length > 1 ? crash() : completed(id, job.request.measure),
    );
    const { results } = await runBenchmark(benchmarkRequest(["a", "b"]), services, deaf, noAbort);
    assert.deepEqual(
      results.map(({ state }) => state),
      ["completed", "completed"],
    );
    assert.ok(
      results.every(({ warnings }) => warnings.some((warning) => /not strictly comparable/.test(warning))),
    );
    assert.equal(services.jobs.filter(({ request }) => request.targets.length > 1).length, 1);
  });

  it("says of a file that hangs while it is loaded that it does, and of one that waits", async () => {
    const services = mockServices();
    let isSilent = false;
    const hanging: typeof services = {
      ...services,
      runWorker: (job) => {
        job.onProgress({ fraction: 0, activity: "loading a.js", loading: "a.js" });
        const waited = isSilent ? "silent" : "endless";
        return Promise.reject(
          new WorkerFailure("timed-out", "There was no answer.", "Look.", "", {
            waited,
            computedMilliseconds: 1_000,
          }),
        );
      },
    };
    const { results } = await runBenchmark(benchmarkRequest(["a"]), hanging, deaf, noAbort);
    isSilent = true;
    const silent = (await runBenchmark(benchmarkRequest(["a"]), hanging, deaf, noAbort)).results[0]!;
    assert.match(silent.hint!, /^Look for a wait that is not asynchronous, at the top of the file/);
    assert.equal(results[0]?.state, "timed-out");
    assert.match(
      results[0].reason!,
      /^a\.js did not come to the end of loading, or of a first call\. There was no answer\.$/,
    );
    assert.match(results[0].hint!, /loop that never ends, at the top of the file/);
  });

  it("blames nobody where the machine is too busy, and keeps what was measured", async () => {
    const services = mockServices((id, { request: { measure } }) => {
      if (measure === "stack")
        throw new WorkerFailure("starved", "The machine was too busy.", "Measure again.");
      return completed(id, measure);
    });
    const { results } = await runBenchmark(benchmarkRequest(["a", "b"]), services, deaf, noAbort);
    assert.equal(services.jobs.filter(({ request }) => request.measure === "stack").length, 1);
    assert.equal(services.jobs.at(-1)!.request.measure, "stack");
    for (const { state, warnings, time, memory, stackTraces } of results) {
      assert.equal(state, "completed");
      assert.ok(
        warnings.includes(
          "The machine was too busy. Stack traces were not measured for that. Measure again.",
        ),
      );
      assert.ok(time !== undefined && memory !== undefined && stackTraces === undefined);
    }
  });

  it("measures memory and stack traces where the machine is too busy for time, and says that this is missing", async () => {
    const services = mockServices((id, { request: { measure } }) => {
      if (measure === "time")
        throw new WorkerFailure("starved", "The machine was too busy.", "Measure again.");
      return completed(id, measure);
    });
    const [result] = (await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort)).results;
    const { state, warnings, time, memory, stackTraces } = result!;
    assert.equal(state, "completed");
    assert.ok(time === undefined && memory !== undefined && stackTraces !== undefined);
    assert.ok(warnings.includes("The machine was too busy. Time was not measured for that. Measure again."));
  });

  it("has timed out where the machine is too busy for anything at all", async () => {
    const services = mockServices(() => {
      throw new WorkerFailure("starved", "The machine was too busy.", "Measure again.");
    });
    const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
    const { state, reason, hint } = results[0]!;
    assert.deepEqual([state, reason, hint], ["timed-out", "The machine was too busy.", "Measure again."]);
  });

  it("measures no more once others have kept its processes from running for so long, whatever is missing", async () => {
    const services = mockServices();
    const kept = {
      ...services,
      runWorker: (...given: Parameters<typeof services.runWorker>) => {
        const [job] = given;
        job.onKept?.(14_000);
        return services.runWorker(...given);
      },
    };
    const request = benchmarkRequest(["a"], { budgetMilliseconds: 1_000 });
    const [result] = (await runBenchmark(request, kept, deaf, noAbort)).results;
    // Twenty-four seconds in all, of which time leaves some to what comes behind it: two processes.
    assert.deepEqual(
      services.jobs.map(({ keptAtMostMilliseconds }) => keptAtMostMilliseconds),
      [14_400, 10_000],
    );
    assert.equal(result?.state, "completed");
    assert.match(
      result.warnings.join(" "),
      /others kept the processes from running for 28 s\. Stack traces were not measured for that\./,
    );
  });

  it("looks for a loop in what computed for long on a machine that is too busy, and says that it may be one", async () => {
    let computedMilliseconds = 5_000;
    const busy = mockServices((id, { request: { watchMilliseconds, targets } }) => {
      const meanwhile = { waited: "starved", computedMilliseconds } as const;
      if (watchMilliseconds === undefined || targets.length > 1)
        throw new WorkerFailure("starved", "The machine was too busy.", "Measure again.", "", meanwhile);
      const reason = "f does not come back: it was still busy at line 4.";
      return { id, state: "timed-out", reason, hint: "Look there.", warnings: [], fakes: [] };
    });
    const [alone] = (await runBenchmark(benchmarkRequest(["a"]), busy, deaf, noAbort)).results;
    assert.deepEqual(
      [alone!.state, alone!.reason],
      ["timed-out", "f does not come back: it was still busy at line 4."],
    );
    const reasonsOfTwo = async () =>
      (await runBenchmark(benchmarkRequest(["a", "b"]), busy, deaf, noAbort)).results.map(
        ({ reason }) => reason!,
      );
    // For two it is what making them ready may take.
    assert.deepEqual(await reasonsOfTwo(), ["The machine was too busy.", "The machine was too busy."]);
    computedMilliseconds = 9_000;
    for (const reason of await reasonsOfTwo())
      assert.match(reason, /^The machine was too busy\. One of them computed for 9 s without an answer/);
  });

  it("has come to its end where the machine is too busy only for more of the same", async () => {
    const services = mockServices((id, { request: { measure, processIndex } }) => {
      if (processIndex === 2)
        throw new WorkerFailure("starved", "The machine was too busy.", "Measure again.");
      return completed(id, measure);
    });
    const request = benchmarkRequest(["a"], { measures: ["time"] });
    const [result] = (await runBenchmark(request, services, deaf, noAbort)).results;
    assert.equal(result?.state, "completed");
    assert.match(
      result.warnings.join(" "),
      /The machine was too busy\. It was measured by fewer processes for that\. Measure again\./,
    );
  });

  it("does not try each target when the runtime cannot be started", async () => {
    const services = mockServices(() => {
      throw new WorkerFailure("not-started", "Could not start /bin/node: ENOENT.", "Check the path.");
    });
    const { results } = await runBenchmark(benchmarkRequest(["a", "b"]), services, deaf, noAbort);
    assert.equal(services.jobs.length, 1);
    assert.ok(results.every(({ state, reason }) => state === "failed" && reason?.includes("ENOENT")));
  });

  it("does not believe a worker that leaves a target out", async () => {
    const services = mockServices();
    const forgetful = { ...services, runWorker: () => Promise.resolve({ targets: [] }) };
    const { results } = await runBenchmark(benchmarkRequest(["a"]), forgetful, deaf, noAbort);
    assert.equal(results[0]?.state, "failed");
    assert.match(results[0].reason ?? "", /left out/);
    assert.equal(results[0].time, undefined);
  });

  it("does not make a number of a run without samples", async () => {
    const services = mockServices((id) => ({
      id,
      state: "completed",
      warnings: [],
      time: { nanosecondsPerCall: [], floorNanosecondsPerCall: [], series: [] },
      counters: { ioCalls: 0, criticalPath: 0 },
      fakes: [],
    }));
    const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
    assert.equal(results[0]?.state, "failed");
    assert.match(results[0].reason ?? "", /gave no time/);
    assert.equal(results[0].time, undefined);
  });
});

describe("a benchmark that is cancelled", () => {
  it("keeps what was measured and starts nothing more", async () => {
    const abort = new AbortController();
    const services = mockServices((id, job) => {
      if (job.request.measure === "stack") abort.abort();
      return completed(id, job.request.measure);
    });
    const document = await runBenchmark(benchmarkRequest(["a", "b"]), services, deaf, abort.signal);
    parseBenchmarkDocument(document);
    assert.ok(document.results.every(({ state }) => state === "cancelled"));
    assert.ok(document.results.every(({ time, memory }) => time !== undefined && memory !== undefined));
    assert.equal(services.jobs.at(-1)?.request.measure, "stack");
  });

  it("before it began says so of every target that had not already failed", async () => {
    const services = mockServices();
    const document = await runBenchmark(benchmarkRequest(["a"]), services, deaf, AbortSignal.abort());
    parseBenchmarkDocument(document);
    assert.equal(document.results[0]?.state, "cancelled");
    assert.equal(document.environment.version, "unknown");
  });
});
