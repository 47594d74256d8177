import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { analyze } from "../../analysis/analyze.ts";
import { codeOfFile } from "../../analysis/components/code-of.ts";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import type { BenchmarkOptions, Measure } from "../benchmark-options.ts";
import { parseAs } from "../parse-as.ts";
import { forAnyEngine } from "../host/engines/for-any-engine.ts";
import type { WorkerJob } from "../host/worker-process.ts";
import { METHODS } from "../methods.ts";
import { runResultSchema, type RunRequest, type TargetRun, type TargetSource } from "../protocol.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";

const here = import.meta.dirname;
const gallery = path.join(here, "../../variants");

/** Runs the worker on files as the host would, on this Node, and gives its answer, parsed. */
async function run(
  files: readonly string[],
  measure: Measure = "time",
  options: Partial<BenchmarkOptions> = {},
  { scenario, ...more }: Partial<RunRequest> & Partial<Pick<TargetSource, "scenario">> = {},
): Promise<TargetRun[]> {
  const targets = files.map((name, index) => {
    const file = path.resolve(here, "fixtures", name);
    const { text, language } = codeOfFile(file, readFileSync(file, "utf8"))!;
    const functionStart = analyze(text, language).functions.at(-1)!.range.start;
    return { id: `${index}`, file, text, language, functionStart, scenario };
  });
  const { flags, request } = forAnyEngine({
    runtime: { name: "node", version: process.versions.node, path: "", foundBy: "", environment: {} },
    workerFile: "",
    flags: [],
    request: {
      measure,
      targets,
      options: { ...DEFAULT_OPTIONS, concurrency: [10, 20], ...options },
      processBudgetMilliseconds: 60,
      processIndex: 0,
      withConstants: true,
      workspaceFolder: here,
      ...more,
    },
  } as unknown as WorkerJob);
  const child = fork(bundledWorker(path.join(here, "main.ts")), {
    execArgv: [...flags],
    cwd: path.join(here, "../.."),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    return await new Promise((resolve, reject) => {
      child.on("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
      child.on("message", (message: { method?: string; id?: number; result?: unknown; error?: unknown }) => {
        if (message.method === METHODS.ready) {
          child.send({ jsonrpc: "2.0", id: 1, method: METHODS.run, params: request });
        }
        if (message.id !== 1) return;
        if (message.error !== undefined) reject(new Error(JSON.stringify(message.error)));
        else resolve(parseAs(runResultSchema, message.result, "result").targets);
      });
    });
  } finally {
    child.removeAllListeners("exit");
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.disconnect();
    await gone;
  }
}

describe("the worker for any engine", () => {
  it("takes time of several targets in turn, and of the floor under each", async () => {
    const runs = await run([path.join(gallery, "callbacks.js"), path.join(gallery, "async-await.js")]);
    for (const one of runs) {
      assert.ok(one.state === "completed");
      assert.ok(one.time!.nanosecondsPerCall.length >= 6);
      assert.ok(one.time!.floorNanosecondsPerCall.length > 0);
      assert.deepEqual(
        one.time!.series.map(({ n }) => n),
        [10, 20],
      );
      assert.deepEqual(one.counters, { ioCalls: 7, criticalPath: 7, mostInFlight: 1, turns: 7 });
      assert.ok(one.fakes.some(({ expression }) => expression === "tx.commit"));
    }
  });

  it("weighs calls in flight and what they allocate", async () => {
    const [one] = await run([path.join(gallery, "promises.js")], "memory");
    assert.ok(one?.state === "completed");
    assert.equal(one.memory!.bytesInFlightPerCall.length, 3);
    assert.ok(one.memory!.bytesInFlightPerCall.every((bytes) => bytes > 0));
    assert.equal(one.memory!.bytesAllocatedPerCall!.length, 3);
    assert.deepEqual(
      one.memory!.series.map(({ n }) => n),
      [10, 20],
    );
  });

  it("injects errors and reads the lines that stacks name", async () => {
    const [one] = await run(["es5.js"], "stack");
    assert.ok(one?.state === "completed");
    const site = (mode: string, helper: string, line: number) =>
      one.stack!.sites.find(
        (each) =>
          each.mode === mode && each.helper === helper && each.line === line && each.layer === "calls-back",
      )!;
    assert.equal(site("error", "none", 6).reportedLine, 6, "inside of the callback that it was given");
    assert.equal(site("throw", "none", 6).crash, "uncaughtException");
    assert.equal(site("throw", "none", 6).reportedLine, 6);
    assert.equal(site("async-throw", "none", 6).reportedLine, null);
    assert.equal(site("error", "hands-on", 6).reportedLine, null, "the helper's stack is not the target's");
  });

  it("says that it uses no fakes file", async () => {
    const [one] = await run(
      ["es5.js"],
      "time",
      {},
      { scenario: { fakesFile: { file: "/a/es5.async-cost.js", text: "" } } },
    );
    assert.match(one!.warnings.join(), /^es5\.async-cost\.js is not used on node /);
  });

  it("waits for timers, which are no I/O, and forgets those that are cancelled", async () => {
    const [one] = await run(["timers.js"]);
    assert.ok(one?.state === "completed");
    assert.deepEqual(one.counters, { ioCalls: 0, criticalPath: 0, mostInFlight: 0, turns: 2 });
  });

  it("says of each that gives no numbers why, and measures the others", async () => {
    const expected = [
      [
        "reads.js",
        "unsupported",
        /^It calls fs\.readFile at line 6, which is faked only on Node 20 or newer\.$/,
      ],
      [
        "exits.js",
        "failed",
        /^process\.exit\(3\) was called at line 5: the function would end the process\.$/,
      ],
      ["never.js", "failed", /^never never settled/],
      [
        "throws.js",
        "failed",
        /^throws\.js threw at line 3 while it was loading on node .*: not on this engine\.$/,
      ],
      ["../../worker/fixtures/typed.ts", "unsupported", /^TypeScript and JSX are not compiled for node \d/],
      ["../../worker/fixtures/syntax.js", "unsupported", /cannot read syntax\.js/],
      ["wrong.js", "unsupported", /cannot read wrong\.js at line 5: SyntaxError: Unexpected token/],
      ["module.mjs", "unsupported", /^module\.mjs is an ECMAScript module, and on node .* only CommonJS/],
    ] as const;
    const runs = await run([...expected.map(([file]) => file), "es5.js"]);
    for (const [index, [file, state, reason]] of expected.entries()) {
      const one = runs[index];
      assert.ok(one !== undefined && one.state !== "completed", file);
      assert.equal(one.state, state, file);
      assert.match(one.reason, reason);
      assert.notEqual(one.hint, "");
    }
    assert.equal(runs.at(-1)?.state, "completed");
  });

  it("finds the line, by ticks in its loops, of what did not come back or filled the memory", async () => {
    const found = {
      "loops.js": "loops does not come back: it was still busy at line 5.",
      "loops-loading.js": "loops-loading.js does not come back: it was still busy at line 3.",
      "grows.js": "The process ran out of memory: grows was filling it at line 3.",
    };
    for (const [file, reason] of Object.entries(found)) {
      const more =
        // Where collecting garbage takes long the heap is to be full first.
        file === "grows.js" ? { watchMilliseconds: 60_000, heapMegabytes: 60 } : { watchMilliseconds: 400 };
      const [one] = await run([file], "time", {}, more);
      assert.ok(one?.state === "timed-out" || one?.state === "failed", file);
      assert.equal(one.reason, reason);
    }
  });

  it("refuses what reaches out when the function is called, by whatever name", async () => {
    const expected = {
      "lazy.js": "fs.unlinkSync at line 4",
      "imports.js": "import() at line 4",
      "imports-elsewhere.js": "import() at line 6",
      "fetches.js": "fetch at line 4",
      "kills.js": "process.kill at line 4",
      "builtin-module.js": "process.getBuiltinModule at line 4",
      "priority.js": "os.setPriority at line 4",
      "run-main.js": "module.runMain at line 4",
      "registers.js": "module.register at line 4",
      "binding.js": "process.binding at line 4",
      "disconnects.js": "process.disconnect at line 4",
      "sends.js": null,
    };
    const runs = await run(Object.keys(expected));
    for (const [index, [file, api]] of Object.entries(expected).entries()) {
      const one = runs[index]!;
      assert.equal(one.state, api === null ? "completed" : "unsupported", file);
      if (one.state !== "completed")
        assert.equal(one.reason, `It calls ${api}, which is faked only on Node 20 or newer.`);
    }
  });

  it("refuses a back end that is more than one latency", async () => {
    const [one] = await run(["es5.js"], "time", { connections: 2 });
    assert.ok(one?.state === "unsupported");
    assert.match(one.reason, /one latency, no failures and no limit of connections/);
  });
});
