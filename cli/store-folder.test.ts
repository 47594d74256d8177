import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { readdirSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../bench-worker/document.ts";
import { completed, mockServices } from "../bench-worker/host/fixtures/mock-services.ts";
import type { WorkerJob } from "../bench-worker/host/worker-process.ts";
import { benchCommand } from "./bench.ts";
import type { RawBenchOptions } from "./bench-options.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { jsonSchemas } from "./schemas.ts";
import type { Terminal } from "./terminal.ts";

const two = ["upload", "download"].map((name) => `async function ${name}() {\n  await io();\n}\n\n`).join("");

describe("async-cost bench --store", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-store-"));
    await mkdir(path.join(folder, "lib"));
    await writeFile(path.join(folder, "a.js"), two);
    await writeFile(path.join(folder, "lib", "b.js"), two);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["benchmark.schema.json"]!);

  async function bench(
    targets: string[],
    options: RawBenchOptions,
    services = mockServices(),
    change: Partial<Terminal> = {},
  ) {
    const terminal = fakeTerminal(folder, change);
    const code = await benchCommand(targets, options, terminal, "/dist/worker.cjs", services);
    return { code, out: terminal.out(), error: terminal.error() };
  }

  const stored = async (name: string) => {
    const files = await readdir(path.join(folder, name));
    const texts = await Promise.all(
      files.sort().map((file) => readFile(path.join(folder, name, file), "utf8")),
    );
    return { files, documents: texts.map((text) => parseBenchmarkDocument(JSON.parse(text))) };
  };
  const namesIn = (documents: BenchmarkDocument[]) =>
    documents.map(({ results }) => results.map(({ target }) => target.name));

  it("writes a document for each function as soon as it is measured, and all the same the whole one", async () => {
    const before: string[][] = [];
    const services = mockServices((id, { request }) => {
      before.push(readdirSync(path.join(folder, "deep", "each")));
      return completed(id, request.measure);
    });
    const { code, out } = await bench(["a.js"], { store: "deep/each", json: true }, services);
    assert.equal(code, 0);
    const whole = parseBenchmarkDocument(JSON.parse(out));
    assert.deepEqual(namesIn([whole]), [["upload", "download"]]);
    assert.equal(whole.shard, undefined);
    const { files, documents } = await stored("deep/each");
    assert.ok(
      files.every((file) => /^a\.js-(down|up)load-[0-9a-f]{8}\.json$/.test(file)),
      files.join(),
    );
    assert.deepEqual(namesIn(documents), [["download"], ["upload"]]);
    assert.deepEqual(
      documents.map(({ results }) => results),
      [whole.results.slice(1), whole.results.slice(0, 1)],
    );
    assert.deepEqual(documents[0]!.shard, { numbers: [1], of: 1, functions: 1, allFunctions: 2 });
    assert.ok(
      documents.every((document) => validate(document)),
      JSON.stringify(validate.errors),
    );
    // One after the other: that of the first is there before anything is measured of the second.
    assert.ok(services.jobs.every(({ request }) => request.targets.length === 1));
    const first = services.jobs.filter(({ request }) => request.targets[0]!.id.startsWith("0:")).length;
    assert.deepEqual(
      before.map((files) => files.length),
      before.map((_, job) => (job < first ? 0 : 1)),
    );
  });

  it("keeps what is done when it is interrupted, and nothing of an earlier run beside it", async () => {
    await bench(["a.js"], { store: "interrupted" });
    const abort = new AbortController();
    const services = mockServices((id, job) => {
      if (id.startsWith("1:")) abort.abort();
      return completed(id, job.request.measure);
    });
    const { code, out } = await bench(["a.js", "lib/b.js"], { store: "interrupted", json: true }, services, {
      signal: abort.signal,
    });
    assert.equal(code, 1);
    assert.deepEqual(
      parseBenchmarkDocument(JSON.parse(out)).results.map(({ state }) => state),
      ["completed", "cancelled", "cancelled", "cancelled"],
    );
    assert.deepEqual(namesIn((await stored("interrupted")).documents), [["upload"]]);
  });

  it("numbers functions of one name as they follow one another, on one line as well", async () => {
    await writeFile(path.join(folder, "twins.js"), `${two}${two.replaceAll("download", "upload")}`);
    const handlers = ["a", "b"].map((name) => `async () => await io("${name}")`).join(", ");
    await writeFile(path.join(folder, "h.js"), `exports.handlers = [${handlers}];\n`);
    await bench(["twins.js", "a.js#upload", "h.js"], { store: "twins", only: "stack" });
    const { files, documents } = await stored("twins");
    assert.deepEqual(
      files.map((file) => file.replace(/-[0-9a-f]{8}/, "")),
      [
        "a.js-upload.json",
        ...["h.js--anonymous--2.json", "h.js--anonymous-.json"],
        ...["twins.js-download.json", "twins.js-upload-2.json", "twins.js-upload-3.json"],
        "twins.js-upload.json",
      ],
    );
    assert.deepEqual(
      documents.map(({ results }) => results[0]!.target).map(({ line, column }) => [line, column]),
      [
        [1, 1],
        [1, 48],
        [1, 21],
        [5, 1],
        [9, 1],
        [13, 1],
        [1, 1],
      ],
    );
  });

  it("takes away what is left of functions that have moved, or are fewer now, and nothing of another shard", async () => {
    const lines = async () =>
      (await stored("moved")).documents.map(({ results }) => results[0]!.target.line).sort();
    const handlers = (count: number): string =>
      `exports.handlers = [\n${"  async () => await io(),\n".repeat(count)}];\n`;
    const file = path.join(folder, "h.js");
    await writeFile(file, handlers(4));
    await bench(["h.js"], { store: "moved", only: "stack" });
    assert.deepEqual(await lines(), [2, 3, 4, 5]);
    await writeFile(file, `\n${handlers(2)}`);
    await bench(["h.js"], { store: "moved", only: "stack", shard: "1/2" });
    assert.deepEqual(await lines(), [3, 3]);
    await bench(["h.js"], { store: "moved", only: "stack", shard: "2/2" });
    assert.deepEqual(await lines(), [3, 4]);
  });

  it("has one document of a function for all runtimes, and the whole one runtime by runtime", async () => {
    const runtimes = ["20.0.0", "22.0.0"].map((version) => ({
      ...{ name: "node", path: `/node-${version}`, foundBy: "the test", version, environment: {} },
    }));
    const mock = mockServices();
    const services = {
      ...mock,
      runWorker: (job: WorkerJob, signal: AbortSignal) =>
        mock.runWorker(
          {
            ...job,
            onReady: (ready) => job.onReady({ ...ready, version: job.runtime.version! }),
          },
          signal,
        ),
    };
    const terminal = fakeTerminal(folder);
    const options = { store: "runtimes", json: true };
    await benchCommand(["a.js"], options, terminal, "/worker.cjs", services, () => Promise.resolve(runtimes));
    const run = (document: BenchmarkDocument) =>
      document.results.map(({ target, environment }) => `${target.name} ${environment!.version}`);
    assert.deepEqual(run(parseBenchmarkDocument(JSON.parse(terminal.out()))), [
      "upload 20.0.0",
      "download 20.0.0",
      "upload 22.0.0",
      "download 22.0.0",
    ]);
    assert.deepEqual((await stored("runtimes")).documents.map(run), [
      ["download 20.0.0", "download 22.0.0"],
      ["upload 20.0.0", "upload 22.0.0"],
    ]);
  });

  it("says so and exits with 1 where a document cannot be written", async () => {
    const services = mockServices((id, { request }) => {
      rmSync(path.join(folder, "vanishing"), { recursive: true, force: true });
      return completed(id, request.measure);
    });
    const { code, out, error } = await bench(["a.js#upload"], { store: "vanishing", json: true }, services);
    assert.equal(code, 1);
    assert.equal(parseBenchmarkDocument(JSON.parse(out)).results[0]!.state, "completed");
    assert.match(error, /^async-cost: --store vanishing could not be written: ENOENT.*\n$/);
  });
});
