import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { median } from "simple-statistics";
import type { TargetRun } from "../protocol.ts";
import { runWorker, type Job } from "./fixtures/run-worker.ts";

async function completed(file: string, job: Job = {}) {
  const [target] = await runWorker([file], job);
  assert.ok(target !== undefined);
  if (target.state !== "completed") assert.fail(`${target.state}: ${target.reason} ${target.hint}`);
  return target;
}

async function ended(file: string, job: Job = {}): Promise<Exclude<TargetRun, { state: "completed" }>> {
  const [target] = await runWorker([file], job);
  assert.ok(target !== undefined && target.state !== "completed", "it was measured");
  assert.match(target.reason, /\.$/);
  assert.match(target.hint, /\.$/);
  return target;
}

const NODES_FS = { kind: "promise", from: "default", why: "Node's own fs" } as const;

const expressions = (target: TargetRun): string[] => target.fakes.map(({ expression }) => expression);

describe("a worker that measures time", () => {
  it("gives rounds, floors and a sample for every n, however small the budget", async () => {
    const { time, counters } = await completed("fs-await.js", { budget: 1 });
    assert.ok(time !== undefined && time.nanosecondsPerCall.length >= 5);
    assert.ok(time.floorNanosecondsPerCall.length > 0);
    assert.ok(time.warmUp!.calls >= 100);
    assert.ok(time.garbageCollectionShare! >= 0 && time.garbageCollectionShare! <= 1);
    assert.deepEqual(
      time.series.map(({ n, milliseconds }) => [n, milliseconds.length > 0]),
      [
        [10, true],
        [20, true],
      ],
    );
    assert.deepEqual([counters.ioCalls, counters.criticalPath], [2, 2]);
  });

  it("says where later calls make fewer I/O calls than the one that is counted", async () => {
    const { warnings, counters } = await completed("caches.js", { budget: 1 });
    assert.equal(counters.ioCalls, 2);
    assert.match(warnings.join(), /Later calls made 1 I\/O calls each instead of 2, as if it kept/);
    const other = await completed("fs-await.js", { budget: 1 });
    assert.doesNotMatch(other.warnings.join(), /Later calls/);
  });

  for (const clock of ["virtual", "real"] as const) {
    it(`takes 50,000 calls in flight on the ${clock} clock`, async () => {
      const { time } = await completed("fs-await.js", {
        budget: 1,
        options: { clock, concurrency: [50_000] },
      });
      const [point] = time!.series;
      assert.deepEqual([point!.n, point!.milliseconds.length], [50_000, 1]);
      const { p50, p99, max } = point!.latencyMilliseconds![0]!;
      assert.ok(p50 <= p99 && p99 <= max);
    });
  }

  it("waits for calls that take longer, in simulated time, because many are in flight", async () => {
    // Two I/O calls of 600 s each.
    const latency = { model: "load-dependent", millisecondsPerCallInFlight: 300 } as const;
    const options = { concurrency: [2_000], latency };
    const { time } = await completed("fs-await.js", { budget: 1, options });
    assert.ok(time!.series[0]!.milliseconds[0]! >= 2 * 600_000);
  });

  it("pairs the rounds of a comparison up, and takes each n once", async () => {
    const runs = await runWorker(["fs-await.js", "fs-callback.js"], { purpose: "comparison", budget: 100 });
    const times = runs.map((run) => (run.state === "completed" ? run.time! : assert.fail(run.reason)));
    const [base, head] = times;
    assert.ok(base!.nanosecondsPerCall.length >= 6);
    assert.equal(base!.nanosecondsPerCall.length, head!.nanosecondsPerCall.length);
    for (const { series } of times)
      assert.deepEqual(
        series.map(({ milliseconds }) => milliseconds.length),
        [1, 1],
      );
  });

  it("takes each n of a comparison warm, after a pass that is not counted", async () => {
    // So many are in flight in no round: the first load is the one that warms it up, and the next one is told of.
    const text = `const fs = require("fs/promises");
let inFlight = 0, loads = 0;
module.exports = async function upload(name) {
  if (++inFlight === 500 && ++loads === 2) throw new Error("second load");
  try { await fs.readFile(name); } finally { inFlight--; }
};`;
    const job = { text, budget: 1, purpose: "comparison" as const, options: { concurrency: [500] } };
    const [run] = await runWorker(["fs-await.js"], job);
    assert.ok(run?.state === "failed", run?.state);
    assert.match(run.reason, /second load/);
  });

  it("takes at least the latency of the longest chain, on either clock and model", async () => {
    for (const clock of ["virtual", "real"] as const) {
      const latency = { model: "load-dependent", millisecondsPerCallInFlight: 0.5 } as const;
      const { time } = await completed("fs-callback.js", { options: { clock, latency } });
      for (const { n, milliseconds, firstResolvedMilliseconds } of time!.series) {
        // Node's timers may fire up to a millisecond early.
        assert.ok(Math.min(...milliseconds) >= 2 * (n * 0.5 - 1), `${clock} ${n}: ${milliseconds.join()}`);
        assert.ok(firstResolvedMilliseconds[0]! <= milliseconds[0]!);
      }
    }
  });

  it("lets calls wait for the back end's connections, on either clock", async () => {
    for (const clock of ["virtual", "real"] as const) {
      const options = { clock, connections: 2, concurrency: [20] };
      const { time } = await completed("fs-await.js", { options });
      const [series] = time!.series;
      // 20 calls with two I/O calls each, of a millisecond, two at a time; real timers may be a little early.
      assert.ok(Math.min(...series!.milliseconds) >= 20 * 0.9, `${clock}: ${series!.milliseconds.join()}`);
      for (const { p50, p90, p99, max } of series!.latencyMilliseconds!) {
        assert.ok(p50 <= p90 && p90 <= p99 && p99 <= max);
      }
      assert.equal(series!.failures, undefined);
    }
  });

  it("counts I/O calls that fail and what they do to the calls", async () => {
    const options = { errorRate: 0.2, concurrency: [500] };
    const { time } = await completed("fs-await.js", { options });
    for (const { ioCalls, calls } of time!.series[0]!.failures!) {
      assert.ok(ioCalls > 0.1 && ioCalls < 0.3, `${ioCalls}`);
      // Each call makes two I/O calls and handles no error: 1 − 0.8².
      assert.ok(calls > 0.25 && calls < 0.48, `${calls}`);
    }
  });

  it("counts a chain of I/O calls by what leads to what, not by the time", async () => {
    const text = `const { stat } = require("fs/promises");
const { setTimeout: sleep } = require("timers/promises");
module.exports = async () => {
  await Promise.all([stat("a"), sleep(5).then(() => stat("b")), stat("c")]);
};`;
    const { counters } = await completed("fs-await.js", { text });
    assert.deepEqual([counters.ioCalls, counters.criticalPath, counters.mostInFlight], [3, 1, 2]);
    assert.equal(counters.turns, 3);
  });

  it("counts what runs together as one step, and leaves a timer that lost its race behind", async () => {
    const { counters } = await completed("parallel.js");
    assert.deepEqual([counters.ioCalls, counters.criticalPath], [4, 2]);
  });

  it("gives targets of one process instances of their own, in either order of loading", async () => {
    for (const processIndex of [0, 1]) {
      const targets = await runWorker(["same-state.js", "same-state.js"], { processIndex });
      assert.deepEqual(
        targets.map(({ id, state }) => [id, state]),
        [
          ["0", "completed"],
          ["1", "completed"],
        ],
      );
    }
  });

  it("measures one target when another fails", async () => {
    const targets = await runWorker(["rejects.js", "fs-await.js", "overridden.js"]);
    assert.deepEqual(
      targets.map(({ state }) => state),
      ["failed", "completed", "completed"],
    );
    // Where the only end of a function is its failure, that is what is measured.
    const overridden = targets[2]!;
    assert.ok(overridden.state === "completed");
    assert.deepEqual(overridden.preparations, [{ what: "fails-always", line: 4 }]);
    assert.match(
      overridden.warnings.join(),
      /failure at line 4 is what was measured: Error: load is not implemented/,
    );
  });

  it("measures the text it is given, not the file", async () => {
    const text = 'module.exports = async () => { await require("fs/promises").stat("x"); };';
    const { counters } = await completed("throws-on-load.js", { text });
    assert.equal(counters.ioCalls, 1);
  });
});

describe("a worker that loads and fakes", () => {
  it("runs TypeScript with its imports, whose function is not exported", async () => {
    assert.deepEqual(expressions(await completed("typed.ts")), ["fs.promises.stat"]);
  });

  it("runs the scripts of a component with the names its compiler would give, and imports from another", async () => {
    const [result] = await runWorker(["component.vue"]);
    assert.equal(result?.state, "completed", JSON.stringify(result));
    assert.deepEqual(result.counters.ioCalls, 2);
  });

  it("runs an ES module that awaits at its top level and imports later", async () => {
    assert.equal((await completed("module.mjs")).counters.ioCalls, 1);
  });

  it("constructs an instance on fakes and answers the calls that its methods wait for", async () => {
    const target = await completed("store.js");
    assert.deepEqual(
      target.fakes.find(({ kind }) => kind === "promise"),
      {
        expression: "db.query",
        kind: "promise",
        from: "inferred",
        why: "awaited in line 8",
        calls: 1,
        line: 8,
      },
    );
  });

  it("says of each fake how it was understood, how often it is called and where first", async () => {
    assert.deepEqual((await completed("fs-await.js")).fakes, [
      { ...NODES_FS, expression: "fs.promises.readFile", calls: 1, line: 5 },
      { ...NODES_FS, expression: "fs.promises.writeFile", calls: 1, line: 7 },
    ]);
  });

  it("stands in for a package that is not there, and for names that nobody defines", async () => {
    const target = await completed("unknown-package.js");
    assert.equal(target.counters.ioCalls, 2);
    assert.ok(expressions(target).includes("@some/client-that-is-not-there"));
    assert.ok(expressions(target).includes("audit"));
  });

  it("stands in for a package that opens a socket when it is called", async () => {
    const target = await completed("dials.js");
    assert.deepEqual(
      target.fakes.map(({ expression, from }) => [expression, from]),
      [
        ["dials", "inferred"],
        ["dials.query", "inferred"],
      ],
    );
  });

  it("makes up what an instance lacks where the call fails without", async () => {
    assert.equal((await completed("lacking.js")).counters.ioCalls, 1);
  });

  it("answers fetch", async () => {
    assert.deepEqual(expressions(await completed("fetcher.js")), ["fetch"]);
  });

  it("makes up the body or JSON that is answered where an empty one does not do, and for no other target", async () => {
    const runs = await runWorker(["fetcher.js", "forecast.js", "lists-days.js", "lists-items.js"]);
    const uses = runs.map((run) =>
      run.state === "completed" ? run.fakes.map(({ expression, from }) => [expression, from]) : run.reason,
    );
    const command = [["child_process.execFile", "default"]];
    assert.deepEqual(uses, [[["fetch", "default"]], [["fetch", "inferred"]], command, command]);
  });

  it("answers a request of https, and gives by process.getBuiltinModule what require gives", async () => {
    const runs = await runWorker(["request.js", "asks-process.js"]);
    const uses = runs.map((run) => (run.state === "completed" ? expressions(run) : run.reason));
    assert.deepEqual(uses, [["https.get"], ["net.connect"]]);
    assert.deepEqual(runs[1]!.warnings, []);
  });

  it("runs Bluebird and co on fake I/O", async () => {
    assert.equal((await completed("bluebird.js")).counters.criticalPath, 2);
    assert.deepEqual((await completed("co.js")).counters.criticalPath, 2);
  });

  it("runs callbacks in the context that they were given in", async () => {
    await completed("context.js");
  });

  it("streams files and lines to an async generator", async () => {
    assert.equal((await completed("iterates.js")).counters.ioCalls, 2);
  });

  it("counts the promises that a call creates", async () => {
    // Two of the fake I/O and one of the async function; an await of a promise makes none, and is one microtick.
    const { counters } = await completed("fs-await.js");
    assert.deepEqual([counters.promises, counters.microticks, counters.turns], [3, 2, 2]);
    assert.equal((await completed("fs-callback.js")).counters.promises, 0);
  });

  it("runs no command", async () => {
    await completed("native.js");
    assert.ok(!existsSync("/tmp/async-cost-was-here"));
  });

  it("shows the target no way out and no way to the host", async () => {
    await completed("hostile.js");
    assert.ok(!existsSync("/tmp/async-cost-hostile"));
  });

  it("takes the path of success where an error would be caught, and says so where it cannot", async () => {
    const runs = await runWorker(["consumes.js", "gives-up.js", "gaps.js", "admits.js"], { budget: 1 });
    const [consumes, givesUp, gaps, admits] = runs.map((run) =>
      run.state === "completed" ? run : assert.fail(`${run.reason} ${run.hint}`),
    );
    assert.match(expressions(consumes!).join(), /db\.save/);
    assert.doesNotMatch(expressions(consumes!).join(), /deadLetter/);
    assert.doesNotMatch(consumes!.warnings.join(), /caught/);
    // A package is made up rather than a refusal that is caught.
    assert.match(expressions(admits!).join(), /picky.*transform.*db\.find/);
    assert.match(admits!.warnings.join(), /picky was made up, as it refused.*wants the right text/);
    // What is nothing where a member of it is read is made up there, and said.
    assert.deepEqual(expressions(gaps!), ["store.find", "store.send"]);
    assert.deepEqual(gaps!.preparations, [{ what: "gaps-filled", lines: [6] }]);
    assert.deepEqual(expressions(givesUp!), ["db.load", "db.report"]);
    assert.match(
      givesUp!.warnings.join(),
      /caught at line 5, so the path of failure.*SyntaxError.*fakes file/,
    );
  });
});

describe("a worker that cannot measure", () => {
  const cases: [string, string, RegExp, RegExp?][] = [
    ["says that a call never settled and what it did last", "never.js", /never settled.*fs\.stat at line 4/],
    ["names the line that threw while loading", "throws-on-load.js", /line 3.*loading: TypeError/],
    ["says that the function ends the process", "exits.js", /process\.exit was called at line 5/],
    [
      "names the error that the function failed with",
      "rejects.js",
      /line 4.*TypeError: Cannot define property user/,
      /types/,
    ],
    [
      "tells of an error that nobody handles",
      "unhandled.js",
      /escaped from unhandled at line 5.*nobody listens/,
    ],
    ["tells of a stack that overflows", "overflows.js", /overflows the stack/],
    ["names the line of a syntax error", "syntax.js", /syntax error at line 3/],
  ];
  for (const [title, file, reason, hint] of cases) {
    it(title, async () => {
      const target = await ended(file);
      assert.equal(target.state, "failed");
      assert.match(target.reason, reason);
      if (hint !== undefined) assert.match(target.hint, hint);
    });
  }

  it("does not blame the function for what a handler outside of it lets escape", async () => {
    assert.match(
      (await completed("escapes-elsewhere.js")).warnings.join(),
      /While elsewhere ran, an error escaped at escapes-elsewhere\.js:6, outside of it.*not of elsewhere/,
    );
  });

  it("warns of a callback that is called twice, and measures", async () => {
    assert.match((await completed("twice.js")).warnings.join(), /twice calls its callback more than once/);
  });
});

describe("a worker that takes a function out of its surroundings", () => {
  const measured = async (text: string, job: Job = {}, file = "apart.js") => {
    const target = await completed(file, { text, ...job });
    return { ...target, said: target.warnings.join(" ") };
  };

  it("measures a closure, and says so with the reason", async () => {
    const text =
      "function make(db) {\n  const key = (id) => `k${id}`;\n  return async (id) => { await db.load(key(id)); };\n}\nmodule.exports = make;";
    const target = await measured(text);
    assert.match(target.said, /apart from what is around it.*no name in the module/);
    assert.deepEqual([target.counters.ioCalls, expressions(target)], [1, ["db.load"]]);
  });

  it("measures a private method, on an instance of its class", async () => {
    const { said, counters } = await measured(
      "class Store {\n  constructor(db) { this.db = db; }\n  async #flush() { await this.db.put(this.size()); await this.#log(); }\n" +
        "  async #log() {}\n  size() { return 1; }\n}\nmodule.exports = Store;",
      { functionStart: 76 },
    );
    assert.match(said, /private/);
    assert.ok(counters.ioCalls >= 1);
  });

  it("measures a static method of a class that a function makes, which calls what it extends", async () => {
    const { counters } = await measured(
      "module.exports = (Base) => class Token extends Base {\n  static async find(id) { return await super.find(id); }\n};",
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("measures what is handed to a call", async () => {
    const { counters } = await measured(
      'const app = require("express")();\napp.get("/", async (req, res) => { res.json(await req.db.find(1)); });',
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("runs what a module throws at in these surroundings, and says so", async () => {
    const { said, counters } = await measured(
      'const { isMainThread } = require("worker_threads");\nif (isMainThread) {\n  throw new Error("a worker\'s");\n}\n' +
        "async function save(db) { await db.transaction(async (t) => { await t.insert(1); }); }",
      { functionStart: 107 },
    );
    assert.match(said, /apart from its module.*threw at line 3 while it was loading: Error: a worker's/);
    assert.equal(counters.ioCalls, 2);
  });

  it("names the I/O calls that it did not come to, and only those", async () => {
    const { said } = await measured(
      "exports.f = async function (db, cache, log) {\n  const hit = await cache.get(1);\n  if (hit) return hit;\n  try {\n    return await db.load(1);\n" +
        "  } catch (error) {\n    await log.write(error);\n    throw error;\n  }\n};",
    );
    assert.match(said, /Of its I\/O calls, db\.load at line 5 is no part of the numbers/);
    assert.doesNotMatch(said, /log\.write/);
    const all = await measured(
      "exports.f = async function (db) {\n  await db.get(1);\n  await db\n    .put(2);\n};",
    );
    assert.doesNotMatch(all.said, /no part/);
    // A module that loads only once is measured as it is.
    const once = await measured(
      'Object.defineProperty(globalThis, "onlyOnce", { value: 1 });\nexports.f = async function (db) {\n  if ((await db.find(1)) === null) await db.insert(1);\n};',
    );
    assert.equal(once.counters.ioCalls, 1);
  });

  it("makes up a package that refuses made-up values, and leaves the project's own files real", async () => {
    const target = await completed("picky.js");
    assert.match(target.warnings.join(), /The package picky was made up.*PICKY_URL is not one/);
    assert.doesNotMatch(target.warnings.join(), /apart from/);
    assert.equal(target.counters.ioCalls, 4);
  });

  it("goes on without an import that is not there, and names it", async () => {
    const { warnings } = await completed("missing-file.js");
    assert.match(
      warnings.join(),
      /imports \.\/no-such-helper at line 3, which is not there: it is made up\./,
    );
  });

  it("stands in for what is neither run nor faked otherwise, and names it", async () => {
    const target = await completed("cluster.js");
    assert.match(target.warnings.join(), /cluster\.fork at line 4/);
  });

  it("points at the right lines of the target all the same", async () => {
    const text =
      "function outer(db) {\n  return async function inner(id) {\n    const row = await db.load(id);\n    await db.store(row);\n  };\n}\nmodule.exports = outer;";
    const { stack } = await measured(text, { measure: "stack" });
    assert.deepEqual([...new Set(stack!.sites.map(({ line }) => line))], [3, 4]);
  });

  it("leaves decorators out, and takes using for const", async () => {
    const { counters } = await measured(
      "@Injectable()\nexport class Api {\n  constructor(private readonly db: Db) {}\n  @Get() async get(@Param('id') id: string) {\n" +
        "    using lock = this.db.lock();\n    return await this.db.load(id);\n  }\n}\n",
      {},
      "apart.ts",
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("gives each call an instance of its own where one takes only one call, and says so", async () => {
    const { said } = await measured(
      'class Dialog {\n  handled = false;\n  async accept() {\n    if (this.handled) throw new Error("handled");\n    this.handled = true;\n    await fetch("http://localhost/");\n  }\n}\nmodule.exports = Dialog;',
    );
    assert.match(said, /an instance of its own/);
  });

  it("counts nothing of what the module began while it was loading", async () => {
    const { counters } = await measured(
      `const fs = require("node:fs");
fs.readFile("a", () => fs.readFile("b", () => undefined));
async function main() {
  for (let round = 0; round < 40; round++) {
    await new Promise(setImmediate);
    await fetch("http://localhost/");
  }
}
main().catch(() => process.exit(1));`,
    );
    assert.deepEqual([counters.ioCalls, counters.criticalPath], [40, 40]);
  });

  it("gives a closure a variable of its module as it is, nothing included", async () => {
    const { counters } = await measured(
      "let flying = null;\nfunction make(db) {\n  return async () => { if (flying === null) await db.a(); await db.b(); };\n}\nmodule.exports = make;",
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("corrects a made-up value that an error names", async () => {
    const { counters } = await measured(
      'const { join } = require("node:path");\nasync function save(db, options) { await db.put(join(options.folder, "a"), JSON.parse(options.text)); }\nmodule.exports = save;',
    );
    assert.equal(counters.ioCalls, 1);
  });
});

describe("a worker that measures memory", () => {
  it("weighs calls in flight, allocations and peaks, the same in every process", async () => {
    const options = { concurrency: [100, 200] };
    const [once, again] = [
      await completed("fs-await.js", { measure: "memory", options }),
      await completed("fs-await.js", { measure: "memory", options }),
    ].map(({ memory }) => memory!);
    const figures = (memory: NonNullable<typeof once>): number[] => [
      memory.bytesInFlightPerCall.at(-1)!,
      memory.bytesAllocatedPerCall!.at(-1)!,
      ...memory.series.map(({ peakBytes }) => peakBytes[0]!),
    ];
    assert.deepEqual(
      once!.series.map(({ n }) => n),
      [100, 200],
    );
    const [first, second] = [figures(once!), figures(again!)];
    for (const [index, bytes] of first.entries()) {
      assert.ok(bytes > 100, `${bytes}`);
      assert.ok(Math.abs(bytes / second[index]! - 1) < 0.03, `${bytes} and ${second[index]}`);
    }
  });

  it("takes nothing of the fake I/O itself for bytes that a call allocates", async () => {
    const allocated = async (ioCalls: number): Promise<number> => {
      const text = `const { stat } = require("fs");
        module.exports = function run(done) {
          let left = ${ioCalls};
          function next() { if (left-- === 0) done(null); else global.__asyncCostIo.call("stat", null, next); }
          stat("/", next);
        };`;
      const { memory } = await completed("fs-callback.js", {
        measure: "memory",
        text,
        functionStart: text.indexOf("function"),
      });
      return memory!.bytesAllocatedPerCall!.at(-1)!;
    };
    const bytesPerIoCall = ((await allocated(21)) - (await allocated(1))) / 20;
    assert.ok(Math.abs(bytesPerIoCall) < 4, `${bytesPerIoCall}`);
  });

  it("tells calls that leak from calls that don't, and knows that nothing is in flight without I/O", async () => {
    // The first only comes to an end where it is answered with the JSON that was made up for it.
    const files = ["lists-days.js", "leaks.js", "fs-await.js", "no-io.js"];
    const [, leaks, clean, idle] = (await runWorker(files, { measure: "memory" })).map((target) =>
      target.state === "completed" ? target.memory! : assert.fail(target.reason),
    );
    // 816 of the array that is kept, and its place in the list, which grows by leaps.
    const retained = (memory: NonNullable<typeof leaks>): number => median([...memory.bytesRetainedPerCall!]);
    assert.ok(leaks!.bytesRetainedPerCall!.length >= 3);
    assert.ok(retained(leaks!) > 800 && retained(leaks!) < 900, String(leaks!.bytesRetainedPerCall));
    assert.ok(Math.abs(retained(clean!)) < 4, String(clean!.bytesRetainedPerCall));
    assert.deepEqual(idle!.bytesInFlightPerCall, []);
    assert.ok(idle!.bytesAllocatedPerCall![0]! > 0);
  });
});

describe("a worker that injects errors", () => {
  const OPTIONS: [string, string, number[]][] = [
    ["bluebird.js", "Bluebird.config({ longStackTraces: true })", [5, 6]],
    ["q.js", "Q.longStackSupport = true", [5, 6]],
    ["genny.js", "genny.longStackSupport = true", [5, 6]],
    ["catcher.js", "global.longStackSupport = true", [6, 7]],
    ["with-longjohn/steps.js", 'require("longjohn")', [5, 8]],
  ];
  const FILES = [
    ...[
      "fs-await.js",
      "fs-callback.js",
      "query-builder.js",
      "redis-commands.js",
      "context-in-callback.js",
      "q-chain.js",
    ],
    ...["events.js", "exits-on-error.js", "typed.ts"],
    ...OPTIONS.map(([file]) => file),
  ];
  let runs: TargetRun[];

  before(async function () {
    this.timeout(120_000);
    // One process for all, which shows as well that they leave each other alone.
    runs = await runWorker(FILES, { measure: "stack" });
  });

  const stackOf = (file: string) => {
    const run = runs[FILES.indexOf(file)]!;
    if (run.state !== "completed") assert.fail(`${file}: ${run.state}: ${run.reason}`);
    return run.stack!;
  };

  /** `line layer: reported line`, of errors that are delivered; `+` with an option, `~` behind a helper. */
  const delivered = (file: string) =>
    stackOf(file)
      .sites.filter(({ mode, layer }) => mode === "error" && layer !== "keeps-stack")
      .map(
        ({ line, layer, helper, reportedLine, flag }) =>
          `${line} ${layer}${flag === null ? "" : " +"}${helper === "none" ? "" : ` ~${helper}`}: ${reportedLine}`,
      );
  const direct = (sites: string[]): string[] => sites.filter((site) => !site.includes("~"));

  it("finds the awaits of an async function where the I/O layer is async itself", () => {
    assert.deepEqual(
      delivered("fs-await.js").filter((site) => site.startsWith("7")),
      [
        "7 calls-back: null",
        "7 calls-back ~hands-on: null",
        "7 async: 7",
        "7 async ~hands-on: null",
        "7 async ~thenable: 7",
        "7 async ~proxy: 7",
      ],
    );
  });

  it("tells I/O that is known to be async from I/O of which nothing is known", () => {
    const [known, unknown] = [stackOf("fs-await.js"), stackOf("query-builder.js")];
    assert.deepEqual([known.ownLayer, unknown.ownLayer], ["async", "calls-back"]);
    assert.equal(stackOf("redis-commands.js").ownLayer, "async");
    // What is returned and not awaited leaves the function's stack.
    assert.deepEqual(direct(delivered("query-builder.js")), [
      "3 calls-back: null",
      "3 async: 3",
      "4 calls-back: null",
      "4 async: null",
    ]);
  });

  it("tells where what is waited for as a chain was called", () => {
    const { fakes } = runs[FILES.indexOf("query-builder.js")]!;
    assert.deepEqual(
      fakes.filter(({ kind }) => kind === "promise").map(({ expression, line }) => [expression, line]),
      [["db.query", 3]],
    );
  });

  it("finds every line where the I/O layer makes its errors at the call", () => {
    const sites = stackOf("query-builder.js").sites.filter(({ layer }) => layer === "keeps-stack");
    assert.ok(sites.length > 0 && sites.every(({ line, reportedLine }) => line === reportedLine));
  });

  it("finds the callbacks of a call, unless a helper handles the error", () => {
    assert.deepEqual(
      delivered("fs-callback.js").filter((site) => site.startsWith("5")),
      ["5 calls-back: 5", "5 calls-back ~hands-on: null", "5 async: 5", "5 async ~hands-on: null"],
    );
  });

  it("keeps the context of callbacks, as it does while time is taken", () => {
    assert.deepEqual(
      direct(delivered("context-in-callback.js")).filter((site) => site.includes("calls-back")),
      ["13 calls-back: 13", "13 calls-back: 13"],
    );
  });

  for (const [file, flag, lines] of OPTIONS) {
    it(`finds the calls of ${file} only with ${flag}, and weighs it`, () => {
      const { sites, options } = stackOf(file);
      const found = (wanted: string | null): (number | null)[] =>
        sites
          .filter(
            ({ mode, layer, helper, flag }) =>
              mode === "error" && layer === "calls-back" && helper === "none" && flag === wanted,
          )
          .map(({ reportedLine }) => reportedLine);
      assert.deepEqual([found(null), found(flag)], [lines.map(() => null), lines]);
      assert.deepEqual(
        options.map((option) => [option.flag, option.timeRatios.every((ratio) => ratio > 0)]),
        [[flag, true]],
      );
      assert.ok(options[0]!.bytesInFlightPerCall! > 0 && options[0]!.bytesAllocatedPerCall! > 0);
    });
  }

  it("names the line that a library points at instead of the call's", () => {
    assert.deepEqual(
      direct(delivered("q-chain.js")).filter((site) => site.includes("calls-back +")),
      ["5 calls-back +: 6", "7 calls-back +: 6"],
    );
  });

  it("delivers the errors of a stream to who listens for them", () => {
    const { sites } = stackOf("events.js");
    assert.deepEqual(
      sites.filter(({ mode, helper }) => mode === "error" && helper === "none").map((site) => site.swallowed),
      [false, false, false],
    );
  });

  it("finds no line where the function ends the process instead, and says that it does", () => {
    const { sites } = stackOf("exits-on-error.js");
    const heard = sites.filter(({ mode }) => mode === "error");
    assert.deepEqual(
      new Set(heard.map(({ crash, reportedLine }) => `${crash} ${reportedLine}`)),
      new Set(["exit null"]),
    );
  });

  it("names how an error escapes", () => {
    const { sites } = stackOf("fs-callback.js");
    const crashes = sites
      .filter(({ line, mode, helper }) => line === 5 && mode !== "error" && helper === "none")
      .map(({ mode, layer, crash, reportedLine }) => `${mode} ${layer}: ${crash} ${reportedLine}`);
    assert.deepEqual(crashes, [
      "throw calls-back: uncaughtException 5",
      "async-throw calls-back: uncaughtException null",
      "throw async: null 5",
      "async-throw async: unhandledRejection null",
    ]);
  });

  it("names lines of the TypeScript source", () => {
    const { sourceMaps, sites } = stackOf("typed.ts");
    assert.equal(sourceMaps.level, 4);
    assert.deepEqual([...new Set(sites.map(({ line }) => line))], [15]);
  });
});
