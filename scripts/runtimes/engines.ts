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

async function bench(name: string, files: readonly string[]): Promise<BenchmarkDocument> {
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
  ];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 1e8 }).catch(
    // What could not be measured has an answer, and an exit code of its own.
    (error: unknown) => error as { stdout: string },
  );
  return parseBenchmarkDocument(JSON.parse(stdout));
}

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
