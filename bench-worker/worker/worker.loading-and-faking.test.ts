import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import type { TargetRun } from "../protocol.ts";
import { completed, ended, runWorker } from "./fixtures/run-worker.ts";

const NODES_FS = { kind: "promise", from: "default", why: "Node's own fs" } as const;

const expressions = (target: TargetRun): string[] => target.fakes.map(({ expression }) => expression);

describe("a worker that loads and fakes", () => {
  it("runs TypeScript with its imports, whose function is not exported", async () => {
    assert.deepEqual(expressions(await completed("typed.ts")), ["fs.promises.stat"]);
  });

  it("runs the scripts of a component with the names its compiler would give, and imports from another", async () => {
    const [result] = await runWorker(["component.vue"]);
    assert.equal(result?.state, "completed", JSON.stringify(result));
    assert.deepEqual(result.counters.ioCalls, 2);
  });

  it("compiles made-up files to WebAssembly, and compresses made-up text", async () => {
    const text = `const fs = require("fs/promises");
module.exports = async (path, texts, imports) => {
  const module = await WebAssembly.compile(await fs.readFile(path));
  const { exports } = await WebAssembly.instantiate(module, imports);
  const packed = new Blob([texts.first]).stream().pipeThrough(new CompressionStream("gzip"));
  return [exports.pack(await new Response(packed).arrayBuffer()), path];
};`;
    const { counters, fakes } = await completed("fs-await.js", { text });
    const names = [
      "fs.promises.readFile",
      "WebAssembly.compile",
      "WebAssembly.instantiate",
      "CompressionStream",
    ];
    assert.deepEqual(
      names.filter((name) => fakes.some(({ expression }) => expression === name)),
      names,
    );
    assert.equal(counters.ioCalls, 4);
  });

  it("counts what a call begins as it settles, by a pipe or behind its callback, and says where it goes on", async () => {
    const counts = async (text: string): Promise<unknown> => {
      const { counters, warnings } = await completed("fs-await.js", { text });
      const said = warnings.filter((one) => /Later calls|goes on/.test(one)).map((one) => one.slice(0, 66));
      return [counters.ioCalls, counters.criticalPath, ...said];
    };
    const sends = `const fs = require("fs");
module.exports = async (file, response) => {
  await fs.promises.stat(file);
  fs.createReadStream(file).pipe(response);
};`;
    assert.deepEqual(await counts(sends), [2, 1]);
    const answers = `module.exports = (db, callback) => {
  db.load("a", (error, row) => {
    callback(error, row);
    db.log("loaded", () => {});
  });
};`;
    assert.deepEqual(await counts(answers), [2, 1]);
    const goesOn = `module.exports = async (db) => {
  void db.open().then(() => db.count().then(() => db.close()));
  return await db.load();
};`;
    assert.deepEqual(await counts(goesOn), [
      3,
      1,
      "A call goes on after it has settled, and makes 4 I/O calls in all ",
    ]);
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
        why: "its promise is used in line 8",
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
    assert.match(target.warnings.join("\n"), /Globals .* nothing that was loaded sets them: audit\./);
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

  it("says of a function that polls by ticks that it does not come back", async () => {
    const polling = (nextTick: string): string => `const { nextTick } = require("node:process");
        module.exports = async function work(job) {
          await job.load();
          const look = () => ${nextTick}(look);
          look();
          await job.store();
        };`;
    for (const nextTick of ["process.nextTick", "nextTick"]) {
      const { reason } = await ended("fs-await.js", { text: polling(nextTick) });
      assert.match(reason, /^work does not come back: .* still busy/);
    }
  });

  it("makes up what the project imports where that reaches for what has no fake by another package", async () => {
    const run = await completed("fs-await.js", {
      text: `const queues = require("queues");
        const rules = require("rules");
        module.exports = async function send(mail) { await queues.add(rules.checked({ mail })); };`,
    });
    assert.deepEqual([run.counters.ioCalls, expressions(run)], [1, ["queues", "queues.add"]]);
    const warnings = run.warnings.join(" ");
    assert.match(
      warnings,
      /package queues was made up, as dials-later, which it uses, reaches for what has no fake/,
    );
    assert.doesNotMatch(warnings, /apart from/);
  });

  it("goes through keys of what was made up where I/O calls stand behind them", async () => {
    const run = await completed("fs-await.js", {
      text: `module.exports = async function sync(db, options) {
        for (const key in options) await db.configure(key);
        const delayed = await db.delayedAt();
        for (const at in delayed) await db.remove(delayed[at]);
      };`,
    });
    assert.equal(run.counters.ioCalls, 5);
    assert.doesNotMatch(run.warnings.join("\n"), /are no part of the numbers/);
  });

  it("makes up what an instance lacks where the call fails without", async () => {
    assert.equal((await completed("lacking.js")).counters.ioCalls, 1);
  });

  it("answers fetch", async () => {
    assert.deepEqual(expressions(await completed("fetcher.js")), ["fetch"]);
  });

  it("has what only browsers have where it is used, and not where it is looked for", async () => {
    const used = await completed("fs-callback.js", {
      text: `module.exports = function load(done) {
        const request = new globalThis.XMLHttpRequest();
        request.onload = () => done(null, request.status);
        request.open("GET", "/items");
        request.send();
      };`,
    });
    assert.deepEqual([used.counters.ioCalls, expressions(used).includes("XMLHttpRequest")], [1, true]);
    const lookedFor = await completed("fs-await.js", {
      text: `module.exports = async function load(db) {
        if (typeof XMLHttpRequest !== "undefined") await db.begin();
        return await db.get("x");
      };`,
    });
    assert.deepEqual(expressions(lookedFor), ["db.get"]);
  });

  it("makes up the body or JSON that is answered", async () => {
    const runs = await runWorker(["fetcher.js", "forecast.js", "lists-days.js", "lists-items.js"]);
    const uses = runs.map((run) =>
      run.state === "completed" ? run.fakes.map(({ expression, why }) => [expression, why]) : run.reason,
    );
    const command = [["child_process.execFile", "Node's own child_process"]];
    const body = "its body is made up as the source reads it";
    assert.deepEqual(uses, [[["fetch", body]], [["fetch", body]], command, command]);
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
    const runs = await runWorker(["consumes.js", "gives-up.js", "gaps.js", "admits.js", "leaves-early.js"], {
      budget: 1,
    });
    const [consumes, givesUp, gaps, admits, leaves] = runs.map((run) =>
      run.state === "completed" ? run : assert.fail(`${run.reason} ${run.hint}`),
    );
    assert.match(expressions(consumes!).join(), /db\.save/);
    assert.doesNotMatch(expressions(consumes!).join(), /deadLetter/);
    assert.doesNotMatch(consumes!.warnings.join(), /caught/);
    // A package is made up rather than a refusal that is caught.
    assert.match(expressions(admits!).join(), /picky.*transform.*db\.find/);
    assert.match(admits!.warnings.join(), /picky was made up, as it refused.*wants the right text/);
    // What stands behind an exit that made-up values take is said to be missed.
    assert.deepEqual(expressions(leaves!), ["users.find"]);
    assert.match(leaves!.warnings.join(), /users\.save at line \d+ is no part of the numbers/);
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
