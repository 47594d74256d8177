import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { access, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../../bench-worker/document.ts";
import { installedRuntime } from "./installed-runtime.ts";

// Every engine that there are packages of, beside those that all tests run on: some 400 MB, fetched once. Needs a build.

const root = path.join(import.meta.dirname, "..", "..");
const ES5 = "bench-worker/any-engine/fixtures/es5.js";
const CALLBACKS = "variants/callbacks.js";
const AWAITS = "variants/async-await.js";

/** What each can read: ECMAScript 5 all, the gallery those that know ECMAScript 2015, async functions the later. */
const ENGINES: Readonly<Record<string, readonly string[]>> = {
  "node@0.10": [ES5],
  "node@0.12": [ES5],
  "node@4": [ES5],
  "node@6": [ES5, CALLBACKS],
  ...Object.fromEntries(
    ["node@7", "node@8", "node@10", "node@12", "node@14", "node@16", "node@18", "bun", "deno"].map((name) => [
      name,
      [ES5, CALLBACKS, AWAITS],
    ]),
  ),
};

async function bench(
  name: string,
  files: readonly string[],
  more: readonly string[] = [],
): Promise<BenchmarkDocument> {
  const words = [
    "dist/cli.cjs",
    "bench",
    ...files,
    "--runtime",
    name,
    "--budget",
    "1s",
    "--n",
    "10",
    "--json",
    ...more,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 1e8 }).catch(
    // What could not be measured has an answer, and an exit code of its own.
    (error: unknown) => error as { stdout: string },
  );
  return parseBenchmarkDocument(JSON.parse(stdout));
}

const FIXTURES = "bench-worker/any-engine/fixtures";
/** How each function, or file, ends, and what is said of it: of the reason, or of the warnings where it is measured all the same. */
const ENDINGS: readonly (readonly [target: string, state: string, says: RegExp])[] = [
  ["endings.js#never", "failed", /^never never settled/],
  [
    "endings.js#exits",
    "failed",
    /^process\.exit\(3\) was called at line 8: the function would end the process\.$/,
  ],
  ["endings.js#overflows", "failed", /RangeError: Maximum call stack size exceeded\.$/],
  [
    "endings.js#escapes",
    "failed",
    /^An error escaped from escapes at line 22 as an uncaught exception: Error: away\.$/,
  ],
  ["endings.js#fails", "failed", /^fails failed at line 36 .*: Error: went wrong\.$/],
  ["endings.js#twice", "completed", /^twice calls its callback more than once\./],
  ["endings.js#chatters", "completed", /^/],
  [
    "throws-es5.js",
    "failed",
    /^throws-es5\.js threw at line 3 while it was loading on .*: TypeError: .*[^.]\.$/,
  ],
  [
    "wrong.js",
    "unsupported",
    /cannot read wrong\.js (?:at line 5|or a file that it requires): SyntaxError: [^/]*$/,
  ],
  ["module.mjs", "unsupported", /^module\.mjs is an ECMAScript module, and on .* only CommonJS modules/],
];
const REJECTS = [
  "endings.js#rejects",
  "failed",
  /at line 28 as an unhandled rejection: Error: nobody\.$/,
] as const;
/** What does not come back, on some: it takes as long as the least patience. */
const ENDLESS_ON = ["node@0.10", "node@12", "bun", "deno"];

const HOSTILE = "bench-worker/any-engine/fixtures/made-code.js";
/** Its functions by what they try to get out by. */
const WAYS = { "code that is made": "madeCode", "modules that are loaded": "otherWays" };
/** Those that have promises. */
const HOSTILE_ON = Object.keys(ENGINES).filter((name) => !/^node@0/.test(name));

describe("the worker for any engine", function () {
  this.timeout(600_000);

  for (const name of HOSTILE_ON) {
    for (const [what, target] of Object.entries(WAYS)) {
      it(`keeps ${what} at run time within the process on ${name}`, async function () {
        if ((await installedRuntime(name)) === null) this.skip();
        const escaped = path.join(root, path.dirname(HOSTILE), "escaped.txt");
        await rm(escaped, { force: true });
        const { results } = await bench(name, [`${HOSTILE}#${target}`]);
        const reason = results[0]!.reason ?? "";
        // Node 16 falls over where it has nothing to import by.
        const fallsOver = name === "node@16" && target === "madeCode";
        if (!fallsOver || !/^The process ended by SIGSEGV/.test(reason)) {
          assert.match(reason, /^It calls .*, which is faked only on Node 20/);
        }
        await assert.rejects(access(escaped), { code: "ENOENT" });
      });
    }
  }

  for (const name of Object.keys(ENGINES)) {
    it(`says how whatever goes wrong has ended on ${name}`, async function () {
      if ((await installedRuntime(name)) === null) this.skip();
      const endings = [...ENDINGS, ...(HOSTILE_ON.includes(name) ? [REJECTS] : [])];
      const files = endings.map(([target]) => `${FIXTURES}/${target}`);
      const { results } = await bench(name, files, ["--only", "time", "--budget", "100ms"]);
      for (const [index, [target, state, says]] of endings.entries()) {
        const { reason, hint, warnings, ...result } = results[index]!;
        assert.equal(result.state, state, `${target}: ${reason}`);
        assert.match(reason ?? warnings.join("\n"), says);
        if (state !== "completed") assert.match(hint!, /\.$/);
      }
    });
  }

  for (const name of ENDLESS_ON) {
    it(`tells the line of a loop that does not end on ${name}`, async function () {
      if ((await installedRuntime(name)) === null) this.skip();
      const { results } = await bench(
        name,
        [`${FIXTURES}/loops.js`],
        ["--only", "time", "--budget", "100ms"],
      );
      assert.equal(results[0]!.state, "timed-out");
      assert.equal(results[0]!.reason, "loops does not come back: it was still busy at line 5.");
    });
  }

  for (const [name, files] of Object.entries(ENGINES)) {
    it(`measures time, memory and stack traces on ${name}`, async function () {
      // Not every platform has every engine.
      if ((await installedRuntime(name)) === null) this.skip();
      const { environment, results } = await bench(name, files);
      const [engine, version = ""] = name.split("@");
      assert.equal(environment.runtime, engine);
      assert.ok(environment.version.startsWith(version), environment.version);
      for (const { state, reason, time, memory, stackTraces, counters } of results) {
        assert.equal(state, "completed", reason);
        assert.ok(time!.nanosecondsPerCall.median > 0);
        assert.ok(memory!.bytesInFlightPerCall!.median > 0);
        assert.ok(stackTraces!.sites.length > 0);
        assert.ok(counters!.ioCalls > 0);
      }
      assert.deepEqual(
        results.map(({ counters }) => counters!.ioCalls),
        files.map((file) => (file === ES5 ? 2 : 7)),
      );
    });
  }
});
