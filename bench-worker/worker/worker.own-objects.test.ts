import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { completed, type Job } from "./fixtures/run-worker.ts";

const STORE = `const fs = require("node:fs/promises");
exports.Store = class { constructor(folder) { this.folder = folder; } find(id) { return fs.readFile(this.folder + id); } };`;

/** What a function of `target.ts` comes to in a project of some files. */
async function measured(text: string, files: Readonly<Record<string, string>>, more: Partial<Job> = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-own-objects-"));
  try {
    await mkdir(path.join(folder, "src"));
    for (const [name, content] of Object.entries({ "package.json": "{}", ...files }))
      await writeFile(path.join(folder, name), content);
    const job = { text, budget: 1, options: { concurrency: [1] }, ...more };
    const { remarks = [], learnt, counters } = await completed(path.join(folder, "src/target.ts"), job);
    const codes = remarks.map(({ code, severity }) => `${code} ${severity}`);
    return { codes, remarks, learnt, ioCalls: counters?.ioCalls };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("An object of the project's own in the place of a stand-in", () => {
  const load =
    "export async function load(store, ids) { for (const id of ids) await store.find(id); return await store.find(0); }";

  it("is of its one class that has the methods which are called: they run, and what they call counts", async () => {
    const { codes, remarks, ioCalls } = await measured(load, { "src/store.js": STORE });
    assert.deepEqual(codes, ["own-objects caution"]);
    assert.deepEqual(remarks[0]!.data, { files: ["src/store.js"] });
    assert.match(remarks[0]!.text, /store by src\/store\.js/);
    assert.equal(ioCalls, 3);
    const without = STORE.replace("return fs.readFile(this.folder + id)", "return id");
    assert.equal((await measured(load, { "src/store.js": without })).ioCalls, 0);
  });

  it("is what its factory gives, where the type or the name of the stand-in tells which of several", async () => {
    const ofType = (type: string): string => `export function make${type}(folder?: string): ${type} {
  return { async find(id) { ${type === "Rows" ? "" : 'await import("node:fs/promises").then((fs) => fs.readFile(id));'} return id; } };
}`;
    const files = { "src/a.ts": ofType("Rows"), "src/b.ts": ofType("Texts") };
    assert.equal((await measured(load.replace("store,", "store: Rows,"), files)).ioCalls, 0);
    assert.equal((await measured(load.replace("store,", "store: Texts,"), files)).ioCalls, 3);
    assert.deepEqual((await measured(load, files)).codes, ["stand-ins-called decisive"]);
    const named = { "src/store.ts": ofType("Rows"), "src/b.ts": ofType("Texts") };
    assert.equal((await measured(load, named)).ioCalls, 0);
  });

  it("is none that cannot be constructed, or with which the call fails", async () => {
    for (const body of [
      'constructor() { throw new Error("no"); } find() {}',
      'find() { throw new Error("no"); }',
    ]) {
      const files = { "src/store.js": `exports.Store = class { ${body} };` };
      assert.deepEqual((await measured(load, files)).codes, ["stand-ins-called decisive"], body);
    }
  });

  it("is none of its own class where a method calls one of its own name", async () => {
    const text =
      "export class Store { async find(id) { return await this.inner.find(id); } inner: any; constructor(inner) { this.inner = inner; } }";
    assert.deepEqual((await measured(text, { "src/target.ts": text })).codes, ["stand-ins-called decisive"]);
  });

  it("is there in the processes that follow", async () => {
    const files = { "src/store.js": STORE };
    const { learnt } = await measured(load, files);
    assert.ok(learnt);
    const second = await measured(load, files, { learnt, measure: "stack", withConstants: false });
    assert.deepEqual([second.ioCalls, second.learnt], [3, undefined]);
  });
});
