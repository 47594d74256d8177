import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import type { Ready, RunProgress } from "../protocol.ts";
import type { Runtime } from "./api.ts";
import type { ProcessTimes } from "./patience.ts";
import { WorkerFailure, type WorkerFailureKind } from "./worker-failure.ts";
import { runInWorker, type WorkerJob } from "./worker-process.ts";

const fixtures = path.join(import.meta.dirname, "fixtures");
const node: Runtime = { name: "node", path: process.execPath, foundBy: "the test", environment: {} };
const noAbort = new AbortController().signal;

function job(worker: string, text = "", change: Partial<WorkerJob> = {}): WorkerJob {
  return {
    runtime: node,
    workerFile: path.join(fixtures, worker),
    flags: [],
    request: {
      measure: "time",
      targets: [{ id: "a", file: path.join(fixtures, "a.js"), text, language: "js", functionStart: 0 }],
      options: DEFAULT_OPTIONS,
      processBudgetMilliseconds: 100,
      processIndex: 0,
      withConstants: true,
      workspaceFolder: null,
    },
    timeLimitMilliseconds: 15_000,
    onReady: () => undefined,
    onProgress: () => undefined,
    ...change,
  };
}

async function failure(
  run: Promise<unknown>,
  kind: WorkerFailureKind,
  message: RegExp,
): Promise<WorkerFailure> {
  const outcome = await run.then(
    () => assert.fail("an answer came where a failure was due"),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof WorkerFailure, String(outcome));
  assert.equal(outcome.kind, kind, outcome.message);
  assert.match(outcome.message, message);
  assert.ok(outcome.hint.endsWith("."), "the hint is a sentence");
  return outcome;
}

/** A machine with nothing else to do, and a process that does nothing. */
const idle = (): Promise<ProcessTimes> => Promise.resolve({ computed: 0, kept: 0 });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A killed process stays in the table until its parent, or init, has read its end. */
async function goneSoon(pid: number): Promise<void> {
  for (let tries = 0; tries < 1_000 && isAlive(pid); tries++) await sleep(25);
  assert.ok(!isAlive(pid), `process ${pid} is still there`);
}

describe("a worker process", () => {
  it("says it is ready, tells its progress and answers", async () => {
    const heard: { ready: Ready[]; progress: RunProgress[] } = { ready: [], progress: [] };
    const result = await runInWorker(
      job("well-behaved.cjs", "", {
        onReady: (ready) => heard.ready.push(ready),
        onProgress: (progress) => heard.progress.push(progress),
      }),
      noAbort,
    );
    assert.equal(result.targets[0]?.state, "completed");
    assert.equal(heard.ready[0]?.version, process.versions.node);
    assert.deepEqual(heard.progress, [{ fraction: 0.5, activity: "measuring" }]);
  });

  it("gets its flags, a scratch home that is gone afterwards, and none of our secrets", async () => {
    process.env["ASYNC_COST_TEST_TOKEN"] = "secret";
    process.env["NODE_OPTIONS"] = "--no-warnings";
    let about: { environment: Record<string, string>; flags: string[]; folder: string };
    try {
      const result = await runInWorker(job("well-behaved.cjs", "", { flags: ["--expose-gc"] }), noAbort);
      about = JSON.parse(result.targets[0]!.warnings[0]!) as typeof about;
    } finally {
      delete process.env["ASYNC_COST_TEST_TOKEN"];
      delete process.env["NODE_OPTIONS"];
    }
    assert.deepEqual(about.flags, ["--expose-gc"]);
    assert.equal(about.folder, path.resolve(fixtures, "../../.."), "the package of the target");
    assert.equal(about.environment["ASYNC_COST_TEST_TOKEN"], undefined);
    assert.equal(about.environment["NODE_OPTIONS"], undefined);
    assert.equal(about.environment["PATH"], process.env["PATH"]);
    const home = about.environment["HOME"]!;
    assert.match(path.basename(home), /^async-cost-/);
    assert.equal(about.environment["TMPDIR"], home);
    assert.ok(!existsSync(home), "the scratch folder is left");
  });

  it("that cannot be started is named with its path", async () => {
    for (const missing of ["no-such-node", "silent.cjs/node"]) {
      const runtime = { ...node, path: path.join(fixtures, missing) };
      const run = runInWorker(job("well-behaved.cjs", "", { runtime }), noAbort);
      await failure(run, "not-started", /node: .*(ENOENT|ENOTDIR)/);
    }
  });

  it("that breaks while it starts is quoted", async () => {
    const { stderrTail } = await failure(
      runInWorker(job("broken.cjs"), noAbort),
      "not-started",
      /TypeError: this bundle is broken/,
    );
    assert.match(stderrTail, /broken\.cjs:2/);
  });

  it("that is never ready is given up", async () => {
    await failure(
      runInWorker(job("silent.cjs"), noAbort, { start: 300, grace: 50, timesOf: idle }),
      "not-started",
      /not ready within [\d.]+ s/,
    );
  });

  it("of another version is refused", async () => {
    await failure(runInWorker(job("other-version.cjs"), noAbort), "misbehaved", /version 999, not 1/);
  });

  it("that never answers is killed at its time limit", async () => {
    await failure(
      runInWorker(job("scripted.cjs", "", { timeLimitMilliseconds: 300 }), noAbort, { timesOf: idle }),
      "timed-out",
      /no answer within [\d.]+ s, of which it computed for 0 s only: it waited for something/,
    );
  });

  it("is waited for as long as others keep it from running, and not blamed for that", async () => {
    // Each look finds that it was kept waiting all the time.
    let computed = 0;
    const kept = (): Promise<ProcessTimes> =>
      Promise.resolve({ computed: computed++, kept: performance.now() });
    await failure(
      runInWorker(job("scripted.cjs", "", { timeLimitMilliseconds: 50 }), noAbort, { timesOf: kept }),
      "starved",
      /machine was too busy: the process could compute for 0\.0\d+ s only in/,
    );
  });

  it("that does nothing is not taken for kept waiting where nobody tells, neither before it is ready nor after", async () => {
    const untold = (): Promise<ProcessTimes> => Promise.resolve({ computed: 7, kept: null });
    await failure(
      runInWorker(job("silent.cjs"), noAbort, { start: 300, grace: 50, timesOf: untold }),
      "not-started",
      /not ready within/,
    );
    await failure(
      runInWorker(job("scripted.cjs", "", { timeLimitMilliseconds: 300 }), noAbort, { timesOf: untold }),
      "timed-out",
      /no answer within [\d.]+ s, of which it computed for 0 s only/,
    );
  });

  it("is given up once others have kept it from running for as long as they may, and says for how long", async () => {
    let kept = 0;
    const timesOf = (): Promise<ProcessTimes> => Promise.resolve({ computed: 1, kept: (kept += 500) });
    const heard: number[] = [];
    const limits = { keptAtMostMilliseconds: 1_400, onKept: (one: number) => void heard.push(one) };
    await failure(
      runInWorker(job("scripted.cjs", "", limits), noAbort, { timesOf }),
      "starved",
      /machine was too busy/,
    );
    assert.deepEqual(heard, [kept]);
  });

  it("that loops for ever is killed at its time limit", async () => {
    let pid = 0;
    /** When it had said that it is about to loop: until then others kept it from running, and from then on it computes. */
    let since: number | undefined;
    const timesOf = (): Promise<ProcessTimes> => {
      const now = performance.now();
      const computed = now - (since ?? now);
      return Promise.resolve({ computed, kept: now - computed });
    };
    const loop = `speak.notify("progress", { fraction: 0, activity: String(process.pid) });
      setTimeout(() => { for (;;); }, 50);`;
    const onProgress = ({ activity }: RunProgress): void => {
      pid = Number(activity);
      since = performance.now();
    };
    await failure(
      runInWorker(job("scripted.cjs", loop, { timeLimitMilliseconds: 1_500, onProgress }), noAbort, {
        timesOf,
      }),
      "timed-out",
      /no answer after [\d.]+ s of computing/,
    );
    assert.ok(pid > 0);
    await goneSoon(pid);
  });

  it("that exits without an answer is told with its code and its last words", async () => {
    const { stderrTail } = await failure(
      runInWorker(
        job(
          "scripted.cjs",
          `process.stderr.write("RangeError: too far\\n  at x\\n", () => process.exit(3));`,
        ),
        noAbort,
      ),
      "crashed",
      /with code 3 .* RangeError: too far/,
    );
    assert.match(stderrTail, /at x$/);
  });

  it("that is killed from outside is told with the signal", async () => {
    await failure(
      runInWorker(job("scripted.cjs", `process.kill(process.pid, "SIGKILL");`), noAbort),
      "crashed",
      /by SIGKILL/,
    );
  });

  it("that runs out of memory is told so", async () => {
    const hungry = `const all = []; for (;;) all.push(new Array(1e5).fill({}).map(() => ({})));`;
    await failure(
      runInWorker(job("scripted.cjs", hungry, { flags: ["--max-old-space-size=30"] }), noAbort),
      "out-of-memory",
      /ran out of memory/,
    );
  });

  it("that takes all of the machine's memory is ended before others lose theirs", async () => {
    const total = 16 * 2 ** 30;
    let looks = 0;
    const memoryOf = () =>
      Promise.resolve({ resident: 0.3 * total, available: ++looks > 1 ? 1e8 : 8e9, total });
    const { hint } = await failure(
      runInWorker(job("scripted.cjs"), noAbort, { memoryOf }),
      "out-of-memory",
      /was ended: it had taken 4\.8 GB, and the machine had next to no memory left/,
    );
    assert.match(hint, /grows without end/);
  });

  it("that floods its standard error keeps only the tail and does not stop the answer", async () => {
    const flood = `process.stderr.write("x".repeat(3e6) + "the end", () => {
      speak.answer(id, { targets: [speak.completed(request.targets[0])] });
    });`;
    const result = await runInWorker(job("scripted.cjs", flood), noAbort);
    assert.equal(result.targets.length, 1);

    const floodAndDie = `process.stderr.write("x".repeat(3e6) + "\\nError: the end", () => process.exit(1));`;
    const { stderrTail } = await failure(
      runInWorker(job("scripted.cjs", floodAndDie), noAbort),
      "crashed",
      /Error: the end/,
    );
    assert.equal(stderrTail.length, 4096);
  });

  it("is told with its last words, though we were kept from running when it ended", async () => {
    // After its end is known, and before what it has said is read: floods are read slowly.
    const block = (): void => {
      for (const until = performance.now() + 500; performance.now() < until;);
    };
    const onEnd = (): void => void setImmediate(block);
    process.once("SIGCHLD", onEnd);
    const flood = `const say = (text, then) => process.stderr.write(text, then);
      say("x".repeat(3e6), () => say("\\nError: the end", () => process.kill(process.pid, "SIGKILL")));`;
    try {
      await failure(runInWorker(job("scripted.cjs", flood), noAbort), "crashed", /Error: the end/);
    } finally {
      process.removeListener("SIGCHLD", onEnd);
    }
  });

  it("that floods the channel is stopped", async () => {
    const flood = `setInterval(() => {
      for (let i = 0; i < 1000; i++) speak.notify("progress", { fraction: 0, activity: "" });
    }, 1);`;
    await failure(runInWorker(job("scripted.cjs", flood), noAbort), "misbehaved", /it sent 20000 messages/);
  });

  for (const [what, script, message] of [
    ["an answer of the wrong shape", `speak.answer(id, { targets: [{ id: 1 }] })`, /result: targets\.0/],
    ["no result", `speak.answer(id, null)`, /result/],
    [
      "an error instead of a result",
      `process.send({ jsonrpc: "2.0", id, error: { code: 1, message: "no" } })`,
      /no/,
    ],
    [
      "progress of the wrong shape",
      `speak.notify("progress", { fraction: "half" })`,
      /progress message: fraction/,
    ],
    ["a second ready", `speak.notify("ready", speak.ready)`, /ready twice/],
    ["a number that JSON has not", `speak.answer(id, { targets: [NaN] })`, /result/],
  ] as const) {
    it(`that sends ${what} is not believed`, async () => {
      await failure(runInWorker(job("scripted.cjs", script), noAbort), "misbehaved", message);
    });
  }

  it("that sends garbage beside its answer is still heard", async () => {
    const garbage = `for (const junk of [0, "", "junk", [], {}, { jsonrpc: "2.0" }, { jsonrpc: "2.0", id: 99, result: 1 },
      { jsonrpc: "2.0", method: "async-cost/unknown" }, { jsonrpc: "2.0", id: 7, method: "no-such-request" }]) {
      process.send(junk);
    }
    speak.answer(id, { targets: [speak.completed(request.targets[0])] });`;
    const result = await runInWorker(job("scripted.cjs", garbage), noAbort);
    assert.equal(result.targets[0]?.id, "a");
  });

  it("is cancelled at once and leaves nothing, even when it holds on with all its might", async () => {
    const stubborn = `
      for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => {});
      process.removeAllListeners("disconnect");
      setInterval(() => {}, 1000);
      const grandchild = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      speak.notify("progress", { fraction: 0, activity: process.pid + " " + grandchild.pid });`;
    const abort = new AbortController();
    let pids: number[] = [];
    const onProgress = ({ activity }: RunProgress): void => {
      pids = activity.split(" ").map(Number);
      abort.abort();
    };
    await failure(
      runInWorker(job("scripted.cjs", stubborn, { onProgress }), abort.signal),
      "cancelled",
      /cancelled/,
    );
    assert.equal(pids.length, 2);
    for (const pid of pids) await goneSoon(pid);
  });

  it("is not started at all after a cancel", async () => {
    const runtime = { ...node, path: "/no/such/runtime" };
    await failure(
      runInWorker(job("silent.cjs", "", { runtime }), AbortSignal.abort()),
      "cancelled",
      /cancelled/,
    );
    const abort = new AbortController();
    const starting = runInWorker(job("silent.cjs", "", { runtime }), abort.signal);
    abort.abort();
    await failure(starting, "cancelled", /cancelled/);
  });

  it("leaves no grandchild after a good answer", async () => {
    const script = `
      const grandchild = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"],
        { stdio: "inherit" });
      speak.answer(id, { targets: [{ ...speak.completed(request.targets[0]), warnings: [String(grandchild.pid)] }] });`;
    const result = await runInWorker(job("scripted.cjs", script), noAbort);
    await goneSoon(Number(result.targets[0]!.warnings[0]));
  });

  it("does not outlive a host that is killed, not even in an endless loop", async function () {
    if (process.platform === "win32") this.skip();
    const host = spawn(process.execPath, ["--import", "tsx", path.join(fixtures, "host-that-is-killed.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(host.stdout, "data")) as [Buffer];
    const pids = line.toString().trim().split(" ").map(Number);
    assert.equal(pids.length, 2);
    assert.ok(pids.every(isAlive));
    await sleep(300);
    host.kill("SIGKILL");
    for (const pid of pids) await goneSoon(pid);
  });
});
