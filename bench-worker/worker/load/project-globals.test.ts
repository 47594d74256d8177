import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runWorker } from "../fixtures/run-worker.ts";
import { setterOf } from "./project-globals.ts";

/** A project whose start sets globals, and files that take them from there. */
const PROJECT: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "boot/start.js":
    "global.Request = class { constructor(path) { this.path = path; } };\nglobal.db = null;\nglobal.parallel = 10;\n",
  "test/set-up.js": "global.Response = class {};\n",
  "node_modules/a/index.js": "global.Headers = class {};\n",
  "save.js": "module.exports = async (path) => { const one = new Request(path); await one.save(); };\n",
  "find.js": "module.exports = async (id) => mailer.send(await db.find(id));\n",
  "all.js":
    'const fs = require("fs");\nmodule.exports = (done) => { let left = global.parallel; for (let i = 0; i < global.parallel; i++) fs.readFile("a", () => { if (--left === 0) done(); }); };\n',
  "engine.js": "module.exports = async () => { await new Response(1).findOne(); };\n",
};

describe("globals that a file of the project sets", () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "async-cost-globals-")));
    for (const [name, text] of Object.entries(PROJECT)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (name: string) => {
    const [result] = await runWorker([path.join(folder, name)], { measure: "memory" });
    return result!;
  };

  it("are known by their names, but not those of tests and packages", () => {
    const names = ["Request", "parallel", "Response", "Headers"];
    const found = names.map((name) => setterOf(name, path.join(folder, "save.js")));
    assert.deepEqual(found, ["boot/start.js", "boot/start.js", undefined, undefined]);
  });

  it("take the place of the engine's, and are named with the file that sets them", async () => {
    const result = await run("save.js");
    assert.equal(result.state, "completed");
    assert.match(
      result.warnings.join("\n"),
      /^Globals that it calls were made up, .* sets them: Request \(boot\/start\.js does\)\.$/m,
    );
    assert.deepEqual(result.remarks?.find(({ code }) => code === "globals-made-up")?.data, {
      globals: ["Request"],
      files: ["boot/start.js"],
    });
  });

  it("are told apart from those that no file sets", async () => {
    const { warnings } = await run("find.js");
    assert.match(
      warnings.join("\n"),
      /sets them: mailer, db \(boot\/start\.js does\)\. What runs its program may set others\.$/m,
    );
  });

  it("are named where a call fails that reads them without a value", async () => {
    const result = await run("all.js");
    assert.ok(result.state === "failed");
    assert.match(
      result.reason,
      /never settled: .* gives a value to global\.parallel, which boot\/start\.js sets: give it one at the top of a fakes file/,
    );
  });

  it("leave the engine's where only tests set another", async () => {
    const result = await run("engine.js");
    assert.doesNotMatch(result.warnings.join("\n"), /Globals that it calls/);
  });
});
