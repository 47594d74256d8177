import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../bench-worker/document.ts";
import { completed, mockServices, type Mock } from "../bench-worker/host/fixtures/mock-services.ts";
import {
  temporaryRepository,
  type TemporaryRepository,
} from "../bench-worker/host/revisions/fixtures/temporary-repository.ts";
import { WorkerFailure } from "../bench-worker/host/worker-failure.ts";
import { benchCommand } from "./bench.ts";
import type { RawBenchOptions } from "./bench-options.ts";
import { compare, machine, validateComparison } from "./fixtures/compare-run.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { mergeCommand, type MergeOptions } from "./merge.ts";
import { jsonSchemas } from "./schemas.ts";
import { UsageError } from "./terminal.ts";

const two = (first: string, second: string): string =>
  [first, second].map((name) => `async function ${name}() {\n  await io();\n}\n\n`).join("");

async function merge(folder: string, words: string[], options: MergeOptions = {}) {
  const terminal = fakeTerminal(folder);
  const code = await mergeCommand(words, options, terminal);
  return { code, out: terminal.out(), error: terminal.error() };
}

async function merged(folder: string, words: string[]): Promise<BenchmarkDocument> {
  return parseBenchmarkDocument(JSON.parse((await merge(folder, words, { json: true })).out));
}

const refuses = (folder: string, words: string[], options: MergeOptions, message: RegExp) =>
  assert.rejects(merge(folder, words, options), (error) => {
    assert.ok(error instanceof UsageError, String(error));
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });

/** Another machine, or another engine on it. */
function elsewhere(services: Mock, cpu: string, version = "20.0.0"): Mock {
  return {
    ...services,
    machine: () => ({ cpu, cores: 1, os: "none" }),
    runWorker: (job, signal) =>
      services.runWorker({ ...job, onReady: (ready) => job.onReady({ ...ready, version }) }, signal),
  };
}

/** Changes a document that lies in a file. */
async function changed(
  file: string,
  as: string,
  change: (document: BenchmarkDocument) => object,
): Promise<void> {
  const document = parseBenchmarkDocument(JSON.parse(await readFile(file, "utf8")));
  await writeFile(path.join(path.dirname(file), as), JSON.stringify({ ...document, ...change(document) }));
}

describe("async-cost merge of benchmarks", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-merge-"));
    await writeFile(path.join(folder, "a.js"), two("upload", "download"));
    await writeFile(path.join(folder, "b.js"), two("find", "remove"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["benchmark.schema.json"]!);

  async function bench(options: RawBenchOptions, services = mockServices(), targets = ["a.js", "b.js"]) {
    const terminal = fakeTerminal(folder);
    await benchCommand(targets, { budget: "1s", ...options }, terminal, "/dist/worker.cjs", services);
    return terminal.out();
  }

  const namesOf = ({ results }: BenchmarkDocument) => results.map(({ target }) => target.name);

  it("has all shards in the order of a run that was not shared out, without a word of shards", async () => {
    for (const number of [1, 2, 3]) await bench({ shard: `${number}/3`, out: `${number}.json` });
    const whole = parseBenchmarkDocument(JSON.parse(await bench({ json: true })));
    const { code, out, error } = await merge(folder, ["3.json", "1.json", "2.json"], {
      json: true,
      out: "all.json",
    });
    assert.deepEqual([code, error], [0, ""]);
    const data: unknown = JSON.parse(out);
    assert.ok(validate(data), JSON.stringify(validate.errors));
    const document = parseBenchmarkDocument(data);
    assert.deepEqual(namesOf(document), namesOf(whole));
    assert.deepEqual(
      [document.environment, document.options, document.shard],
      [whole.environment, whole.options, undefined],
    );
    assert.deepEqual(JSON.parse(await readFile(path.join(folder, "all.json"), "utf8")), data);
    const table = await merge(folder, ["1.json", "2.json", "3.json"]);
    assert.match(
      table.out,
      /^node 20\.0\.0 on an abacus; .*\n.*\n\nfunction [^]*a\.js:1 upload .*\na\.js:5 download /,
    );
  });

  it("says which shards are missing, exits with 1, and can be merged with these later", async () => {
    for (const number of [1, 2, 3, 4]) await bench({ shard: `${number}/4`, out: `${number}.json` });
    const { code, out, error } = await merge(folder, ["1.json", "2.json", "4.json"], { out: "some.json" });
    assert.deepEqual([code, error], [1, "async-cost: shard 3 of 4 is missing\n"]);
    assert.match(out, /^shards 1, 2 and 4 of 4: 3 of 4 functions\n\nnode 20/);
    const { shard } = await merged(folder, ["some.json"]);
    assert.deepEqual(shard, { numbers: [1, 2, 4], of: 4, functions: 3, allFunctions: 4 });
    const later = await merge(folder, ["some.json", "3.json"], { json: true });
    assert.deepEqual([later.code, later.error], [0, ""]);
    assert.equal(parseBenchmarkDocument(JSON.parse(later.out)).results.length, 4);
  });

  it("takes shards with nothing in them", async () => {
    for (const number of [1, 2])
      await bench({ shard: `${number}/2`, out: `${number}.json` }, undefined, ["a.js#upload"]);
    for (const words of [
      ["1.json", "2.json"],
      ["2.json", "1.json"],
    ]) {
      const document = await merged(folder, words);
      assert.deepEqual([namesOf(document), document.environment.version], [["upload"], "20.0.0"]);
      assert.equal(document.results[0]!.environment, undefined);
    }
    const { code, out, error } = await merge(folder, ["2.json"]);
    assert.deepEqual(
      [code, out, error],
      [1, "shard 2 of 2: 0 of 1 functions\n", "async-cost: shard 1 of 2 is missing\n"],
    );
  });

  it("reads the folder of --store, tells what an interrupted run did not come to, and counts nothing twice", async () => {
    await bench({ store: "results" });
    assert.deepEqual(namesOf(await merged(folder, ["results"])), ["upload", "download", "find", "remove"]);
    const abort = new AbortController();
    const services = mockServices((id, job) => {
      if (id.startsWith("3:")) abort.abort();
      return completed(id, job.request.measure);
    });
    const terminal = fakeTerminal(folder, { signal: abort.signal });
    await benchCommand(["a.js", "b.js"], { store: "part" }, terminal, "/dist/worker.cjs", services);
    const { code, out, error } = await merge(folder, ["part"]);
    assert.deepEqual([code, error], [1, "async-cost: 1 of the 4 functions is missing\n"]);
    assert.match(out, /^3 of 4 functions\n/);
    await bench({ store: "half", shard: "1/2", out: "half.json" });
    const both = await merged(folder, ["half", "half.json"]);
    assert.deepEqual([namesOf(both), both.shard?.functions], [["upload", "find"], 2]);
  });

  it("takes what --store kept beside the document of its own run, in whichever order", async () => {
    const mock = mockServices();
    const runWorker: Mock["runWorker"] = async (job, signal) => {
      if (job.request.targets.every(({ id }) => !id.startsWith("1:"))) return mock.runWorker(job, signal);
      throw new WorkerFailure("not-compiled", "It cannot be compiled.", "Mend it.");
    };
    await bench({ store: "kept", out: "own.json" }, { ...mock, runWorker });
    for (const words of [
      ["own.json", "kept"],
      ["kept", "own.json"],
    ]) {
      const { code, out, error } = await merge(folder, words, { json: true });
      assert.deepEqual([code, error], [1, ""]);
      assert.deepEqual(JSON.parse(out), JSON.parse(await readFile(path.join(folder, "own.json"), "utf8")));
    }
  });

  it("tells functions that stand on one line and have no name", async () => {
    const handlers = ["a", "b", "c"].map((name) => `async () => await io("${name}")`).join(", ");
    await writeFile(path.join(folder, "h.js"), `exports.handlers = [${handlers}];\n`);
    for (const number of [1, 2])
      await bench({ shard: `${number}/2`, out: `${number}.json` }, undefined, ["h.js"]);
    const { code, out, error } = await merge(folder, ["2.json", "1.json"], { json: true });
    assert.deepEqual([code, error], [0, ""]);
    assert.deepEqual(
      parseBenchmarkDocument(JSON.parse(out)).results.map(({ target: { column } }) => column),
      [21, 48, 75],
    );
  });

  it("keeps what each result was measured on, and puts nothing of two machines into one table", async () => {
    await bench({ shard: "1/2", out: "1.json" });
    await bench({ shard: "2/2", out: "2.json" }, elsewhere(mockServices(), "a slide rule"));
    const document = await merged(folder, ["1.json", "2.json"]);
    assert.deepEqual(
      document.results.map(({ target, environment }) => [target.name, environment?.cpu]),
      [
        ["upload", "an abacus"],
        ["download", "a slide rule"],
        ["find", "an abacus"],
        ["remove", "a slide rule"],
      ],
    );
    const { out } = await merge(folder, ["1.json", "2.json"]);
    await bench({ shard: "1/3", out: "first.json" });
    await bench({ shard: "2/3", out: "second.json" }, elsewhere(mockServices(), "a slide rule"));
    await merge(folder, ["first.json", "second.json"], { out: "some.json" });
    assert.equal((await merged(folder, ["some.json", "first.json"])).results.length, 3);
    const [, first = "", second = ""] = out.split(/^node 20\.0\.0 on /m);
    assert.match(first, /^an abacus; [^]*upload [^]*find /);
    assert.match(second, /^a slide rule; [^]*download [^]*remove /);
    assert.doesNotMatch(first, /download|remove/);
    assert.doesNotMatch(second, /upload|find/);
  });

  it("gives a document of several machines that a run repeats, and a comparison takes as its base", async () => {
    await bench({ shard: "1/2", out: "1.json" });
    await bench({ shard: "2/2", out: "2.json" }, elsewhere(mockServices(), "a slide rule"));
    await merge(folder, ["1.json", "2.json"], { out: "base.json" });
    const again = parseBenchmarkDocument(
      JSON.parse(await bench({ from: "base.json", json: true, budget: "1s" }, undefined, [])),
    );
    assert.deepEqual(again.repeats?.differences, [
      "It was measured on another machine: a slide rule, 1 cores, none.",
    ]);
    await writeFile(path.join(folder, "a.js"), two("upload", "download").replaceAll("io()", "io(1)"));
    const { out } = await compare(folder, ["base.json"], { json: true }, machine());
    assert.deepEqual(
      parseBenchmarkDocument(JSON.parse(out)).pairs!.map(({ name, warnings }) => [
        name,
        /measured on another machine \(a slide rule/.test(warnings[0]!),
      ]),
      [
        ["upload", false],
        ["download", true],
      ],
    );
  });

  it("has results of several engines engine by engine, as a run on these has them", async () => {
    await bench({ out: "22.json" }, elsewhere(mockServices(), "an abacus", "22.0.0"), ["a.js"]);
    await bench({ out: "20.json" }, undefined, ["a.js"]);
    const { out } = await merge(folder, ["20.json", "22.json"]);
    assert.match(out, /^node 20\.0\.0, node 22\.0\.0 on an abacus;/);
    assert.match(
      out,
      /upload on node 20.*\n.*download on node 20.*\n.*upload on node 22.*\n.*download on node 22/,
    );
  });

  it("exits with 1 where a target could not be measured", async () => {
    const services = mockServices((id) => ({
      ...{
        id,
        state: "unsupported",
        reason: "It calls cluster.fork.",
        hint: "Fake it.",
        warnings: [],
        fakes: [],
      },
    }));
    await bench({ out: "failed.json" }, services, ["a.js#upload"]);
    const { code, out } = await merge(folder, ["failed.json"]);
    assert.equal(code, 1);
    assert.match(out, /^unsupported: It calls cluster\.fork\./m);
  });

  describe("refuses", () => {
    beforeEach(async () => {
      for (const number of [1, 2]) await bench({ shard: `${number}/2`, out: `${number}.json` });
      const file = path.join(folder, "2.json");
      await changed(file, "seed.json", ({ options }) => ({
        options: { ...options, seed: 7, clock: "real" },
      }));
      await changed(file, "again.json", ({ results }) => ({
        results: results.map((result) => ({ ...result, warnings: ["another"] })),
      }));
      await changed(file, "more.json", ({ shard }) => ({ shard: { ...shard!, allFunctions: 5 } }));
      await changed(file, "older.json", ({ results }) => ({
        results: results.map((result) => ({ ...result, target: { ...result.target, name: "former" } })),
      }));
      await changed(file, "pairs.json", () => ({ pairs: [] }));
      await bench({ out: "whole.json" });
      await bench({ out: "first.json" }, undefined, ["a.js#upload"]);
      await bench({ store: "kept" });
      const later = mockServices((id, { request }) => ({
        ...completed(id, request.measure),
        warnings: ["another"],
      }));
      await bench({ store: "later" }, later);
      await mkdir(path.join(folder, "empty"));
    });

    for (const [words, options, message] of [
      [[], {}, /^merge wants the documents to put together, or the folder that they are in$/],
      [
        ["1.json", "seed.json"],
        {},
        /^1\.json and seed\.json were measured with different options \(clock, seed\); /,
      ],
      [
        ["1.json", "pairs.json"],
        {},
        /^1\.json is of bench, and pairs\.json is of compare; merge those of one command$/,
      ],
      [
        ["2.json", "again.json"],
        {},
        /^2\.json and again\.json both have download of a\.js, and not the same of it; /,
      ],
      [
        ["1.json", "more.json"],
        {},
        /^1\.json is of a run of 4 functions in 2 shards, and more\.json is of a run of 5 functions in 2 shards; /,
      ],
      [["1.json", "whole.json"], {}, /and whole\.json is of a whole run; merge those of one run$/],
      [
        ["whole.json", "later"],
        {},
        /^whole\.json and later.a\.js-\w+-\w+\.json both have \w+ of a\.js, and not the same of it; leave/,
      ],
      [
        ["kept", "first.json"],
        {},
        /^first\.json is of a whole run, and kept.a\.js-\S+ has download of a\.js of another; merge those of one/,
      ],
      [
        ["1.json", "2.json", "older.json"],
        {},
        /^there are 6 functions in these documents, and the run had 4 of them; /,
      ],
      [
        ["none.json"],
        {},
        /^none\.json cannot be read: it is not there; give documents that async-cost bench or compare/,
      ],
      [["a.js"], {}, /^a\.js is not JSON; give documents/],
      [["empty"], {}, /^empty has no document; give documents/],
      [
        ["1.json"],
        { failOn: "slower" },
        /^--fail-on judges pairs, and these documents are of bench; leave it out$/,
      ],
      [
        ["1.json"],
        { threshold: "nonsense" },
        /^--threshold judges pairs, and these documents are of bench; leave it out$/,
      ],
      [["1.json"], { format: "markdown" }, /^documents of bench are printed as a table or as JSON; /],
      [["1.json"], { out: "no/such/x.json" }, /^--out no\/such\/x\.json: its folder/],
    ] as [string[], MergeOptions, RegExp][]) {
      it(`${words.join(" ") || "nothing"} ${JSON.stringify(options)}`, () =>
        refuses(folder, words, options, message));
    }
  });
});

describe("async-cost merge of comparisons", () => {
  let made: TemporaryRepository;
  const store = (values: string): string =>
    [..."abc"].map((name) => `exports.${name} = async (db) => db.get("${name}", ${values});\n`).join("");
  const isOf = (name: string, { text, functionStart }: { text: string; functionStart: number }): boolean =>
    text.slice(functionStart).split("\n")[0]!.includes(`"${name}"`);
  const slowB = (): Mock =>
    machine((source) => ({
      nanoseconds: source.folder === undefined && isOf("b", source) ? 2000 : 1000,
    }));
  beforeEach(() => {
    made = temporaryRepository();
    made.write("store.js", `${store("1")}exports.gone = async (db) => db.get("gone");\n`);
    made.write("store.test.js", store("1"));
    made.commit();
    made.write("store.js", store("1, 2"));
    made.write("fresh.js", "async function fresh(a) {\n  for (const b of a) await b(1);\n  return 2;\n}\n");
    made.write("store.test.js", store("1, 2"));
  });
  afterEach(() => made.remove());

  const shard = (number: number, services = slowB()) =>
    compare(made.folder, [], { base: "HEAD", shard: `${number}/2`, out: `${number}.json` }, services);

  it("is the comparison that was not shared out, with pairs beside their results", async () => {
    const whole = await compare(made.folder, [], { base: "HEAD", json: true }, slowB());
    for (const number of [1, 2]) await shard(number);
    const { code, out } = await merge(made.folder, ["2.json", "1.json"], { json: true });
    assert.equal(code, 0);
    const data: unknown = JSON.parse(out);
    assert.ok(validateComparison(data), JSON.stringify(validateComparison.errors));
    // How many processes there were is a matter of the clock.
    const told = ({ pairs = [], results, environment, options, ...rest }: BenchmarkDocument) => ({
      ...{ ...rest, environment, options },
      pairs: pairs.map(({ name, time, baseResult, headResult, base, head }) => {
        assert.deepEqual([base, head], [results[baseResult]!.target, results[headResult]!.target]);
        return [name, time.verdict, baseResult, headResult];
      }),
    });
    const document = told(parseBenchmarkDocument(data));
    assert.deepEqual(document, told(parseBenchmarkDocument(JSON.parse(whole.out))));
    assert.deepEqual(document.pairs, [
      ["a", "no-difference", 0, 1],
      ["b", "slower", 2, 3],
      ["c", "no-difference", 4, 5],
    ]);
    const { out: table } = await merge(made.folder, ["1.json", "2.json"]);
    assert.match(
      table,
      /^3 pairs compared with HEAD \(\w+\): 3 with the same I\/O calls, 1 slower, .* 1 added, 1 removed, 3 of tests left out/m,
    );
    const markdown = await merge(made.folder, ["1.json", "2.json"], { format: "markdown" });
    assert.match(markdown.out, /^### Async Cost\n\n\*\*3 pairs compared with HEAD/);
  });

  it("judges the merged pairs, and fails for a shard that is missing as well", async () => {
    for (const number of [1, 2]) await shard(number);
    const failed = await merge(made.folder, ["1.json", "2.json"], { failOn: "slower", threshold: "10%" });
    assert.equal(failed.code, 1);
    assert.match(failed.out, /^fails: store\.js:2 b: .*more than 10 % fails$/m);
    const passed = await merge(made.folder, ["1.json", "2.json"], { failOn: "slower", threshold: "200%" });
    assert.equal(passed.code, 0);
    const part = await merge(made.folder, ["1.json"], { failOn: "slower" });
    assert.deepEqual([part.code, part.error], [1, "async-cost: shard 2 of 2 is missing\n"]);
    assert.match(part.out, /^shard 1 of 2: 2 of 3 functions; 2 pairs compared with HEAD/m);
  });

  it("takes comparisons of targets that were named, each with its base", async () => {
    made.write("one.js", two("first", "second"));
    made.write("two.js", two("first", "second").replaceAll("io()", "io(2)"));
    made.write("three.js", two("first", "second").replaceAll("io()", "io(3)"));
    const words = (name: string): string[] => ["one", "two", "three"].map((file) => `${file}.js#${name}`);
    for (const name of ["second", "first"])
      await compare(made.folder, words(name), { out: `${name}.json` }, machine());
    const { pairs, results } = await merged(made.folder, ["second.json", "first.json"]);
    assert.deepEqual(
      pairs!.map(({ baseResult, headResult }) =>
        [baseResult, headResult].map((index) => {
          const { file, name } = results[index]!.target;
          return `${file}#${name}`;
        }),
      ),
      [
        ["one.js#first", "two.js#first"],
        ["one.js#first", "three.js#first"],
        ["one.js#second", "two.js#second"],
        ["one.js#second", "three.js#second"],
      ],
    );
    await compare(made.folder, words("first").slice(0, 2), { out: "again.json" }, machine());
    await refuses(
      made.folder,
      ["first.json", "again.json"],
      {},
      /both have first of two\.js, and not the same/,
    );
  });

  it("names the machines that pairs were measured on, and says that none was compared across", async () => {
    await shard(1);
    await shard(2, elsewhere(slowB(), "a slide rule"));
    const { out } = await merge(made.folder, ["1.json", "2.json"]);
    assert.match(
      out,
      /^node 20\.0\.0 on an abacus, 1 core, none; node 20\.0\.0 on a slide rule, 1 core, none: each pair on one of them · /,
    );
    const { results, pairs } = await merged(made.folder, ["1.json", "2.json"]);
    assert.deepEqual(
      pairs!.map(({ name, baseResult, headResult }) => [
        name,
        ...[baseResult, headResult].map((index) => results[index]!.environment?.cpu),
      ]),
      [
        ["a", "an abacus", "an abacus"],
        ["b", "a slide rule", "a slide rule"],
        ["c", "an abacus", "an abacus"],
      ],
    );
  });

  it("leaves a stored base where it was measured", async () => {
    const terminal = fakeTerminal(made.folder);
    const there = elsewhere(machine(), "a slide rule");
    await benchCommand(["store.js"], { out: "before.json" }, terminal, "/dist/worker.cjs", there);
    made.write("store.js", store("1, 2, 3"));
    for (const number of [1, 2]) {
      const options = { shard: `${number}/2`, out: `${number}.json` };
      await compare(made.folder, ["before.json"], options, machine());
    }
    const document = await merged(made.folder, ["1.json", "2.json"]);
    assert.equal(document.environment.cpu, "an abacus");
    assert.deepEqual(
      document.pairs!.map(({ baseResult, headResult }) =>
        [baseResult, headResult].map((index) => document.results[index]!.environment?.cpu),
      ),
      [1, 2, 3].map(() => ["a slide rule", undefined]),
    );
    const { out } = await merge(made.folder, ["1.json", "2.json"]);
    assert.match(out, /^node 20\.0\.0 on an abacus, 1 core, none · /);
  });

  it("refuses another engine, and another base", async () => {
    await shard(1);
    await shard(2, elsewhere(slowB(), "an abacus", "22.0.0"));
    await refuses(
      made.folder,
      ["1.json", "2.json"],
      {},
      /^1\.json was measured on node 20\.0\.0, and 2\.json on node 22\.0\.0; compare judges on one runtime$/,
    );
    await changed(path.join(made.folder, "1.json"), "other.json", () => ({
      comparedWith: { revision: "HEAD", commit: "abc" },
    }));
    await refuses(
      made.folder,
      ["1.json", "other.json"],
      {},
      /^1\.json compares with \w{40}, and other\.json compares with abc; /,
    );
    await refuses(made.folder, ["1.json"], { failOn: "speed" }, /^--fail-on takes slower, /);
  });
});
