import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseBenchmarkDocument } from "../bench-worker/document.ts";
import { NOT_INSTALLED } from "../bench-worker/fake-words.ts";
import { completed, mockServices } from "../bench-worker/host/fixtures/mock-services.ts";
import { benchCommand } from "./bench.ts";
import type { RawBenchOptions } from "./bench-options.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { jsonSchemas } from "./schemas.ts";
import { UsageError, type Terminal } from "./terminal.ts";

const two = `async function upload() {
  await io();
}

async function download() {
  await io();
}
`;

describe("async-cost bench", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-bench-"));
    await writeFile(path.join(folder, "a.js"), two);
    await mkdir(path.join(folder, "lib"));
    await writeFile(path.join(folder, "lib", "b.js"), two);
    await writeFile(path.join(folder, "lib", "config.js"), "module.exports = { port: 80 };\n");
    await writeFile(path.join(folder, "lib", "torn.js"), "function ( {\n");
    await writeFile(path.join(folder, "binary.js"), Buffer.from([1, 0, 2]));
  });
  after(() => rm(folder, { recursive: true }));

  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["benchmark.schema.json"]!);

  async function bench(
    targets: string[],
    options: RawBenchOptions = {},
    services = mockServices(),
    change: Partial<Terminal> = {},
  ) {
    const terminal = fakeTerminal(folder, change);
    const code = await benchCommand(targets, options, terminal, "/dist/worker.cjs", services);
    return { code, out: terminal.out(), error: terminal.error(), services };
  }

  it("prints one document that follows the published schema, and nothing else", async () => {
    const { code, out, error } = await bench(["a.js#upload"], { json: true });
    assert.equal(code, 0);
    assert.equal(error, "");
    const data: unknown = JSON.parse(out);
    assert.ok(validate(data), JSON.stringify(validate.errors));
    const document = parseBenchmarkDocument(data);
    assert.deepEqual(document.results[0]?.target, {
      file: "a.js",
      name: "upload",
      line: 1,
      column: 1,
      pattern: "async-await",
      tokens: 12,
      textHash: document.results[0]?.target.textHash,
    });
  });

  it("takes the fakes file beside the source, or the one that is named, and says so", async () => {
    await writeFile(path.join(folder, "with.js"), two);
    await writeFile(path.join(folder, "with.async-cost.js"), "module.exports = {};");
    await writeFile(path.join(folder, "named.js"), "module.exports = 1;");
    const services = mockServices((id, { request }) => ({
      ...completed(id, request.measure),
      fakesFileLine: request.targets.find((target) => target.id === id)?.scenario && 3,
    }));
    const { out } = await bench(["with.js#upload", "a.js#upload"], {}, services);
    assert.deepEqual(
      services.jobs[0]!.request.targets.map(({ scenario }) => scenario?.fakesFile?.text),
      ["module.exports = {};", undefined],
    );
    assert.match(out, /with\.js:1 upload: with with\.async-cost\.js, line 3\n/);
    assert.doesNotMatch(out, /a\.js:1 upload: with /);
    const { services: others } = await bench(["with.js#upload"], { fakes: "named.js" });
    assert.equal(
      others.jobs[0]!.request.targets[0]!.scenario?.fakesFile?.file,
      path.join(folder, "named.js"),
    );
    await assert.rejects(bench(["a.js"], { fakes: "gone.js" }), /--fakes gone\.js: there is no such file/);
  });

  it("gives the worker what the options say", async () => {
    const { services } = await bench(["a.js:2"], {
      n: "10,20",
      dt: "0.1",
      clock: "real",
      seed: "9",
      only: "time",
    });
    const [first] = services.jobs;
    assert.deepEqual(first?.request.options, {
      concurrency: [10, 20],
      latency: { model: "load-dependent", millisecondsPerCallInFlight: 0.1 },
      clock: "real",
      measures: ["time"],
      budgetMilliseconds: 5000,
      seed: 9,
    });
    assert.equal(first.workerFile, "/dist/worker.cjs");
    assert.equal(first.request.workspaceFolder, folder);
  });

  it("adds the raw samples of every process where they are asked for", async () => {
    const without = await bench(["a.js#upload"], { json: true });
    assert.equal(parseBenchmarkDocument(JSON.parse(without.out)).results[0]!.samples, undefined);
    const { out } = await bench(["a.js#upload"], { json: true, samples: true });
    const data: unknown = JSON.parse(out);
    assert.ok(validate(data), JSON.stringify(validate.errors));
    const { samples, time, memory } = parseBenchmarkDocument(data).results[0]!;
    assert.equal(samples!.time.length, time!.processes);
    assert.deepEqual(samples!.time[0]!.nanosecondsPerCall, [999, 1000, 1001]);
    assert.equal(samples!.memory.length, memory!.processes);
  });

  it("repeats a run from its document with the same targets, options and seed, and says what differs", async () => {
    await bench(["a.js#download"], { out: "run.json", n: "10,20", seed: "7", t: "3" });
    const same = await bench([], { from: "run.json", json: true });
    const repeated = parseBenchmarkDocument(JSON.parse(same.out));
    assert.deepEqual(repeated.repeats, { document: "run.json", differences: [] });
    assert.equal(repeated.results[0]!.target.name, "download");
    assert.deepEqual(repeated.options.concurrency, [10, 20]);
    assert.deepEqual(
      [repeated.options.seed, repeated.options.latency],
      [7, { model: "fixed", milliseconds: 3 }],
    );

    const stored = parseBenchmarkDocument(JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")));
    stored.results[0]!.target.textHash = "another";
    stored.results[0]!.fakesFile = { file: "a.async-cost.js", line: 2, textHash: "another" };
    stored.environment.version = "18.0.0";
    await writeFile(path.join(folder, "older.json"), JSON.stringify(stored));
    const { out, error } = await bench([], { from: "older.json", seed: "8", json: true });
    const { differences } = parseBenchmarkDocument(JSON.parse(out)).repeats!;
    assert.match(
      differences.join("\n"),
      /node 18\.0\.0.*\n.*seed was 7.*\n.*text of download in a\.js.*\na\.async-cost\.js gave fakes to download then/,
    );
    assert.match(error, /seed was 7/);
  });

  it("refuses to repeat what is no document, or beside other targets", async () => {
    await assert.rejects(bench([], { from: "a.js" }), /--from a\.js is not JSON; give/);
    await assert.rejects(bench([], { from: "none.json" }), /cannot be read: it is not there/);
    await assert.rejects(bench([]), /bench needs a target/);
    await bench(["a.js#download"], { out: "run.json" });
    await assert.rejects(bench(["a.js"], { from: "run.json" }), /leave out a\.js/);
  });

  it("measures every N-th function from the K-th on, and says which part that is", async () => {
    const shard = async (shard: string, options: RawBenchOptions = {}, targets = ["a.js", "lib/b.js"]) => {
      const { code, out, services } = await bench(targets, { shard, json: true, ...options });
      assert.equal(code, 0);
      return { out, services };
    };
    const parts = await Promise.all(
      ["1/3", "2/3", "3/3"].map(async (which) => {
        const data: unknown = JSON.parse((await shard(which)).out);
        assert.ok(validate(data), JSON.stringify(validate.errors));
        const { results, shard: part } = parseBenchmarkDocument(data);
        return [part, ...results.map(({ target }) => `${target.file}#${target.name}`)];
      }),
    );
    const of = { of: 3, allFunctions: 4 };
    assert.deepEqual(parts, [
      [{ numbers: [1], functions: 2, ...of }, "a.js#upload", "lib/b.js#download"],
      [{ numbers: [2], functions: 1, ...of }, "a.js#download"],
      [{ numbers: [3], functions: 1, ...of }, "lib/b.js#upload"],
    ]);
    assert.match((await shard("1/3", { json: false })).out, /^shard 1 of 3: 2 of 4 functions\n\nnode 20/);
  });

  it("measures nothing of a shard that has nothing, and that is no failure", async () => {
    const { code, out, services } = await bench(["a.js#upload"], { shard: "2/2", json: true });
    assert.deepEqual([code, services.jobs.length], [0, 0]);
    assert.ok(validate(JSON.parse(out)), JSON.stringify(validate.errors));
    assert.deepEqual(parseBenchmarkDocument(JSON.parse(out)).results, []);
    const text = await bench(["a.js#upload"], { shard: "2/2" });
    assert.equal(text.out, "shard 2 of 2: 0 of 1 functions\n");
  });

  it("repeats a shard of a run, and compares it with that part", async () => {
    await bench(["a.js"], { out: "whole.json" });
    const { out } = await bench([], { from: "whole.json", shard: "2/2", json: true });
    const { results, repeats } = parseBenchmarkDocument(JSON.parse(out));
    assert.deepEqual([results.map(({ target }) => target.name), repeats?.differences], [["download"], []]);
  });

  it("leaves out files without an asynchronous function where others have some, and says so", async () => {
    const { code, error, services } = await bench(["a.js#upload", "lib/config.js"], { json: true });
    assert.equal(code, 0);
    assert.match(error, /^lib\/config\.js has no asynchronous function: left out\.$/m);
    assert.equal(services.jobs[0]?.request.targets.length, 1);
  });

  it("measures the files that a glob matches, and exits with 1 where one of them cannot be read", async () => {
    const { code, error, services } = await bench(["lib/*.js"], { json: true });
    assert.match(error, /lib\/torn\.js has no asynchronous function that can be read .*: left out\.$/m);
    assert.deepEqual(
      services.jobs[0]?.request.targets.map(({ file }) => path.relative(folder, file)),
      [path.join("lib", "b.js"), path.join("lib", "b.js")],
    );
    assert.equal(code, 1);
  });

  it("measures a function that is named twice once, and says so", async () => {
    const { services, error } = await bench(["a.js#upload", "a.js#upload"]);
    assert.equal(services.jobs[0]!.request.targets.length, 1);
    assert.match(error, /a\.js#upload is named twice and measured once\./);
  });

  it("exits with 1 when a target could not be measured, and says why", async () => {
    const services = mockServices((id, job) =>
      id.startsWith("1")
        ? {
            id,
            state: "unsupported",
            reason: "It calls cluster.fork.",
            hint: "Fake it.",
            warnings: ["\u001b[2Jboo"],
            fakes: [],
          }
        : completed(id, job.request.measure),
    );
    const { code, out } = await bench(["a.js"], {}, services);
    assert.equal(code, 1);
    assert.match(out, /a\.js:5 download: unsupported: It calls cluster\.fork\. Fake it\./);
    assert.match(out, /download: \uFFFD\[2Jboo/);
    assert.match(out, /a\.js:5 download +async\/await +12 +– +–/);
  });

  it("prints a table with intervals, floors, levels and reasons for a person", async () => {
    const services = mockServices((id, job) =>
      completed(id, job.request.measure, 1000 + 10 * (job.request.processIndex % 2)),
    );
    const { code, out } = await bench(["a.js"], {}, services);
    assert.equal(code, 0);
    assert.match(
      out,
      /^node 20\.0\.0 on an abacus; virtual clock, latency fixed, 1 ms, seed 1.*\nreal I\/O kept away by fakes and, for files and processes, by the runtime\n\n/,
    );
    assert.match(
      out,
      /a\.js:1 upload +async\/await +12 +1(\.\d+)? µs \([\d.]+–[\d.]+\) +100 ns +512 B +– +5\/5 +5\/5/,
    );
    assert.match(out, /time for n calls +n = 100\na\.js:1 upload +7\.00 ms/);
    assert.match(
      out,
      /a\.js:1 upload, a\.js:5 download: stack traces: 5 of 5 where the I\/O layer is async itself: The one injected/,
    );
    assert.ok(!out.includes("\u001b"));
  });

  it("says first what the numbers are of, whichever function that is, and last what holds of many", async () => {
    const services = mockServices((id, { request: { measure, targets } }) => {
      const run = completed(id, measure);
      return {
        ...run,
        warnings: id === targets[1]?.id ? ["Only its failure was measured."] : [],
        ...(run.state !== "completed" || run.stack === undefined
          ? {}
          : { stack: { ...run.stack, sourceMaps: { level: 1, why: "It is compiled." } } }),
      };
    });
    const { out } = await bench(["a.js"], {}, services);
    const at = (text: string): number => out.indexOf(text);
    assert.ok(at("Only its failure was measured.") > 0, out);
    assert.ok(at("Only its failure was measured.") < at("stack traces: 5 of 5"));
    assert.match(out, /a\.js:1 upload, a\.js:5 download: source maps: 1\/5: It is compiled\.\n$/);
  });

  it("names packages that were made up as nobody has installed them", async () => {
    const missing = { kind: "sync", from: "inferred", why: NOT_INSTALLED } as const;
    const services = mockServices((id, job) => ({
      ...completed(id, job.request.measure),
      fakes: [
        { expression: "pg", ...missing },
        { expression: "zod", ...missing },
      ],
    }));
    const { out } = await bench(["a.js#upload"], {}, services);
    assert.match(
      out,
      /^The packages pg and zod are not installed and were made up: npm install gives numbers with them\.$/m,
    );
  });

  it("writes the document to a file as well", async () => {
    const { out } = await bench(["a.js#upload"], { out: "run.json" });
    assert.match(out, /^node 20/);
    parseBenchmarkDocument(JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")));
  });

  it("prints what was measured even where the file then cannot be written", async () => {
    const services = mockServices();
    const file = path.join(folder, "turned-into-a-folder.json");
    const run = services.runWorker.bind(services);
    const turning = Object.assign(services, {
      runWorker: async (...parameters: Parameters<typeof run>) => {
        await mkdir(file, { recursive: true });
        return run(...parameters);
      },
    });
    const { code, out, error } = await bench(["a.js#upload"], { json: true, out: file }, turning);
    assert.equal(code, 1);
    parseBenchmarkDocument(JSON.parse(out));
    assert.match(error, /^async-cost: --out .* could not be written: EISDIR.*\n$/);
  });

  it("draws a bar on a terminal, and leaves the line empty", async () => {
    const { out, error } = await bench(["a.js"], { json: true }, mockServices(), { barColumns: 80 });
    JSON.parse(out);
    assert.match(error, /─ +0 % +time: half-way/);
    assert.ok(error.endsWith("\r\u001b[K"));
  });

  it("keeps what was measured when it is interrupted, and exits with 1", async () => {
    const abort = new AbortController();
    const services = mockServices((id, job) => {
      if (job.request.measure === "memory") abort.abort();
      return completed(id, job.request.measure);
    });
    const { code, out } = await bench(["a.js#upload"], { json: true }, services, { signal: abort.signal });
    assert.equal(code, 1);
    const [result] = parseBenchmarkDocument(JSON.parse(out)).results;
    assert.equal(result?.state, "cancelled");
    assert.ok(result.time);
  });

  for (const [targets, options, message] of [
    [["none.js"], {}, /^none\.js does not exist$/],
    [["."], {}, /^\. is a folder; give a file, as in \.\/a\.js$/],
    [["binary.js"], {}, /^binary\.js is not text$/],
    [["lib/config.js"], {}, /^lib\/config\.js has no asynchronous function$/],
    [["lib/[ct]*.js"], {}, /^lib\/config\.js has no asynchronous function, and 1 other has none either$/],
    [["none/*.js"], {}, /^no JavaScript or TypeScript file matches none\/\*\.js$/],
    [["lib/*.js#upload"], {}, /a glob stands for all functions .* leave out #upload$/],
    [["a.js#uplod"], {}, /did you mean upload\?/],
    [["a.js", "a.js#nothing"], {}, /no asynchronous function named nothing/],
    [["a.js"], { n: "many" }, /--n takes/],
    [["a.js"], { shard: "0/4" }, /^--shard takes K\/N, .* such as 1\/4; not "0\/4"$/],
    [["a.js"], { shard: "5/4" }, /not "5\/4"$/],
    [["a.js"], { shard: "2" }, /not "2"$/],
    [["a.js"], { shard: "1/2", scenario: "s.json" }, /--scenario s\.json is of one; leave out --shard$/],
    [["a.js"], { out: "no/such/folder/x.json" }, /--out no\/such\/folder\/x\.json: its folder/],
    [["a.js"], { out: "." }, /is a folder; give a file/],
    [["a.js"], { store: "a.js" }, /^--store a\.js cannot be written to: EEXIST.*; give another folder$/],
  ] as [string[], RawBenchOptions, RegExp][]) {
    it(`refuses ${targets.join(" ")} ${JSON.stringify(options)} before anything is measured`, async () => {
      const services = mockServices();
      await assert.rejects(bench(targets, options, services), (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, message);
        return true;
      });
      assert.equal(services.jobs.length, 0);
    });
  }
});
