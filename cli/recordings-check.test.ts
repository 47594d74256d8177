import assert from "node:assert/strict";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { bundledRecorder } from "../bench-worker/fixtures/bundled-recorder.ts";
import { bundledWorker } from "../bench-worker/fixtures/bundled-worker.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { recordCommand } from "./record.ts";
import type { RecordingsCheckDocument } from "./recordings-document.ts";
import { recordingsCommand } from "./recordings.ts";
import { runOnTerminal } from "./run-command.ts";
import { jsonSchemas } from "./schemas.ts";
import type { Terminal } from "./terminal.ts";

const SOURCE = `const { readFile } = require("node:fs/promises");

async function size(file) {
  return (await readFile(file, "utf8")).length;
}

async function both(file, other) {
  const one = await readFile(file, "utf8");
  const two = await readFile(other, "utf8");
  return one + two;
}

module.exports = { size, both };
`;
/** Between calls it takes a rest: the first one that a process keeps may use up what others get in the same tenth of a second. */
const MAIN = `import { setTimeout as rest } from "node:timers/promises";
import { size, both } from "./files.js";
await size("package.json");
await rest(200);
await size("main.mjs");
await rest(200);
await both("package.json", "main.mjs");
`;

describe("async-cost recordings check", () => {
  let folder: string;
  const recording = (): string => path.join(folder, ".async-cost/recordings/files.js.json");

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-check-")));
    await writeFile(path.join(folder, "package.json"), "{}");
    await writeFile(path.join(folder, "files.js"), SOURCE);
    await writeFile(path.join(folder, "main.mjs"), MAIN);
    const services = {
      environment: process.env,
      cache: path.join(folder, "node_modules", ".cache"),
      run: runOnTerminal,
      now: () => new Date(),
    };
    const words = [process.execPath, "main.mjs"];
    assert.equal(await recordCommand(words, {}, fakeTerminal(folder), bundledRecorder(), services), 0);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function check(targets: string[] = [], json = false, change: Partial<Terminal> = {}) {
    const terminal = fakeTerminal(folder, change);
    const code = await recordingsCommand(["check", ...targets], { json }, terminal, bundledWorker());
    return { code, out: terminal.out(), error: terminal.error() };
  }
  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["recordings-check.schema.json"]!);
  function documentOf(out: string): RecordingsCheckDocument {
    const document = JSON.parse(out) as RecordingsCheckDocument;
    assert.ok(validate(document), JSON.stringify(validate.errors));
    return document;
  }

  it("says of each function how many of its calls are as they were recorded", async () => {
    const { code, out, error } = await check();
    assert.deepEqual(out.split("\n"), [
      "files.js:3 size: 2 of 2 calls as recorded",
      "files.js:7 both: 1 of 1 call as recorded",
      "All: 3 of 3 calls as recorded; 2 of 2 functions are measured by a recorded call",
      "",
    ]);
    assert.deepEqual([code, error], [0, ""]);
    const one = await check(["files.js#size"], true);
    assert.deepEqual(documentOf(one.out), {
      ...{ calls: 2, same: 2, stale: 0, functions: 1, functionsSame: 1 },
      ...{ refused: 0, different: [] },
    });
  });

  it("names the calls that end otherwise, and why, which the exit code tells", async () => {
    const text = await readFile(recording(), "utf8");
    const ended = `"value": ${MAIN.length}`;
    assert.equal(text.split(ended).length, 2, "one call ends so");
    await writeFile(recording(), text.replace(ended, '"value": 1'));
    const { code, out } = await check([], true);
    assert.equal(code, 1);
    const { different, ...counts } = documentOf(out);
    assert.deepEqual(counts, { calls: 3, same: 2, stale: 0, functions: 2, functionsSame: 2, refused: 0 });
    assert.deepEqual(different, [
      {
        ...{ file: "files.js", function: "size", line: 3, call: 2, code: "other-outcome" },
        why: `Played, it gave ${MAIN.length}, and 1 when it was recorded.`,
        difference: { where: "", recorded: "1", played: `${MAIN.length}` },
      },
    ]);
    const said = await check(["files.js#size"]);
    assert.equal(said.code, 1);
    assert.match(
      said.out,
      /^files\.js:3 size: 1 of 2 calls as recorded\n {2}call 2: Played, it gave .*\nAll: 1 of 2 calls/,
    );
  });

  it("plays no call of a function whose text has changed, and finds those that have moved", async () => {
    const moved = `// A comment\n${SOURCE.replace("one + two", "two + one")}`;
    await writeFile(path.join(folder, "files.js"), moved);
    const { code, out } = await check();
    assert.equal(code, 0);
    assert.match(out, /size: 2 of 2 calls as recorded\n.*both: 1 stale, not played\nAll: 2 of 2 calls/);
  });

  it("tells a terminal how far it is", async () => {
    assert.equal(
      (await check(["files.js#both"], false, { barColumns: 80 })).error,
      "\r1 of 1 calls played\n",
    );
  });

  it("says where nothing is recorded", async () => {
    await rm(path.join(folder, ".async-cost"), { recursive: true });
    const { code, out } = await check();
    assert.deepEqual([code, out.split(";")[0]], [0, "No call is recorded here"]);
    assert.deepEqual(documentOf((await check([], true)).out), {
      calls: 0,
      same: 0,
      stale: 0,
      functions: 0,
      functionsSame: 0,
      refused: 0,
      different: [],
    });
  });
});
