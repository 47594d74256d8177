import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const measured = async (text: string) => {
  const {
    counters,
    scenario,
    remarks = [],
  } = await completed("fs-await.js", {
    ...{ text: `const fs = require("node:fs/promises");\nmodule.exports = ${text}` },
    ...{ budget: 1, options: { concurrency: [1] } },
  });
  const { ioCalls, criticalPath, byItems } = counters;
  const keys = (scenario?.values ?? []).flatMap(({ what, rule }) => (rule === "keys" ? [what] : []));
  return { ioCalls, criticalPath, law: byItems?.ioCalls, keys, codes: remarks.map(({ code }) => code) };
};

describe("A stand-in that is asked for its keys", () => {
  it("has some where the call does not come to all of its I/O calls without, and they are a list of the law", async () => {
    const ofFile = await measured(`async (file, registry) => {
  const pkg = JSON.parse(await fs.readFile(file, "utf8"));
  for (const [name, version] of Object.entries(pkg.dependencies)) await registry.install(name, version);
};`);
    assert.deepEqual([ofFile.ioCalls, ofFile.criticalPath, ofFile.law], [3, 3, { once: 1, perItem: 1 }]);
    assert.equal(ofFile.keys.length, 1);
    assert.ok(!ofFile.codes.includes("left-out"));
    const inLoop = await measured(`async (db) => {
  const config = await db.load();
  for (const key in config.routes) await db.put(key);
};`);
    assert.deepEqual([inLoop.ioCalls, inLoop.keys], [3, ["db.load().routes"]]);
  });

  it("has none where they bring no further I/O call", async () => {
    const { ioCalls, keys, codes } = await measured(`async (db, options) => {
  const names = Object.keys(options).join();
  if ((await db.load(names)) === 7) await db.put(names);
};`);
    assert.deepEqual([ioCalls, keys], [1, []]);
    assert.ok(codes.includes("left-out"));
  });

  it("has none where all I/O calls are made without", async () => {
    const { ioCalls, keys } = await measured(
      "async (db, options) => await db.put(Object.keys(options.more));",
    );
    assert.deepEqual([ioCalls, keys], [1, []]);
  });
});
