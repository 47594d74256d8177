import assert from "node:assert/strict";
import { completed, type Job } from "./fixtures/run-worker.ts";

const MAKES_STORE = `exports.makeStore = function makeStore() {
  const kept = new Map();
  const layer = { open: async () => kept };
  return {
    async get(id) {
      return (await layer.open()).get(id) ?? null;
    },
  };
};`;

const told = async (text: string, more: Partial<Job> = {}) => {
  const { counters, warnings, fakes, preparations } = await completed("uses-data-layer.js", {
    text: `const layer = require("./data-layer.js");\n${text}`,
    ...more,
  });
  return { counters, warnings, preparations, calls: fakes.map(({ expression, line }) => [expression, line]) };
};

describe("Fakes of the project's own", () => {
  it("run for real, and what they complete by ticks counts, in its order", async () => {
    const { counters, calls, warnings } = await told(`module.exports = function copy(from, to, done) {
  layer.get(from, function (error, row) {
    if (error) return done(error);
    layer.get(to, done);
  });
};`);
    assert.deepEqual([counters.ioCalls, counters.criticalPath, counters.mostInFlight], [2, 2, 1]);
    assert.deepEqual(calls, [["layer.get", 3]]);
    assert.deepEqual(warnings, []);
  });

  it("count where they complete by timers and immediates, side by side", async () => {
    const { counters } = await told(`module.exports = async function copy(ids) {
  const rows = await Promise.all([layer.find(1), layer.find(2)]);
  await new Promise((resolve) => layer.put(rows, resolve));
};`);
    assert.deepEqual([counters.ioCalls, counters.criticalPath, counters.mostInFlight], [3, 2, 2]);
  });

  it("are told of by their errors, each at its line", async () => {
    const { stack } = await completed("uses-data-layer.js", {
      text: `const layer = require("./data-layer.js");
module.exports = function load(id, done) {
  layer.get(id, function (error, row) {
    if (error) return done(new Error("not loaded"));
    layer.put(row, done);
  });
};`,
      measure: "stack",
    });
    assert.ok((stack?.sites ?? []).some(({ line }) => line === 3));
  });

  it("do not count beside other I/O, nor do timers that nothing waits for", async () => {
    const beside = await told(`module.exports = async function load(db, id) {
  await layer.find(id);
  return await db.load(id);
};`);
    assert.deepEqual(
      beside.calls.map(([name]) => name),
      ["db.load"],
    );
    const kept = await told(`module.exports = async function keep(row) {
  return await layer.keep({ id: 1 });
};`);
    assert.equal(kept.counters.ioCalls, 0);
  });
});

describe("A call that came to all that its source waits for", () => {
  it("makes no I/O call where these are the project's own functions, and ran", async () => {
    const { counters, warnings, preparations } = await completed("makes-store.js", {
      text: MAKES_STORE,
      functionStart: MAKES_STORE.indexOf("async get"),
    });
    assert.equal(counters.ioCalls, 0);
    assert.deepEqual(
      preparations!.map(({ what }) => what),
      ["made"],
    );
    assert.ok(!warnings.some((one) => one.includes("numbers of a call without I/O")));
    assert.ok(
      warnings.some((one) =>
        /^It made no I\/O call: .*layer\.open at line 6.* ran and made none\.$/.test(one),
      ),
    );
  });

  it("makes one where a stand-in gave what the project's own functions handed on until it was waited for", async () => {
    const text = `const answerOf = (runner, sql) => runner.client.stream(sql);
exports.Runner = class Runner {
  constructor(client) {
    this.client = client;
  }
  async connected(run, sql) {
    return run(this, sql);
  }
  async stream(sql) {
    await this.connected(answerOf, sql);
  }
};`;
    const { counters, fakes } = await completed("runner.js", {
      text,
      functionStart: text.indexOf("async stream"),
    });
    assert.equal(counters.ioCalls, 1);
    const io = fakes.filter(({ kind }) => kind !== "sync");
    assert.deepEqual(
      io.map(({ expression, kind }) => [expression, kind]),
      [["client.stream", "promise"]],
    );
  });

  it("makes one where a getter, or a function that keeps it, gave it before it was waited for", async () => {
    for (const [read, members] of [
      ["this.size", "get size() { return this.db.count(); }"],
      ["this.byId(1)", "byId(id) { return (this.kept ??= this.db.count(id)); }"],
    ] as const) {
      const text = `exports.Teams = class Teams {
  constructor(db) { this.db = db; }
  ${members}
  async report() { return { found: await ${read} }; }
};`;
      const { counters, fakes } = await completed("runner.js", {
        text,
        functionStart: text.indexOf("async report"),
      });
      const io = fakes.filter(({ kind }) => kind !== "sync").map(({ expression }) => expression);
      assert.deepEqual([counters.ioCalls, io], [1, ["db.count"]], read);
    }
  });

  it("is not known to make none where the project's own functions went through what a stand-in gave, piece by piece", async () => {
    const text = `const { collect } = require("./collect.js");
exports.all = async function all(page) {
  return await collect(page.rows());
};`;
    const { counters, warnings } = await completed("collects.js", {
      text,
      functionStart: text.indexOf("async function all"),
    });
    assert.ok(!warnings.some((one) => one.startsWith("It made no I/O call")));
    assert.ok(counters.ioCalls > 0 || warnings.some((one) => one.includes("numbers of a call without I/O")));
  });

  it("is not made up further where it ran well and only did not come to some: no function of its project becomes an I/O call for that", async () => {
    const text = `exports.makeLoader = function makeLoader() {
  const parts = new Map();
  const loadPart = async (part) => await part.load();
  return {
    async load() {
      for (const part of parts.values()) await loadPart(part);
      return parts.size;
    },
  };
};`;
    const { counters, warnings, preparations } = await completed("makes-loader.js", {
      text,
      functionStart: text.indexOf("async load()"),
    });
    assert.equal(counters.ioCalls, 0);
    assert.deepEqual(
      preparations!.map(({ what }) => what),
      ["made"],
    );
    assert.ok(warnings.some((one) => one.includes("numbers of a call without I/O")));
  });
});
