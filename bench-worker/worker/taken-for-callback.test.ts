import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { completed } from "./fixtures/run-worker.ts";
import { isAnswer, takenForCallback } from "./taken-for-callback.ts";

/** A package that answers by a callback where it is given one last, else by a promise. */
const PACKAGE = `const fs = require("fs");
const fromCallback = (fn) => (...given) => typeof given.at(-1) === "function" ? fn(...given)
  : new Promise((resolve, reject) => fn(...given, (error, value) => (error ? reject(error) : resolve(value))));
const fromPromise = (fn) => (...given) => {
  const last = given.at(-1);
  if (typeof last !== "function") return fn(...given);
  given.pop();
  fn(...given).then((value) => last(null, value), last);
};
exports.unlink = fromCallback(fs.unlink);
exports.remove = fromCallback((file, callback) => fs.rm(file, { force: true }, callback));
exports.eachOf = (list, run, last) => { for (const one of list) run(one); last(null, list); };
exports.ensure = fromPromise(async (folder) => fs.promises.mkdir(folder));`;

describe("a made-up value that a package takes for a callback", () => {
  let folder = "";

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-both-ways-"));
    await mkdir(path.join(folder, "node_modules/both-ways"), { recursive: true });
    await writeFile(path.join(folder, "node_modules/both-ways/index.js"), PACKAGE);
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function measured(body: string): Promise<{ ioCalls: number; inSequence: number; said: string }> {
    const file = path.join(folder, "target.js");
    const text = `const both = require("both-ways");\nmodule.exports = ${body};`;
    await writeFile(file, text);
    const { counters, warnings } = await completed(file, {
      text,
      functionStart: text.indexOf("async"),
      budget: 1,
      options: { concurrency: [10] },
    });
    return { ioCalls: counters.ioCalls, inSequence: counters.criticalPath, said: warnings.join("\n") };
  }

  it("is none from there on, so that what it is given to is waited for", async () => {
    const { ioCalls, inSequence, said } = await measured(
      "async (target) => { await both.unlink(target); await both.ensure(target); }",
    );
    assert.deepEqual([ioCalls, inSequence], [2, 2]);
    assert.doesNotMatch(said, /made up|apart/);
  });

  it("is none where a promise was wanted of what came, be it a member or an item", async () => {
    const caught = await measured("async (file) => { await both.unlink(file.path).catch(() => undefined); }");
    assert.deepEqual([caught.ioCalls, caught.inSequence], [1, 1]);
    const items = await measured("async (folders) => { for (const one of folders) await both.ensure(one); }");
    assert.deepEqual([items.ioCalls, items.inSequence], [2, 2]);
  });

  it("is none where the package had no callback to hand on", async () => {
    const removed = await measured("async (file) => { await both.remove(file.path); }");
    assert.deepEqual([removed.ioCalls, removed.inSequence], [1, 1]);
    assert.doesNotMatch(removed.said, /made up/);
  });

  it("is meant to be called where its name says so, the function calls it, or it has no such value", () => {
    const source = (text: string) => ({
      asyncFunction: { name: "f", range: { start: 0, end: text.length } },
      source: { text, file: "/project/target.js" },
    });
    const taken = (name: string, text: string) =>
      takenForCallback({ name, file: "/project/node_modules/both/index.js" }, source(text))?.fakeName;
    assert.equal(taken("file", "async (file) => remove(file)"), "file");
    assert.equal(taken("options.file", "async ({ file }) => remove(file)"), "options.file");
    assert.equal(taken("db.load().path", "async (db) => remove((await db.load()).path)"), "db.load().path");
    assert.equal(taken("files[0]", "async (files) => remove(files[0])"), "files[0]");
    assert.equal(taken("whenDone", "async (whenDone) => { whenDone(null); }"), undefined);
    assert.equal(taken("answer", "async ({ answer: reply }, row) => reply(null, row)"), undefined);
    assert.equal(taken("onEnd", "async (onEnd) => read(onEnd)"), undefined);
    assert.equal(taken("options.logger.write", "async (options) => run(options)"), undefined);
    assert.equal(taken("db.load()", "async (db) => db.load()"), undefined);
  });

  it("is none that its own project calls", async () => {
    const own = await measured(
      "async ({ setUser, api, shown }) => { await api.post('/out'); reset(shown); };\nfunction reset(shown) { shown(null); }",
    );
    assert.equal(own.ioCalls, 1);
    assert.doesNotMatch(own.said, /apart|made up/);
  });

  it("has a package made up, and named, that cannot do without", async () => {
    const { said } = await measured(
      "async (api, rows, sent) => { await api.begin(); both.eachOf(rows, async (row) => { await api.save(row); }, sent); await api.end(); }",
    );
    assert.match(said, /The package both-ways was made up, as it refused made-up values/);
  });

  it("is told by calls as operations make them", () => {
    assert.equal(isAnswer([null, "row"]), true);
    assert.equal(isAnswer([new Error("no")]), true);
    assert.equal(isAnswer([undefined]), false);
    assert.equal(isAnswer(["id"]), false);
  });
});
