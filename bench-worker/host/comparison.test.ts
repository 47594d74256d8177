import assert from "node:assert/strict";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import type { BenchmarkOptions } from "../benchmark-options.ts";
import { parseBenchmarkDocument } from "../document.ts";
import type { NotMeasured } from "../pair.ts";
import type { ComparisonDocument, ComparisonRequest } from "./api.ts";
import { runComparison } from "./comparison.ts";
import { seededGauss } from "./fixtures/gauss.ts";
import { completed, mockServices, target, type Mock } from "./fixtures/mock-services.ts";
import { sequenceText } from "../verdict-words.ts";
import { WorkerFailure } from "./worker-failure.ts";

const noAbort = new AbortController().signal;

function comparison(groups: string[][], options: Partial<BenchmarkOptions> = {}): ComparisonRequest {
  return {
    groups: groups.map((ids) => ({ targets: ids.map((id) => ({ source: target(id) })) })),
    options: { ...DEFAULT_OPTIONS, ...options },
    runtime: { name: "node", path: "/bin/node", foundBy: "the test", environment: {} },
    workerFile: "/dist/worker.cjs",
    workspaceFolder: "/project",
  };
}

/** A machine on which each target takes so long, each process being off by `noise` of its own for all of them. */
function machine(nanoseconds: Record<string, number>, noise: number, seed = 1): Mock {
  const gauss = seededGauss(seed);
  return mockServices((id, { request: { measure } }) =>
    completed(id, measure, nanoseconds[id]! * Math.exp(noise * gauss())),
  );
}

const compare = (request: ComparisonRequest, services: Mock): Promise<ComparisonDocument> =>
  runComparison(request, services, () => undefined, noAbort);

describe("a comparison", () => {
  it("gives a valid document with a verdict for every measure", async () => {
    const document = await compare(
      comparison([["base", "head"]]),
      machine({ base: 1000, head: 1100 }, 0.002),
    );
    assert.deepEqual(parseBenchmarkDocument(JSON.parse(JSON.stringify(document))), document);
    const [pair] = document.pairs;
    assert.equal(pair?.name, "base → head");
    assert.deepEqual(
      [pair.base.name, pair.head.name, pair.baseResult, pair.headResult],
      ["base", "head", 0, 1],
    );
    assert.equal(pair.tokens.delta, pair.tokens.head - pair.tokens.base);
    assert.ok(pair.time.verdict === "slower", pair.time.verdict);
    assert.ok(Math.abs(pair.time.ratio.median - 1.1) < 0.01);
    // 1000 of 1100 against 900 of 1000, a floor of 100 taken off.
    assert.ok(Math.abs(pair.time.ratioAboveFloor!.median - 1000 / 900) < 0.01);
    assert.equal(pair.memory.verdict, "no-difference");
    assert.equal(pair.memory.allocated.verdict, "not-measured");
    assert.deepEqual(pair.stackTraces, { base: 5, head: 5 });
  });

  it("sets no function that was taken out of its module against one that was not", async () => {
    const services = mockServices((id, { request: { measure } }) => ({
      ...completed(id, measure, id === "base" ? 5000 : 1000),
      preparations: id === "base" ? [{ what: "apart" as const, from: "module" as const }] : [],
    }));
    const [pair] = (await compare(comparison([["base", "head"]]), services)).pairs;
    assert.ok(pair?.time.verdict === "not-measured" && pair.memory.verdict === "not-measured");
    assert.match(pair.time.reason, /former had to be measured apart/);
  });

  it("sets no function that the fakes file has an entry for against one that it has none for", async () => {
    const entries = async (...ids: string[]): Promise<ComparisonDocument["pairs"][number]> => {
      const request = comparison([["base", "head"]]);
      const fakesFile = { file: "/project/src/base.async-cost.js", text: "" };
      const targets = request.groups[0]!.targets.map(({ source }) => ({ source: { ...source, fakesFile } }));
      const services = mockServices((id, job) => ({
        ...completed(id, job.request.measure),
        ...(ids.includes(id) ? { fakesFileLine: 2 } : {}),
      }));
      return (await compare({ ...request, groups: [{ targets }] }, services)).pairs[0]!;
    };
    const { time } = await entries("base");
    assert.ok(time.verdict === "not-measured");
    assert.match(time.reason, /base\.async-cost\.js, line 2, gives .* to base and nothing to head/);
    for (const ids of [["base", "head"], []])
      assert.equal((await entries(...ids)).time.verdict, "no-difference");
  });

  it("says that a fakes file gives the two something else, and measures them", async () => {
    const warningsWith = async (text: string): Promise<readonly string[]> => {
      const request = comparison([["base", "head"]]);
      const fakesFile = { file: "/project/src/base.async-cost.js", text };
      const targets = request.groups[0]!.targets.map(({ source }) => ({ source: { ...source, fakesFile } }));
      const services = mockServices((id, job) => ({
        ...completed(id, job.request.measure),
        fakesFileLine: 1,
      }));
      const [pair] = (await compare({ ...request, groups: [{ targets }] }, services)).pairs;
      assert.equal(pair!.time.verdict, "no-difference");
      return pair!.warnings;
    };
    const own = await warningsWith(
      "module.exports = { base: { arguments: [1] }, head: { arguments: [2] } };",
    );
    assert.match(
      own.join("\n"),
      /base gets what .*, line 1, gives and head what .* a difference may come from/,
    );
    assert.deepEqual(await warningsWith('module.exports = { "*": { arguments: [1] } };'), []);
  });

  it("puts both targets into every process and asks for rounds that pair up", async () => {
    const services = machine({ base: 1000, head: 1000 }, 0.01);
    await compare(comparison([["base", "head"]]), services);
    for (const { request } of services.jobs) {
      assert.deepEqual(
        request.targets.map(({ id }) => id),
        ["base", "head"],
      );
      assert.equal(request.purpose, "comparison");
    }
  });

  it("runs two processes at once, one of either order, where there are two processors and nothing waits in earnest", async () => {
    const ran = async (options: Partial<BenchmarkOptions>, processors: number): Promise<Mock> => {
      const gauss = seededGauss(3);
      const answer = (id: string): ReturnType<typeof completed> =>
        completed(id, "time", 1000 * Math.exp(0.05 * gauss()));
      const services = mockServices(answer, 200, processors);
      await compare(comparison([["base", "head"]], { measures: ["time"], ...options }), services);
      return services;
    };
    const [one, two] = [await ran({}, 1), await ran({}, 2)];
    const indexes = two.jobs.map(({ request }) => request.processIndex);
    assert.deepEqual(indexes, [...indexes.keys()]);
    assert.ok(two.jobs.length >= 2 * one.jobs.length - 2, `${two.jobs.length}, ${one.jobs.length}`);
    assert.ok(two.now() <= 5000);
    for (const apart of [{ clock: "real" as const }, { concurrency: [100, 1_000_000] }])
      assert.equal((await ran(apart, 2)).jobs.length, one.jobs.length);
  });

  it("runs processes of time beside those of memory, where two may run at once", async () => {
    const gauss = seededGauss(3);
    const order = async (processors: number, noise: number): Promise<string> => {
      const services = mockServices(
        (id, { request: { measure } }) => completed(id, measure, 1000 * Math.exp(noise * gauss())),
        450,
        processors,
      );
      const { pairs } = await compare(comparison([["base", "head"]]), services);
      assert.equal(pairs[0]!.memory.verdict, "no-difference");
      const { time } = pairs[0]!;
      const timed = services.jobs.filter(({ request }) => request.measure === "time");
      assert.ok(time.verdict !== "not-measured" && time.processes === timed.length, JSON.stringify(time));
      return services.jobs.map(({ request }) => request.measure[0]).join("");
    };
    assert.match(await order(2, 0.05), /^tttt(?:mt+)+st*$/);
    assert.match(await order(1, 0.05), /^t+m+st*$/);
    // Nothing is timed beside them once it is clear.
    assert.match(await order(2, 0), /^ttttm+s$/);
  });

  it("keeps what ends well beside a process that fails, and tells of what fails beside another without ending anybody", async () => {
    const gauss = seededGauss(3);
    const run = async (failing: (measure: string, processIndex: number) => boolean, milliseconds = 450) => {
      const services = mockServices(
        (id, { request: { measure, processIndex } }) => {
          if (failing(measure, processIndex)) throw new WorkerFailure("crashed", "It crashed.", "…");
          return completed(id, measure, 1000 * Math.exp(0.05 * gauss()));
        },
        milliseconds,
        2,
      );
      const { results, pairs } = await compare(comparison([["base", "head"]]), services);
      const { time } = pairs[0]!;
      assert.ok(time.verdict !== "not-measured");
      const states = results.map(({ state }) => state);
      return { states, processes: time.processes, services, warnings: pairs[0]!.warnings };
    };
    const timesOf = ({ jobs }: Mock): Mock["jobs"] =>
      jobs.filter(({ request }) => request.measure === "time");
    const failed = await run((measure) => measure === "memory");
    assert.deepEqual(failed.states, ["failed", "failed"]);
    assert.ok(failed.processes > 4 && failed.processes === timesOf(failed.services).length);
    // Nothing runs beside one that is tried alone.
    assert.ok(timesOf(failed.services).every(({ request }) => request.targets.length === 2));
    const once = await run((measure, processIndex) => measure === "time" && processIndex === 4);
    assert.deepEqual(once.states, ["completed", "completed"]);
    assert.equal(once.processes, timesOf(once.services).length - 1);
    assert.deepEqual(once.warnings, []);
    const later = (measure: string, processIndex: number): boolean => measure === "time" && processIndex >= 4;
    assert.deepEqual((await run(later)).states, ["failed", "failed"]);
    const last = await run(later, 1500);
    assert.match(last.warnings.join("\n"), /A process of time failed, .* It crashed\. …/);
    assert.deepEqual([last.states, last.processes], [["completed", "completed"], 4]);
  });

  it("lets each process of time get warm, though memory and stack traces have their share of the budget", async () => {
    const gauss = seededGauss(3);
    const services = mockServices(
      (id, { request: { measure } }) => completed(id, measure, 1000 * Math.exp(0.05 * gauss())),
      450,
      2,
    );
    await compare(comparison([["base", "head"]]), services);
    const budgets = services.jobs
      .filter(({ request }) => request.measure === "time")
      .map(({ request }) => request.processBudgetMilliseconds);
    assert.ok(Math.min(...budgets) >= 300, `${Math.min(...budgets)}`);
    assert.ok(budgets.length >= 8, `${budgets.length} processes`);
  });

  it("tries each alone where processes fail again and again, and goes on without who fails then", async () => {
    const services = mockServices(
      (id, { request: { processIndex, measure } }) => {
        if (id === "head" && processIndex > 0) throw new WorkerFailure("crashed", "It crashed.", "Look.");
        return completed(id, measure);
      },
      200,
      2,
    );
    const { results } = await compare(comparison([["base", "head"]], { measures: ["time"] }), services);
    assert.deepEqual(
      results.map(({ state }) => state),
      ["completed", "failed"],
    );
    // The first failure stood beside a process that ended well.
    const alone = services.jobs.slice(4, 6).map(({ request }) => request.targets.map(({ id }) => id).join());
    assert.deepEqual(alone, ["base", "head"]);
  });

  it("puts the failure of one of two processes at once down to chance while the other ends well", async () => {
    const services = mockServices(
      (id, { request: { processIndex, measure } }) => {
        if (processIndex === 3)
          throw new WorkerFailure("crashed", "There was no memory.", "Close something.");
        return completed(id, measure);
      },
      200,
      2,
    );
    const { results, pairs } = await compare(
      comparison([["base", "head"]], { measures: ["time"] }),
      services,
    );
    assert.deepEqual(
      results.map(({ state, warnings }) => [state, warnings.some((one) => one.includes("apart"))]),
      [
        ["completed", false],
        ["completed", false],
      ],
    );
    assert.equal(pairs[0]!.time.verdict, "no-difference");
    assert.ok(services.jobs.every(({ request }) => request.targets.length === 2));
  });

  it("stops early when the answer is clear and goes on to the end of its budget when it is not", async () => {
    const processesOf = async (noise: number, head: number): Promise<number> => {
      const services = machine({ base: 1000, head }, noise);
      await compare(
        comparison([["base", "head"]], { measures: ["time"], budgetMilliseconds: 20_000 }),
        services,
      );
      return services.jobs.length;
    };
    assert.equal(await processesOf(0.0001, 1200), 4);
    assert.equal(await processesOf(0.0001, 1000), 4);
    assert.ok((await processesOf(0.2, 1010)) > 20);
  });

  it("says too noisy where it cannot tell, with what it could have seen", async () => {
    const services = machine({ base: 1000, head: 1010 }, 0.1);
    const { pairs } = await compare(comparison([["base", "head"]], { measures: ["time"] }), services);
    const { time } = pairs[0]!;
    assert.ok(time.verdict === "too-noisy");
    assert.ok(time.smallestDetectable! > 0.05);
    assert.match(time.reason, /cannot be told.*budget/);
  });

  it("names a budget by what processes take on this machine, not by what they were to take", async () => {
    const noise = [0.004, -0.006, 0.009, -0.003, -0.008, 0.005];
    let process = 0;
    const services = mockServices((id, { request: { measure } }) => {
      const logRatio = id === "head" ? noise[process++ % noise.length]! : 0;
      return completed(id, measure, 1000 * Math.exp(logRatio));
    }, 3_500);
    const request = comparison([["base", "head"]], { measures: ["time"], budgetMilliseconds: 5_000 });
    const { pairs } = await compare(request, services);
    const spent = services.now() / 1000;
    assert.ok(spent > 10, `${spent} s`);
    const { reason } = pairs[0]!.time;
    const named = Number(/about (\d+) s would tell/.exec(reason)?.[1]);
    assert.ok(named > spent, `${reason} ${spent} s were not enough.`);
  });

  it("takes equal functions for different no more often than its levels allow", async () => {
    let wrong = 0;
    for (let seed = 0; seed < 300; seed++) {
      const request = comparison([["base", "head"]], { measures: ["time"], budgetMilliseconds: 10_000 });
      const { pairs } = await compare(request, machine({ base: 1000, head: 1000 }, 0.02, seed));
      if (pairs[0]!.time.verdict === "faster" || pairs[0]!.time.verdict === "slower") wrong++;
    }
    // 1 % of 300, and as many again by chance: with 7 or more the true rate is above 1 % (97 %).
    assert.ok(wrong <= 6, `${wrong} of 300`);
  });

  it("compares each further target with the first, and every group for itself", async () => {
    const services = machine({ a: 1000, b: 2000, c: 500, d: 1000, e: 1000 }, 0.001);
    const { pairs, results } = await compare(
      comparison([
        ["a", "b", "c"],
        ["d", "e"],
      ]),
      services,
    );
    assert.deepEqual(
      pairs.map((pair) => [results[pair.baseResult]!.target.name, results[pair.headResult]!.target.name]),
      [
        ["a", "b"],
        ["a", "c"],
        ["d", "e"],
      ],
    );
    assert.deepEqual(
      pairs.map(({ time }) => time.verdict),
      ["slower", "faster", "no-difference"],
    );
  });

  it("names version and file as it is told", async () => {
    const request = comparison([["base", "head"]], { measures: ["stack"] });
    const [base, head] = request.groups[0]!.targets;
    const targets = [{ ...base!, file: "src/old.js", revision: "HEAD" }, head!];
    const document = await compare({ ...request, groups: [{ name: "upload", targets }] }, machine({}, 0));
    const [pair] = document.pairs;
    assert.equal(pair?.name, "upload");
    assert.deepEqual([pair.base.file, pair.base.revision], ["src/old.js", "HEAD"]);
    assert.deepEqual([pair.head.file, pair.head.revision], ["src/head.js", undefined]);
    assert.equal(pair.time.verdict, "not-measured");
  });

  it("says why where one of the two cannot be measured", async () => {
    const services = mockServices((id, { request: { measure } }) =>
      id === "head"
        ? { id, state: "failed", reason: "It threw.", hint: "Look.", warnings: [], fakes: [] }
        : completed(id, measure),
    );
    const { pairs, results } = await compare(comparison([["base", "head"]]), services);
    const [pair] = pairs;
    assert.deepEqual(
      [pair!.time, pair!.memory.verdict],
      [{ verdict: "not-measured", reason: "It threw." }, "not-measured"],
    );
    assert.equal(results[1]!.state, "failed");
  });

  it("lays it to the machine where that was too busy for a verdict", async () => {
    const services = mockServices((id, { request: { measure, processIndex } }) => {
      if (processIndex > 0 || measure !== "time")
        throw new WorkerFailure("starved", "The machine was too busy.", "Wait.");
      return completed(id, measure);
    });
    const { pairs, results } = await compare(comparison([["base", "head"]]), services);
    const { time, memory } = pairs[0]!;
    assert.ok(results.every(({ state }) => state === "completed"));
    for (const { verdict, cause, reason } of [time, memory, memory.allocated] as NotMeasured[]) {
      assert.deepEqual([verdict, cause], ["not-measured", "busy-machine"]);
      assert.match(reason, /^The machine was too busy\. There are not enough processes/);
    }
  });

  it("judges the I/O calls of one call where the machine was too busy to measure anything", async () => {
    const services = mockServices(() => assert.fail("nothing comes to its end"));
    const busy: typeof services = {
      ...services,
      runWorker: ({ request, onProgress }) => {
        for (const { id } of request.targets) {
          const run = completed(id, "time");
          assert.ok(run.state === "completed");
          const counters = { ...run.counters, ioCalls: 4, criticalPath: id === "base" ? 4 : 2 };
          const counted = { ...run, time: undefined, counters };
          onProgress({ fraction: 0, activity: "counted", counted });
        }
        return Promise.reject(new WorkerFailure("starved", "The machine was too busy.", "Wait."));
      },
    };
    const { pairs, results } = await compare(comparison([["base", "head"]]), busy);
    assert.deepEqual(pairs[0]!.criticalPath, { base: 4, head: 2 });
    assert.equal(sequenceText(pairs[0]!), "4 → 2");
    assert.equal(pairs[0]!.time.verdict, "not-measured");
    assert.ok(results.every(({ state, counters }) => state === "timed-out" && counters?.ioCalls === 4));
  });

  it("judges memory and stack traces where the machine was too busy for time", async () => {
    const services = mockServices((id, { request: { measure } }) => {
      if (measure === "time") throw new WorkerFailure("starved", "The machine was too busy.", "Wait.");
      return completed(id, measure);
    });
    const { time, memory, stackTraces } = (await compare(comparison([["base", "head"]]), services)).pairs[0]!;
    assert.ok(time.verdict === "not-measured" && time.cause === "busy-machine");
    assert.notEqual(memory.verdict, "not-measured");
    assert.ok(stackTraces.base !== null && stackTraces.head !== null);
  });

  it("does not lay it to the machine where one may loop for ever, and does where others took most of the time", async () => {
    const meanwhile = { waited: "starved", computedMilliseconds: 9_000 } as const;
    const endless = mockServices(() => {
      throw new WorkerFailure("starved", "The machine was too busy.", "Wait.", "", meanwhile);
    });
    const { time } = (await compare(comparison([["base", "head"]]), endless)).pairs[0]!;
    assert.ok(time.verdict === "not-measured" && time.cause === undefined);
    assert.match(time.reason, /as a loop that never ends does/);

    // Nothing was given up, and no number came of it.
    const services = mockServices((id, { request: { measure } }) => completed(id, measure, 0));
    const kept: typeof services = {
      ...services,
      runWorker: (job, signal) => {
        job.onKept?.(3_000);
        return services.runWorker(job, signal);
      },
    };
    const late = (await compare(comparison([["base", "head"]], { measures: ["time"] }), kept)).pairs[0]!.time;
    assert.ok(late.verdict === "not-measured");
    assert.equal(late.cause, "busy-machine");
  });

  it("draws no verdict from targets that cannot share a process", async () => {
    const services = mockServices((id, { request: { measure, targets } }) => {
      if (targets.length > 1) throw new WorkerFailure("crashed", "It crashed.", "Look.");
      return completed(id, measure);
    });
    const { pairs } = await compare(comparison([["base", "head"]], { measures: ["time"] }), services);
    assert.equal(pairs[0]!.time.verdict, "not-measured");
    assert.match(pairs[0]!.warnings.join(), /Measured apart/);
  });

  it("sets only those apart that do not get on with the first, and judges the others", async () => {
    const gauss = seededGauss(5);
    const services = mockServices((id, { request: { measure, targets } }) => {
      if (targets.length > 1 && targets.some((one) => one.id === "alien")) {
        throw new WorkerFailure("timed-out", "There was no answer.", "Look.");
      }
      return completed(id, measure, (id === "slow" ? 1200 : 1000) * Math.exp(0.001 * gauss()));
    });
    const { pairs } = await compare(
      comparison([["base", "alien", "slow", "same"]], { measures: ["time"], budgetMilliseconds: 8000 }),
      services,
    );
    assert.deepEqual(
      pairs.map(({ time }) => time.verdict),
      ["not-measured", "slower", "no-difference"],
    );
    assert.match(pairs[0]!.time.reason, /fail together in one process/);
    assert.match(pairs[0]!.warnings.join(), /Measured apart from the others/);
    assert.deepEqual([pairs[1]!.warnings, pairs[2]!.warnings], [[], []]);
  });

  it("loads each first as often as second, also where some have processes of their own", async () => {
    // What is loaded second takes 1.5 % longer; without both orders that would be a verdict.
    const gauss = seededGauss(11);
    const services = mockServices((id, { request: { measure, targets, processIndex } }) => {
      if (targets.length > 1 && targets.some((one) => one.id === "alien")) {
        throw new WorkerFailure("timed-out", "There was no answer.", "Look.");
      }
      const isSecond = targets.length > 1 && (processIndex % 2 === 0) === (id === "same");
      return completed(id, measure, (isSecond ? 1015 : 1000) * Math.exp(0.0003 * gauss()));
    });
    const { pairs } = await compare(
      comparison([["base", "alien", "same"]], { measures: ["time"], budgetMilliseconds: 8000 }),
      services,
    );
    assert.equal(pairs[1]!.time.verdict, "no-difference");
    const together = services.jobs.filter(
      ({ request }) => request.targets.map(({ id }) => id).join() === "base,same",
    );
    const orders = together.slice(1).map(({ request }) => request.processIndex % 2);
    assert.ok(orders.length >= 3);
    assert.ok(orders.every((order, index) => index === 0 || order !== orders[index - 1]));
  });

  it("keeps a verdict once it is clear, whatever further processes say", async () => {
    let process = 0;
    // "clear" differs in the first processes only; "open" is too noisy to be decided, so that all go on.
    const gauss = seededGauss(7);
    const services = mockServices((id, { request: { measure, processIndex } }) => {
      process = processIndex;
      const clear = process < 6 ? 1.2 : 1;
      const of = { base: 1, clear, open: Math.exp(0.2 * gauss()) }[id]!;
      return completed(id, measure, 1000 * of * Math.exp(0.0005 * gauss()));
    });
    const seen: string[] = [];
    const document = await runComparison(
      comparison([["base", "clear", "open"]], { measures: ["time"], budgetMilliseconds: 10_000 }),
      services,
      ({ pairs }) => seen.push(pairs[0]!.time.verdict),
      noAbort,
    );
    assert.ok(process > 20, String(process));
    const [clear, open] = document.pairs;
    assert.ok(clear!.time.verdict === "slower" && clear!.time.processes === 4);
    assert.ok(open!.time.verdict === "too-noisy" && open!.time.processes > 20);
    assert.deepEqual([...new Set(seen)], ["not-measured", "too-noisy", "slower"]);
  });

  it("says in words that nothing can be told, not by how many thousand per cent", async () => {
    const { pairs } = await compare(
      comparison([["base", "head"]], { measures: ["time"] }),
      machine({ base: 1000, head: 1000 }, 3),
    );
    assert.match(pairs[0]!.time.reason, /cannot be told, not even whether it takes twice as long/);
  });

  it("is not told to be nearly done where the first process took longer than the budget", async () => {
    const fractions: number[] = [];
    await runComparison(
      comparison([["base", "head"]], { budgetMilliseconds: 5_000 }),
      mockServices(undefined, 20_000),
      (_, { fraction, activity }) => {
        if (activity.endsWith("is done")) fractions.push(fraction);
      },
      noAbort,
    );
    assert.ok(fractions[0]! < 0.5, String(fractions[0]));
    assert.ok(fractions.at(-1)! > 0.85, String(fractions.at(-1)));
  });

  it("keeps what was measured when it is cancelled", async () => {
    const abort = new AbortController();
    const services = machine({ a: 1000, b: 1300, c: 1000, d: 1000 }, 0.001);
    const request = comparison(
      [
        ["a", "b"],
        ["c", "d"],
      ],
      { measures: ["time"] },
    );
    const document = await runComparison(
      request,
      services,
      (_, { fraction }) => {
        if (fraction >= 0.5) abort.abort();
      },
      abort.signal,
    );
    assert.deepEqual(
      document.pairs.map(({ time }) => time.verdict),
      ["slower", "not-measured"],
    );
    assert.deepEqual(
      document.results.map(({ state }) => state),
      ["completed", "completed", "cancelled", "cancelled"],
    );
  });

  it("needs two targets of different ids", async () => {
    await assert.rejects(compare(comparison([["a"]]), mockServices()), TypeError);
    await assert.rejects(compare(comparison([["a", "a"]]), mockServices()), TypeError);
  });
});
