import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { galleryTableSchema, type MeasuredTable, type TableName } from "../../../gallery-table.ts";
import { tableInMarkdown, tableInText } from "../../../gallery-table-text.ts";
import { completed, mockServices, type Mock } from "../../fixtures/mock-services.ts";
import { WorkerFailure } from "../../worker-failure.ts";
import { TableError } from "./choose.ts";
import { makeTable } from "./make-table.ts";

const galleryFolder = path.join(import.meta.dirname, "../../../../variants");

describe("a table of the gallery", () => {
  let libraries: string;
  before(async () => {
    libraries = await mkdtemp(path.join(os.tmpdir(), "async-cost-tables-"));
  });
  after(() => rm(libraries, { recursive: true }));

  function make(
    table: TableName,
    names: string[],
    services: Mock = mockServices((id, job) =>
      completed(id, job.request.measure, id === "callbacks" ? 1000 : 3000),
    ),
    signal = new AbortController().signal,
    version = "20.0.0",
  ) {
    const instruments = {
      galleryFolder,
      libraries,
      runtime: { name: "node", version, path: "/bin/node", foundBy: "the test", environment: {} },
      workerFile: "/dist/worker.cjs",
      services,
      budgetMilliseconds: 5000,
      now: () => new Date("2026-01-02T03:04:05Z"),
    };
    return makeTable(table, names, instruments, () => undefined, signal);
  }

  const measured = async (...parameters: Parameters<typeof make>): Promise<MeasuredTable> => {
    const table = v.parse(galleryTableSchema, await make(...parameters));
    assert.ok(table.table !== "complexity" && table.table !== "debuggability" && table.table !== "engines");
    return table;
  };

  it("measures all its rows in the same processes, in each setting, with the base before them", async () => {
    const services = mockServices((id, job) =>
      completed(id, job.request.measure, id === "callbacks" ? 1000 : 3000),
    );
    const { rows, settings, environment } = await measured(
      "performance",
      ["promises", "async-await"],
      services,
    );
    assert.deepEqual(
      rows.map(({ name, state }) => [name, state]),
      [
        ["callbacks", "measured"],
        ["async-await", "measured"],
        ["promises", "measured"],
      ],
    );
    for (const { request } of services.jobs) {
      assert.deepEqual(new Set(request.targets.map(({ id }) => id)), new Set(rows.map(({ name }) => name)));
    }
    const latencies = new Set(services.jobs.map(({ request }) => JSON.stringify(request.options.latency)));
    assert.equal(latencies.size, settings.length);
    assert.equal(environment.version, "20.0.0");
    const [first] = rows.find(({ name }) => name === "promises")!.measured;
    assert.equal(Math.round(first!.timeRatio!.median), 3);
    assert.equal(first!.timeVerdict, "slower");
    assert.equal(first!.series[0]!.peakBytes, 51_200);
  });

  it("says of a missing library how to get it, and measures the others", async () => {
    const { rows } = await measured("performance", ["kew", "promises"]);
    const kew = rows.find(({ name }) => name === "kew")!;
    assert.equal(kew.state, "missing");
    assert.match(kew.reason!, /kew@0\.7\.0 is not installed/);
    assert.equal(kew.hint, "Install it: async-cost variants install kew");
    assert.equal(rows.find(({ name }) => name === "promises")!.state, "measured");
  });

  it("holds only what works on its engine, and says of the others where they do", async () => {
    const services = mockServices((id, job) => completed(id, job.request.measure));
    const names = ["fibers", "async-await", "promises"];
    const { rows } = await measured("performance", names, services, undefined, "4.9.1");
    assert.deepEqual(
      rows.map(({ name, state }) => [name, state]),
      [
        ["callbacks", "measured"],
        ["async-await", "elsewhere"],
        ["promises", "measured"],
        ["fibers", "elsewhere"],
      ],
    );
    const [, awaits, , fibers] = rows;
    assert.equal(awaits!.reason, "Native async/await runs on Node 7.6 or newer, not on Node 4.9.1.");
    assert.match(fibers!.hint!, /async-cost runtimes install node@14, then --runtime node@14/);
    for (const { request } of services.jobs) {
      assert.ok(request.targets.every(({ id }) => id === "callbacks" || id === "promises"));
    }
  });

  it("counts a file that is compiled in several ways once, unless a name asks for more", async () => {
    const namesOf = async (names: string[]): Promise<string[]> => {
      const table = await make("complexity", names);
      return table.table === "complexity" ? table.rows.map(({ name }) => name) : [];
    };
    const all = await namesOf([]);
    assert.ok(
      all.includes("streamline-callbacks") && all.includes("async-await") && all.includes("stratifiedjs"),
    );
    assert.ok(!all.includes("streamline-fibers") && !all.includes("babel-async"));
    assert.deepEqual(await namesOf(["streamline-fibers"]), ["streamline-fibers"]);
  });

  it("keeps what was measured before a cancel", async () => {
    const stop = new AbortController();
    const services = mockServices((id, job) => {
      if (services.jobs.length > 6) stop.abort();
      return completed(id, job.request.measure);
    });
    const { rows } = await measured("performance", ["promises"], services, stop.signal);
    assert.ok(rows.every(({ state, measured: settings }) => state === "measured" && settings.length > 0));
    assert.ok(rows[0]!.measured.length < 3);
  });

  it("says of a row that fails why, beside those that do not", async () => {
    const services = mockServices((id, job) => {
      if (id === "promises") throw new WorkerFailure("crashed", "It ended.", "Look at it.");
      return completed(id, job.request.measure);
    });
    const { rows } = await measured("closures", ["promises", "async-await"], services);
    const failed = rows.find(({ name }) => name === "promises")!;
    assert.deepEqual([failed.state, failed.reason, failed.hint], ["failed", "It ended.", "Look at it."]);
    assert.equal(rows.find(({ name }) => name === "async-await")!.state, "measured");
  });

  it("puts the article's numbers beside ours and says what has changed next to the base", async () => {
    const services = mockServices((id, job) => {
      const run = completed(id, job.request.measure);
      const milliseconds = id === "callbacks" ? [100, 100] : [150, 150];
      if (run.state === "completed" && run.time !== undefined) {
        run.time.series = [{ n: 50_000, milliseconds, firstResolvedMilliseconds: [1] }];
      }
      return run;
    });
    const { rows } = await measured("closures", ["flattened-callbacks"], services);
    const row = rows.find(({ name }) => name === "flattened-callbacks")!;
    assert.deepEqual(row.seed, [
      { setting: "50000-calls", n: 50_000, milliseconds: 1453, megabytes: 110.19 },
    ]);
    assert.equal(row.changed, "Next to Raw callbacks: 1.5 times the time, then 0.83 times.");
  });

  it("says of no change that an interval leaves open", async () => {
    let processes = 0;
    const services = mockServices((id, job) => {
      const run = completed(id, job.request.measure);
      if (run.state === "completed" && run.time !== undefined) {
        const off = id === "callbacks" ? 1 : [0.4, 1, 2.5][processes++ % 3]!;
        run.time.series = [{ n: 50_000, milliseconds: [100 * off], firstResolvedMilliseconds: [1] }];
      }
      return run;
    });
    const { rows } = await measured("closures", ["flattened-callbacks"], services);
    assert.equal(rows.find(({ name }) => name === "flattened-callbacks")!.changed, undefined);
  });

  it("asks for the library of its base, without which it says nothing", async () => {
    await assert.rejects(make("promises", ["chain-native"]), (error) => {
      assert.ok(error instanceof TableError);
      assert.match(error.message, /async-cost variants install chain-async-0-2/);
      return true;
    });
  });

  it("tells levels with the cost of the option beside the article's", async () => {
    const table = v.parse(galleryTableSchema, await make("debuggability", ["callbacks", "genny", "rxjs"]));
    assert.ok(table.table === "debuggability");
    const row = table.rows.find(({ name }) => name === "callbacks")!;
    assert.equal(row.state, "measured");
    assert.deepEqual(row.seed, { sourceMaps: 5, stackTraces: 4, total: 9 });
    assert.equal(row.total, row.sourceMaps! + row.stackTraces!);
    assert.equal(table.rows.find(({ name }) => name === "rxjs")!.state, "missing");
  });

  it("counts tokens beside the article's, fewest first", async () => {
    const table = v.parse(galleryTableSchema, await make("complexity", ["callbacks", "async-await"]));
    assert.ok(table.table === "complexity");
    assert.deepEqual(
      table.rows.map(({ name }) => name),
      ["async-await", "callbacks"],
    );
    assert.equal(table.rows[1]!.ratio, 1);
    assert.equal(table.rows[1]!.seed?.tokens, 421);
    assert.ok(table.rows[0]!.ratio < 1);
  });

  it("names what it has for a name that it does not have, and why another does not run", async () => {
    await assert.rejects(make("closures", ["rx"]), /this table has no "rx"; it has callbacks/);
    await assert.rejects(make("performance", ["galaxy-stack"]), /galaxy-stack does not run here: .*native/);
  });

  it("reads as text and as Markdown, with no column in which nothing stands", async () => {
    const table = await measured("performance", ["promises"]);
    const { grids } = tableInText(table);
    assert.ok(grids.length > 0);
    for (const { columns, rows } of grids) {
      for (const row of rows) assert.equal(row.length, columns.length);
    }
    const { columns, rows } = grids[0]!;
    assert.ok(columns.every((_, index) => index === 0 || rows.some((row) => row[index] !== "–")));
    const markdown = tableInMarkdown(table);
    assert.match(markdown, /^## Performance: time and memory\n\n_node 20\.0\.0 on an abacus/);
    assert.match(markdown, /\| promises \|/);
  });
});
