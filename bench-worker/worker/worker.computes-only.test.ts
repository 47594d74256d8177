import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { completed } from "./fixtures/run-worker.ts";

const SCHEMA = `class Schema {
  async fill(key, value) { return value === undefined ? this.byDefault(key) : value; }
  byDefault(key) { return this.defaults[key]; }
  async check(item) { return await this.fill("a", item.a); }
  async open() {}
  async create(item) { return { ...item }; }
  refresh() { this.waiting = this.load({}); return this.waiting; }
  tally(item) { const step = (one) => one.n + 1; return item.n > 0 ? this.tally({ n: item.n - 1 }) : step(item); }
  async again(item) { return await item.child.again(item); }
  async load(item) { return await require("node:fs/promises").readFile(item.file); }
}
module.exports = Schema;`;

describe("A call on a stand-in by the name of a function of the project", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-own-"));
    await writeFile(path.join(folder, "package.json"), "{}");
    await writeFile(path.join(folder, "schema.js"), SCHEMA);
  });
  after(() => rm(folder, { recursive: true }));

  const measured = async (text: string) => {
    const job = {
      ...{ text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] } },
    };
    const { counters, remarks = [], learnt, scenario } = await completed(path.join(folder, "item.js"), job);
    const codes = remarks.map(({ code, severity }) => `${code} ${severity}`);
    return { ioCalls: counters.ioCalls, remarks, codes, learnt, values: scenario!.values! };
  };

  it("is no I/O call where all functions of that name only compute, which the result says", async () => {
    const text = `async function save(item, schema, db) {
  await schema.check(item);
  item.a = await schema.fill("a", item.a);
  return await db.put(item);
}`;
    const { ioCalls, codes, remarks, values } = await measured(text);
    assert.equal(ioCalls, 1, "it is db.put alone");
    assert.deepEqual(codes, ["clients-called caution", "own-by-name caution"]);
    assert.match(
      remarks[1]!.text,
      /^schema\.check at line 2, schema\.fill at line 3 are taken for the project's functions of those names/,
    );
    assert.deepEqual(
      values.flatMap(({ what, text: is, rule }) => (rule === "computes-only" ? [`${what} ${is}`] : [])),
      ["check", "fill"].map((name) => `call of schema.${name} is the project's own, and makes no I/O call`),
    );
  });

  it("leaves a call without I/O, of which nothing is said to be missed", async () => {
    const { ioCalls, codes } = await measured("async (items, schema) => await schema.check(items);");
    assert.deepEqual([ioCalls, codes], [0, ["own-by-name caution"]]);
  });

  it("is none as well where what only computes is no asynchronous function, even one that calls itself", async () => {
    const { ioCalls, codes } = await measured("async (item, schema) => await schema.tally(item);");
    assert.deepEqual([ioCalls, codes], [0, ["own-by-name caution"]]);
  });

  it("is one where such a function is empty, leads back to itself or makes I/O calls, clients have one, or nobody", async () => {
    for (const name of ["open", "again", "load", "refresh", "create", "other"]) {
      const { ioCalls, codes } = await measured(`async (item, schema) => await schema.${name}(item);`);
      assert.equal(ioCalls, 1, name);
      assert.ok(!codes.some((code) => code.startsWith("own-by-name")), name);
    }
  });
});
