import assert from "node:assert/strict";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { recordProject } from "../fixtures/record-project.ts";
import { recordingOf } from "../host/recordings/find.ts";

const FILES = {
  "package.json": "{}",
  "reader.js": `const fs = require("node:fs");
module.exports = function readIt(file, cb) {
  fs.readFile(file, "utf8", (error, text) => cb(error, text));
};`,
  "load.js": `const read = require("./reader.js");
module.exports = function load(file, cb) {
  read(file, cb);
};`,
  "later.js": `const { setImmediate: soon } = require("node:timers");
const defer = typeof setImmediate === "function" ? setImmediate : process.nextTick;
const wait = (ms, done) => setTimeout(done, ms);
function give(value, cb) { defer(cb, null, value); }
function next(cb) { soon(() => wait(1, cb)); }
module.exports = { give, next };`,
  "main.js": `const { give, next } = require("./later.js");
give(1, (error, value) => next(() => value));
require("./load.js")(__filename, (error, text) => {
  if (error || text.length === 0) process.exitCode = 1;
});`,
};

describe("a function that is called by another name than its own", () => {
  let root: string;
  before(async function () {
    this.timeout(60_000);
    root = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-other-name-")));
    for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(root, name), text);
    await recordProject(root, [process.execPath, "main.js"]);
  });
  after(() => rm(root, { recursive: true, force: true }));

  it("is recorded, and its I/O calls are those of its caller", async () => {
    const recorded = await Promise.all(
      ["reader.js", "load.js"].map(async (name) => {
        const found = await recordingOf(path.join(root, name));
        assert.equal(found?.read.state, "read", name);
        return found.read.recording.functions.map(({ paths }) => paths.map(({ sites }) => sites));
      }),
    );
    assert.deepEqual(recorded, [[[["3:6 fs.readFile"]]], [[["reader.js:3:6 fs.readFile"]]]]);
  });

  it("is a timer where it is one of Node's, and known by that in its recording", async () => {
    const found = await recordingOf(path.join(root, "later.js"));
    assert.equal(found?.read.state, "read");
    const called = found.read.recording.functions.map(({ name, paths }) => [
      name,
      paths.flatMap(({ kept }) => kept.map(({ answers }) => answers.map((one) => one.expression))),
    ]);
    assert.deepEqual(called, [
      ["wait", [["setTimeout"]]],
      ["give", [["setImmediate"]]],
      ["next", [["setImmediate", "setTimeout"]]],
    ]);
  });
});
