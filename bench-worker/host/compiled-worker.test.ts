import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { REHEARSAL } from "../worker/rehearsal.ts";
import { FLAGS } from "./budget.ts";
import { CompiledWorker } from "./compiled-worker.ts";
import { runInWorker, type WorkerJob } from "./worker-process.ts";

describe("what an engine has compiled of the worker", function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "async-cost-compiled-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const text = "module.exports = async function target(db) { await db.get(1); };";
  const jobOf = (measure: "time" | "stack", change: Partial<WorkerJob> = {}): WorkerJob => ({
    runtime: { name: "node", path: process.execPath, foundBy: "the test", environment: {} },
    workerFile: bundledWorker(),
    flags: FLAGS[measure],
    request: {
      measure,
      targets: [
        {
          id: "a",
          file: path.join(folder, "a.js"),
          text,
          language: "js",
          functionStart: text.indexOf("async"),
        },
      ],
      options: { ...DEFAULT_OPTIONS, concurrency: [10] },
      processBudgetMilliseconds: 30,
      processIndex: 0,
      withConstants: true,
      workspaceFolder: null,
    },
    timeLimitMilliseconds: 60_000,
    onReady: () => undefined,
    onProgress: () => undefined,
    ...change,
  });
  const stateOf = async (job: WorkerJob): Promise<string | undefined> =>
    (await runInWorker(job, new AbortController().signal)).targets[0]?.state;
  const made = (compiled: CompiledWorker): Promise<void> =>
    new Promise((resolve) => {
      compiled.make(resolve);
    });

  /** Whether an engine with these flags takes it, by a process that compiles the same text the same way. */
  const isTaken = (file: string, flags: readonly string[]): boolean => {
    const main = path.join(folder, "main.cjs");
    writeFileSync(
      main,
      `const { readFileSync } = require("node:fs");
      const { Script } = require("node:vm");
      const text = readFileSync(process.argv[2], "utf8");
      const head = "(function (exports, require, module, __filename, __dirname) {";
      const script = new Script(head + text + "\\n})", { cachedData: readFileSync(process.argv[3]) });
      console.log(script.cachedDataRejected);`,
    );
    const code = path.join(path.dirname(bundledWorker()), "worker-code.cjs");
    const { stdout } = spawnSync(process.execPath, [...flags, main, code, file], { encoding: "utf8" });
    return stdout.trim() === "false";
  };

  it("is there for the next process with the same flags once it was made, and taken by the engine", async () => {
    const compiled = new CompiledWorker(() => folder);
    assert.equal(compiled.for(jobOf("time")).compiledFile, undefined);
    assert.deepEqual(readdirSync(folder), []);
    await made(compiled);
    const job = compiled.for(jobOf("time"));
    assert.ok(job.compiledFile !== undefined && existsSync(job.compiledFile));
    assert.ok(isTaken(job.compiledFile, FLAGS.time));
    assert.equal(await stateOf(job), "completed");
    assert.equal(compiled.for(jobOf("stack")).compiledFile, undefined);
  });

  it("has what a run of an ordinary function comes to, and not only what a worker begins with", async () => {
    const { targets } = await runInWorker(
      jobOf("time", { request: REHEARSAL }),
      new AbortController().signal,
    );
    const [target] = targets;
    if (target?.state !== "completed") assert.fail(target?.state);
    assert.deepEqual(
      target.fakes.map(({ expression }) => expression),
      ["fs.promises.readFile", "db.query", "db.save"],
    );
  });

  it("is not taken by an engine of other flags, nor where it is damaged: the worker runs all the same", async () => {
    const compiled = new CompiledWorker(() => folder);
    compiled.for(jobOf("time"));
    await made(compiled);
    const { compiledFile = "" } = compiled.for(jobOf("time"));
    assert.ok(!isTaken(compiledFile, FLAGS.stack));
    assert.equal(await stateOf(jobOf("stack", { compiledFile })), "completed");
    const damaged = path.join(folder, "damaged");
    writeFileSync(damaged, "nothing that an engine has made");
    assert.equal(await stateOf(jobOf("time", { compiledFile: damaged })), "completed");
    assert.equal(await stateOf(jobOf("time", { compiledFile: path.join(folder, "absent") })), "completed");
  });

  it("goes with the versions that nobody uses any more", () => {
    const [old, recent] = ["0123456789abcdef-old", "0123456789abcdef-recent"].map((name) =>
      path.join(folder, name),
    );
    for (const file of [old!, recent!]) writeFileSync(file, "");
    utimesSync(old!, 0, 0);
    new CompiledWorker(() => folder).make();
    assert.deepEqual([existsSync(old!), existsSync(recent!)], [false, true]);
  });

  it("is left out where its folder cannot be written to, or there is none", () => {
    const file = path.join(folder, "a-file");
    writeFileSync(file, "");
    const compiled = new CompiledWorker(() => path.join(file, "compiled"));
    compiled.for(jobOf("time"));
    compiled.make();
    assert.equal(compiled.for(jobOf("time")).compiledFile, undefined);
    const homeless = new CompiledWorker(() => {
      throw new Error("no home");
    });
    assert.equal(homeless.for(jobOf("time")).compiledFile, undefined);
    homeless.make();
  });
});
