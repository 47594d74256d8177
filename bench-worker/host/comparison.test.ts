import assert from "node:assert/strict";
import { parseBenchmarkDocument } from "../document.ts";
import type { ComparisonDocument } from "./api.ts";
import { runComparison } from "./comparison.ts";
import { seededGauss } from "./fixtures/gauss.ts";
import { completed, mockServices } from "./fixtures/mock-services.ts";
import { compare, comparison, machine, noAbort } from "./fixtures/compared.ts";

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
      const targets = request.groups[0]!.targets.map(({ source }) => ({
        source: { ...source, scenario: { fakesFile } },
      }));
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
      const targets = request.groups[0]!.targets.map(({ source }) => ({
        source: { ...source, scenario: { fakesFile } },
      }));
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
        ? { id, state: "failed", reason: "It threw.", hint: "Look.", warnings: ["Of the head."], fakes: [] }
        : { ...completed(id, measure), warnings: ["Of the base, which is compared with nothing."] },
    );
    const { pairs, results } = await compare(comparison([["base", "head"]]), services);
    const [pair] = pairs;
    assert.deepEqual(pair!.warnings, ["Of the head."]);
    assert.deepEqual(
      [pair!.time, pair!.memory.verdict],
      [{ verdict: "not-measured", reason: "It threw." }, "not-measured"],
    );
    assert.equal(results[1]!.state, "failed");
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
