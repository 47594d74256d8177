import assert from "node:assert/strict";
import type { TargetRun } from "../protocol.ts";
import { completed, runWorker } from "./fixtures/run-worker.ts";

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
    ...["events.js", "exits-on-error.js", "typed.ts", "copies.ts", "wrapped-callbacks.js"],
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

  it("finds the callbacks of clients and of Node's modules that are called with more than an answer", () => {
    assert.deepEqual(
      direct(delivered("wrapped-callbacks.js")).filter((site) => site.includes("calls-back")),
      ["9 calls-back: 9", "13 calls-back: 13", "17 calls-back: 17"],
    );
  });

  it("finds the callbacks of a module whose types and imports are gone when it runs", () => {
    assert.deepEqual(direct(delivered("copies.ts")), [
      "5 calls-back: 5",
      "5 async: 5",
      "7 calls-back: 7",
      "7 async: 7",
    ]);
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

  it("puts no end of the process down to a call that a module brings about as it loads, then or later", async () => {
    const texts = ["try { process.exit(1) } catch {}", "setTimeout(() => process.exit(1), 5);"].map(
      (exit) => `${exit}\nmodule.exports = async function read(db) {\n  await db.get(1);\n};`,
    );
    const all = await runWorker(["fs-await.js", "query-builder.js", "fs-await.js"], {
      measure: "stack",
      texts: [...texts, texts[0]!],
    });
    for (const run of all) {
      if (run.state !== "completed") assert.fail(`${run.state}: ${run.reason}`);
      assert.deepEqual(
        run.stack!.sites.filter(({ crash }) => crash === "exit"),
        [],
      );
    }
  });

  it("are placed where a query was built, as what waits for it has no frame of the target", async () => {
    const { stack } = await completed("fs-await.js", {
      measure: "stack",
      text: `const User = require("mongoose").model("User");
module.exports = async (ids) => {
  for (const id of ids) {
    const user = await User.findById(id)
      .lean();
    await user.save();
  }
};`,
    });
    const lines = new Set(stack!.sites.map(({ expression, line }) => `${expression} ${line}`));
    assert.deepEqual(
      [...lines].map((one) => one.replace(/^.*[.]/, "")),
      ["lean() 5", "save 6"],
    );
  });
});
