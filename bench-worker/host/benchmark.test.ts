import assert from "node:assert/strict";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../document.ts";
import type { BenchmarkListener, Running } from "./api.ts";
import { runBenchmark } from "./benchmark.ts";
import { benchmarkRequest, completed, mockServices, target } from "./fixtures/mock-services.ts";
import type { RunRequest } from "../protocol.ts";
import type { Way } from "../way.ts";
import { WorkerFailure } from "./worker-failure.ts";

const PLAIN_WAY: Way = {
  patience: 1,
  ioCalls: 1,
  rung: 0,
  facts: [],
};

const deaf: BenchmarkListener = () => undefined;
const noAbort = new AbortController().signal;

describe("a benchmark", () => {
  it("gives a whole valid document with all three measures", async () => {
    const document = await runBenchmark(benchmarkRequest(["a", "b"]), mockServices(), deaf, noAbort);
    assert.deepEqual(parseBenchmarkDocument(JSON.parse(JSON.stringify(document))), document);
    assert.deepEqual(document.environment, {
      runtime: "node",
      version: "20.0.0",
      v8: "11.3",
      cpu: "an abacus",
      cores: 1,
      os: "none",
      walls: { files: "runtime", processes: "runtime", network: "fakes" },
    });
    const [a] = document.results;
    assert.equal(a?.state, "completed");
    assert.equal(a.target.file, "src/a.js");
    assert.equal(a.target.name, "a");
    assert.deepEqual(a.time?.nanosecondsPerCall, { median: 1000, low: 1000, high: 1000 });
    assert.equal(a.time.floorNanosecondsPerCall, 100);
    assert.equal(a.memory?.bytesInFlightPerCall?.median, 512);
    assert.equal(a.memory.bytesAllocatedPerCall, undefined);
    assert.equal(a.stackTraces?.level, 5);
    assert.equal(a.debuggability, 10);
    assert.deepEqual(a.counters, { ioCalls: 1, criticalPath: 1 });
    assert.deepEqual(a.warnings, []);
  });

  it("puts all targets into each process, and each measure into processes of its own", async () => {
    const services = mockServices();
    await runBenchmark(benchmarkRequest(["a", "b"]), services, deaf, noAbort);
    for (const { request } of services.jobs) {
      assert.deepEqual(
        request.targets.map(({ id }) => id),
        ["a", "b"],
      );
    }
    assert.deepEqual(
      new Set(services.jobs.map(({ request }) => request.measure)),
      new Set(["time", "memory", "stack"]),
    );
    const flagsOf = (measure: string): readonly string[] | undefined =>
      services.jobs.find(({ request }) => request.measure === measure)?.flags;
    assert.deepEqual(flagsOf("time"), ["--single-threaded", "--expose-gc", "--no-force-async-hooks-checks"]);
    assert.ok(flagsOf("memory")?.includes("--single-threaded"));
    assert.ok(!flagsOf("stack")?.includes("--single-threaded"));
  });

  it("counts the processes of each measure from 0", async () => {
    const services = mockServices();
    await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
    for (const measure of ["time", "memory", "stack"]) {
      const indices = services.jobs
        .filter(({ request }) => request.measure === measure)
        .map(({ request }) => request.processIndex);
      assert.deepEqual(
        indices,
        indices.map((_, index) => index),
      );
    }
  });

  it("asks for what is the same in every process until it has been told", async () => {
    let failures = 0;
    const services = mockServices((id, { request: { measure, targets, withConstants } }) => {
      // The first process of memory fails; with its targets alone all is well.
      if (measure === "memory" && targets.length > 1 && failures++ === 0)
        throw new WorkerFailure("crashed", "It crashed.", "Look.");
      const run = completed(id, measure);
      return withConstants || !("memory" in run) ? run : { ...run, memory: { ...run.memory!, series: [] } };
    });
    const request = benchmarkRequest(["a", "b"], { budgetMilliseconds: 20_000 });
    const { results } = await runBenchmark(request, services, deaf, noAbort);
    for (const { memory } of results) assert.deepEqual(memory?.series, [{ n: 100, peakBytes: 51200 }]);
    const asked = (wanted: string, measure: string): boolean[] =>
      services.jobs
        .filter(({ request }) => request.measure === measure)
        .filter(({ request }) => request.targets.some(({ id }) => id === wanted))
        .map(({ request }) => request.withConstants);
    assert.deepEqual(asked("a", "time").slice(0, 2), [true, false]);
    assert.deepEqual(asked("a", "memory").slice(0, 3), [true, true, false]);
    assert.deepEqual(asked("b", "memory").slice(0, 3), [true, true, false]);
  });

  it("has counted once for all measures what is counted, and times as many calls at a time in every process", async () => {
    const services = mockServices((id, { request: { measure } }) => {
      const run = completed(id, measure);
      return "time" in run ? { ...run, time: { ...run.time!, roundCalls: id === "a" ? 100 : 10 } } : run;
    });
    await runBenchmark(benchmarkRequest(["a", "b"]), services, deaf, noAbort);
    const [first, ...others] = services.jobs.map(({ request }) => request);
    assert.deepEqual([first!.isCounted, first!.roundCalls, first!.isQuick], [false, [], true]);
    assert.ok(others.length > 2);
    for (const { isCounted, roundCalls, isQuick } of others)
      assert.deepEqual(
        [isCounted, roundCalls, isQuick],
        [
          true,
          [
            { id: "a", calls: 100 },
            { id: "b", calls: 10 },
          ],
          false,
        ],
      );
  });

  it("begins with a quick process of time, whose numbers give way to better ones", async () => {
    const services = mockServices((id, job) =>
      completed(id, job.request.measure, job.request.processIndex === 0 ? 9000 : 1000),
    );
    const seen: number[] = [];
    const { results } = await runBenchmark(
      benchmarkRequest(["a"]),
      services,
      (document) => seen.push(document.results[0]?.time?.nanosecondsPerCall.median ?? 0),
      noAbort,
    );
    assert.equal(services.jobs[0]?.request.measure, "time");
    assert.ok(services.jobs[0].request.processBudgetMilliseconds <= 150);
    assert.ok(seen.includes(9000), "the first point was not shown");
    assert.deepEqual(results[0]?.time?.nanosecondsPerCall, { median: 1000, low: 1000, high: 1000 });
    const full = services.jobs.filter(({ request }) => request.measure === "time").length - 1;
    assert.equal(results[0].time.processes, full);
  });

  for (const [budgetMilliseconds, ids] of [
    [5000, ["a"]],
    [5000, ["a", "b", "c"]],
    [3000, ["a"]],
    [20_000, ["a", "b"]],
  ] as const) {
    it(`keeps to a budget of ${budgetMilliseconds} ms × ${ids.length} and measures three processes at least`, async () => {
      const services = mockServices();
      const request = benchmarkRequest([...ids], { budgetMilliseconds });
      const { results } = await runBenchmark(request, services, deaf, noAbort);
      const whole = budgetMilliseconds * ids.length;
      assert.ok(services.now() <= whole, `${services.now()} ms`);
      assert.ok(services.now() >= whole * 0.7, `only ${services.now()} ms were used`);
      assert.ok(results[0]!.time!.processes >= 3);
    });
  }

  it("does not charge the budget with what the first process found out for all, up to three seconds", async () => {
    for (const [first, most] of [
      [3000, 5000 + 2000],
      [30_000, 30_150 + 3 * (200 + 1000)],
    ] as const) {
      const services = mockServices(undefined, [first, 200]);
      const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
      assert.ok(services.now() <= most, `${services.now()} ms`);
      if (first === 3000) assert.ok(results[0]!.time!.processes >= 3);
    }
  });

  it("gives the targets what others take of the budget, up to twice as much again, and no more", async () => {
    for (const [kept, takes, atLeast] of [
      [0.5, [6_000, 7_500], 3],
      [3, [14_000, 17_500], 2],
    ] as const) {
      // For so many times as long as a process does something, others keep it from running.
      const services = mockServices(undefined, 200, 1, kept);
      const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
      const [least, most] = takes;
      assert.ok(services.now() >= least && services.now() <= most, `${kept}: ${services.now()} ms`);
      assert.ok(results[0]!.time!.processes >= atLeast, `${kept}: ${results[0]!.time!.processes}`);
      const budgets = services.jobs.slice(1).map(({ request }) => request.processBudgetMilliseconds);
      assert.ok(Math.min(...budgets) > 150, budgets.join());
    }
  });

  it("tells the processes after the first how that got its targets to run, each of its own", async () => {
    const learntIn = ({ targets }: RunRequest) =>
      targets.flatMap(({ id, scenario }) =>
        scenario?.learnt === undefined ? [] : [{ id, learnt: scenario.learnt }],
      );
    const way = (line: number): Way => ({
      ...PLAIN_WAY,
      facts: [{ about: "line", name: "/a.js", line, member: "id", because: "gaps" }],
    });
    const services = mockServices((id, job) => {
      const isKnown = learntIn(job.request).some((known) => known.id === id);
      const run = completed(id, job.request.measure);
      return isKnown || id === "c" ? run : { ...run, learnt: way(id === "a" ? 1 : 2) };
    });
    await runBenchmark(benchmarkRequest(["a", "b", "c"]), services, deaf, noAbort);
    const [first, ...others] = services.jobs.map(({ request }) => learntIn(request));
    assert.deepEqual(first, []);
    assert.ok(others.length > 3);
    for (const told of others)
      assert.deepEqual(told, [
        { id: "a", learnt: way(1) },
        { id: "b", learnt: way(2) },
      ]);
  });

  it("measures each once and says how little that is when the budget is far too small", async () => {
    const services = mockServices();
    const request = benchmarkRequest(["a"], { budgetMilliseconds: 10 });
    const { results } = await runBenchmark(request, services, deaf, noAbort);
    assert.deepEqual(
      services.jobs.map(({ request: { measure } }) => measure),
      ["time", "memory", "stack"],
    );
    assert.equal(results[0]?.state, "completed");
    assert.equal(results[0].time?.processes, 1);
    assert.match(results[0].warnings.join("\n"), /Time comes from 1 process only/);
  });

  it("measures only what was asked for", async () => {
    const services = mockServices();
    const { results } = await runBenchmark(
      benchmarkRequest(["a"], { measures: ["stack"] }),
      services,
      deaf,
      noAbort,
    );
    assert.equal(services.jobs.length, 1);
    assert.equal(results[0]?.time, undefined);
    assert.equal(results[0]?.memory, undefined);
    assert.equal(results[0]?.stackTraces?.level, 5);
  });

  it("draws its interval over processes", async () => {
    const services = mockServices((id, job) =>
      completed(id, job.request.measure, 1000 + 10 * (job.request.processIndex % 2)),
    );
    const request = benchmarkRequest(["a"], { budgetMilliseconds: 10_000 });
    const { results } = await runBenchmark(request, services, deaf, noAbort);
    const { low, high } = results[0]!.time!.nanosecondsPerCall;
    assert.ok(low > 995 && low < 1005 && high > 1005 && high < 1020, `${low} to ${high}`);
  });

  it("warns when processes disagree much", async () => {
    const services = mockServices((id, job) =>
      completed(id, job.request.measure, 1000 * (1 + (job.request.processIndex % 3))),
    );
    const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
    assert.match(results[0]!.warnings.join(), /differs much between processes/);
  });

  it("tells the listener valid documents that grow, with a fraction that never falls", async () => {
    const heard: [BenchmarkDocument, Running][] = [];
    await runBenchmark(
      benchmarkRequest(["a", "b"]),
      mockServices(),
      (document, running) => heard.push([structuredClone(document), running]),
      noAbort,
    );
    let fraction = 0;
    for (const [document, running] of heard) {
      parseBenchmarkDocument(document);
      assert.ok(running.fraction >= fraction && running.fraction < 1);
      fraction = running.fraction;
      assert.ok(document.results.every(({ state }) => state === "running"));
      assert.notEqual(document.environment.version, "unknown");
    }
    assert.ok(heard.some(([, { activity }]) => activity === "half-way"));
    assert.equal(heard[0]?.[0].results[0]?.time, undefined);
    assert.ok(heard.at(-1)?.[0].results[0]?.stackTraces);
  });

  it("unites warnings and fakes of all processes without repeating them", async () => {
    const services = mockServices((id, job) => {
      const run = completed(id, job.request.measure);
      return { ...run, warnings: ["calls back twice"] };
    });
    const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
    assert.deepEqual(results[0]?.warnings, ["calls back twice"]);
    assert.deepEqual(results[0].fakes, [{ expression: "io", kind: "promise", from: "default" }]);
  });

  it("leaves stack traces out where there was no I/O call to inject an error at", async () => {
    const services = mockServices((id, job) => {
      const run = completed(id, job.request.measure);
      if (run.state === "completed" && run.stack !== undefined) run.stack.sites = [];
      return run;
    });
    const { results } = await runBenchmark(benchmarkRequest(["a"]), services, deaf, noAbort);
    assert.equal(results[0]?.stackTraces, undefined);
    assert.equal(results[0]?.debuggability, undefined);
    assert.equal(results[0]?.sourceMaps?.level, 5);
  });

  it("refuses targets whose text has no function there", async () => {
    const request = benchmarkRequest(["a"]);
    const moved = { ...request, targets: [{ ...target("a"), functionStart: 7 }] };
    await assert.rejects(
      runBenchmark(moved, mockServices(), deaf, noAbort),
      /No asynchronous function starts/,
    );
    const twice = { ...request, targets: [target("a"), target("a")] };
    await assert.rejects(runBenchmark(twice, mockServices(), deaf, noAbort), /same id/);
  });
});
