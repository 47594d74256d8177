import assert from "node:assert/strict";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { completed } from "./fixtures/run-worker.ts";

/** A package that asks values for what they wrap, until there is nothing more in one. */
const PACKAGE = `const plain = (value) => (typeof value.unwrapped === "function" ? plain(value.unwrapped()) : value);
exports.query = async (db, value) => db.run(plain(value));`;

describe("a package that unwraps values", () => {
  it("takes what is made up for the value itself, as that would have something in it without end", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-unwrapping-"));
    try {
      const inPackage = path.join(folder, "node_modules/unwraps");
      await mkdir(inPackage, { recursive: true });
      await writeFile(path.join(inPackage, "index.js"), PACKAGE);
      const file = path.join(folder, "target.js");
      const text = `const { query } = require("unwraps");
module.exports = async (db, item) => { await query(db, item.id); await db.load(item.id); };`;
      await writeFile(file, text);
      const { counters, fakes, warnings } = await completed(file, { budget: 1 });
      assert.equal(counters.ioCalls, 1);
      assert.doesNotMatch(warnings.join("\n"), /unwraps/);
      const names = fakes.map(({ expression }) => expression);
      assert.ok(names.includes("db.run"), "the package ran");
      assert.ok(!names.some((name) => name.includes("unwrapped")));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
