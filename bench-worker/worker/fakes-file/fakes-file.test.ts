import assert from "node:assert/strict";
import vm from "node:vm";
import { analyze } from "../../../analysis/analyze.ts";
import { loadFakesFile, type ReadFakesFile } from "./load-fakes-file.ts";
import { completed, refused, run } from "../fixtures/with-fakes-file.ts";

const QUERY = `async function up(db, name) {
  const row = await db.get(name);
  if (row.size !== 7) throw new Error("size " + row.size + " of " + name);
}`;

describe("a target with a fakes file", () => {
  it("hears of the events that it gives, by the names that the result lists, chunk by chunk", async () => {
    const { fakes, counters } = await completed(
      `module.exports = function up(stream, done) {
  let sum = 0;
  stream.on("data", ([one]) => (sum += one));
  stream.on("end", () => (sum === 3 ? done(null) : done(new Error("sum " + sum))));
}`,
      `module.exports = { up: { fakes: { "stream.on(data)": { kind: "stream", returns: [[1], [2]] } } } };`,
    );
    assert.deepEqual(
      fakes.map(({ expression, from, calls }) => [expression, from, calls]),
      [
        ["stream.on(data)", "file", 1],
        ["stream.on(end)", "inferred", 1],
      ],
    );
    assert.equal(counters.ioCalls, 3);
  });

  it("fails by an argument that it gives, be it nothing, instead of having it made up", async () => {
    const reason = await refused(
      "module.exports = async function up(db) { return await db.get(1); };",
      "module.exports = { up: { arguments: [null] } };",
    );
    assert.match(reason, /up failed at line 1 .*Cannot read properties of null \(reading 'get'\)/);
  });

  it("gets the arguments, answers, values and environment that it gives, and all else made up", async () => {
    const { fakes, fakesFileLine, warnings } = await completed(
      `const home = process.env.PLACE;
const fs = require("node:fs/promises");
module.exports = async function up(db, name, more) {
  const said = [home, process.env.PLACE, name, (await db.get(name)).size, db.limits.most, await fs.readFile("x", "utf8")];
  if (said.join() !== "here,here,a.txt,7,9,text of x") throw new Error(said.join());
  await more.send();
  return db.log("done");
}`,
      `module.exports = {
  "*": { environment: { PLACE: "here" }, fakes: { "*.limits": { value: { most: 9 } } } },
  up: {
    arguments: (fake) => [fake("db"), "a.txt"],
    fakes: {
      "db.get": { kind: "promise", returns: (name) => ({ size: name.length + 2 }) },
      "fs.promises.readFile": { returns: (name) => "text of " + name },
      "db.log": {},
      "db.gone": { kind: "sync" },
    },
  },
};`,
    );
    assert.deepEqual(
      fakes.map(({ expression, kind, from, why }) => [expression, kind, from, why]),
      [
        ["db.get", "promise", "file", "upload.async-cost.js, line 6"],
        ["fs.promises.readFile", "promise", "file", "upload.async-cost.js, line 7"],
        ["more.send", "promise", "inferred", "its promise is used in line 6"],
        ["db.log", "sync", "inferred", "no wait for it is seen"],
      ],
    );
    assert.equal(fakesFileLine, 3);
    const [standIn, ...others] = warnings;
    assert.match(standIn!, /^It is not known what more\.send at line 6 does/);
    assert.deepEqual(others, [
      "upload.async-cost.js, line 9: up did not use db.gone; what it used is called db.get, fs.promises.readFile, more.send and db.log.",
    ]);
  });

  describe("whose function leaves before its I/O calls", () => {
    const POLLER = `module.exports = class Poller {
  constructor(db) { this.db = db; this.stopped = true; }
  async poll() {
    if (this.stopped) return;
    const { rows } = await this.db.query("all");
    if (rows.length === 1) await this.db.remove(rows[0].id);
  }
};`;
    const poll = async (entry: string) => {
      const { counters, warnings } = await completed(POLLER, `module.exports = { "Poller.poll": ${entry} };`);
      return { ioCalls: counters.ioCalls, said: warnings.join(" ") };
    };

    it("goes on where it gives what leads it past the line that is named, and no further than its answers lead", async () => {
      const { ioCalls, said } = await poll("{}");
      assert.equal(ioCalls, 0);
      assert.match(
        said,
        /left at line 4: `if \(this\.stopped\) return;`\. .* leads it past line 4: async-cost fakes/,
      );
      const going = (rows: string) =>
        poll(
          `{ this: (fake) => ({ db: fake("db"), stopped: false }), fakes: { "db.query": { returns: { rows: ${rows} } } } }`,
        );
      assert.equal((await going("[{ id: 7 }]")).ioCalls, 2);
      assert.equal((await going("[]")).ioCalls, 1);
    });

    it("leaves where it gives what leads it there, which is named", async () => {
      const { ioCalls, said } = await poll('{ this: (fake) => ({ db: fake("db"), stopped: true }) }');
      assert.equal(ioCalls, 0);
      assert.match(said, /given for it at upload\.async-cost\.js, line 1 may be what leads it elsewhere/);
      assert.doesNotMatch(said, /--write/);
    });
  });

  it("goes by the names in the source, and tells of each attempt that failed what it came to", async () => {
    const text = `const { Pool } = require("pg");
const pool = new Pool();
module.exports = async function up() {
  const client = await pool.connect();
  const { rows } = await client.query("select");
  if (rows[0].left + client.processID !== 10) throw new Error("left " + rows[0].left);
};`;
    const given = await completed(
      text,
      'module.exports = { up: { fakes: { "client.query": { returns: { rows: [{ left: 7 }] } }, "client.processID": { value: 3 } } } };',
    );
    assert.deepEqual(
      given.fakes
        .filter(({ calls }) => calls !== undefined)
        .map(({ expression, from }) => [expression, from]),
      [
        ["pool.connect", "default"],
        ["client.query", "file"],
      ],
    );
    assert.deepEqual(given.warnings, []);
    const failed = await run(
      text,
      'module.exports = { up: { fakes: { "client.query": { returns: { rows: [] } }, "db.query": { returns: 1 } } } };',
    );
    assert.equal(failed.state, "failed");
    assert.ok(
      failed.warnings.includes(
        "upload.async-cost.js, line 1: up did not use db.query; what it used is called pool.connect and client.query.",
      ),
      failed.warnings.join("\n"),
    );
    assert.deepEqual(
      failed.fakes.filter(({ calls }) => calls !== undefined).map(({ expression }) => expression),
      ["pool.connect", "client.query"],
    );
  });

  it("refuses an entry by a name in the source for one of two fakes that are the same", async () => {
    assert.equal(
      await refused(
        `const { Pool } = require("pg");
const primary = new Pool(), replica = new Pool();
module.exports = async function up() {
  await primary.query("a");
  await replica.query("b");
};`,
        'module.exports = { up: { fakes: {\n  "replica.query": { returns: { rows: [] } } } } };',
      ),
      "upload.async-cost.js, line 2: primary.query and replica.query cannot be told apart while time is taken. Both are new pg.Pool().query: give an entry of that name, for both.",
    );
  });

  it("gives operations of Node that call back with several values a list, or the first by itself", async () => {
    const { warnings, fakes } = await completed(
      `const dns = require("node:dns");
const look = (name) => new Promise((resolve, reject) =>
  dns.lookup(name, (e, address, family) => e ? reject(e) : resolve(address + "/" + family)));
module.exports = async function up() {
  const said = [await look("a"), await look("b")];
  if (said.join() !== "10.0.0.1/4,10.0.0.2/undefined") throw new Error(said.join());
}`,
      `module.exports = { up: { fakes: {
        "dns.lookup": { returns: (name) => name === "a" ? ["10.0.0.1", 4] : "10.0.0.2" },
      } } };`,
    );
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      fakes.map(({ expression, from }) => [expression, from]),
      [["dns.lookup", "file"]],
    );
  });

  it("has operations of every kind that is said, whatever the source looks like", async () => {
    const { counters, fakes } = await completed(
      `module.exports = async function up(db) {
  const plain = db.a();
  if (plain !== 1) throw new Error("a");
  const promise = db.b();
  if (await promise.then((x) => x) !== 2) throw new Error("b");
  if (await new Promise((resolve, reject) => db.c(5, (e, x) => e ? reject(e) : resolve(x))) !== 6) throw new Error("c");
  if (await new Promise((resolve) => db.d(4)((e, x) => resolve(x))) !== 4) throw new Error("d");
  const chunks = [];
  for await (const chunk of db.e()) chunks.push(chunk);
  if (chunks.join() !== "x,y") throw new Error("e");
  const errors = [];
  try { await db.f(); } catch (error) { errors.push(error.message); }
  try { db.g(); } catch (error) { errors.push(error.message); }
  await new Promise((resolve) => db.h((error) => { errors.push(error.message); resolve(); }));
  if (errors.join() !== "no,RangeError,full") throw new Error(errors.join());
}`,
      `export default { up: { fakes: {
        "db.a": { kind: "sync", returns: 1 },
        "db.b": { kind: "promise", returns: 2 },
        "db.c": { kind: "callback", returns: (n) => n + 1 },
        "db.d": { kind: "thunk", returns: (n) => n },
        "db.e": { kind: "stream", returns: ["x", "y"] },
        "db.f": { kind: "promise", throws: "no" },
        "db.g": { kind: "sync", throws: () => new Error("RangeError") },
        "db.h": { kind: "callback", throws: new Error("full") },
      } } };`,
    );
    assert.deepEqual(fakes.map(({ kind }) => kind).sort(), [
      "callback",
      "callback",
      "promise",
      "promise",
      "stream",
      "sync",
      "sync",
      "thunk",
    ]);
    // The chunks of the stream come with one.
    assert.equal(counters.ioCalls, 6);
  });

  it("waits as long as an operation's own latency says", async () => {
    const target = await run(
      QUERY,
      'module.exports = { up: { fakes: { "db.get": { returns: { size: 7 }, latency: 500 } } } };',
    );
    if (target.state !== "completed") assert.fail(target.reason);
    // Timers are due at whole milliseconds, and a wait may begin within one.
    const [first] = target.time!.series[0]!.milliseconds;
    assert.ok(first !== undefined && first >= 499, String(first));
  });

  it("imports the project's own modules, the same instances that the target has", async () => {
    await completed(
      'const state = require("./shared-state.js");\nmodule.exports = async function up(given, db) {\n  if (given !== state) throw new Error("another");\n  await db.wait();\n};',
      'module.exports = { up: { arguments: [require("./shared-state.js")] } };',
    );
  });

  it("is called on the receiver that it gives", async () => {
    await completed(
      "class Store {\n  async get(id) {\n    if (this.kept !== 3) throw new Error(String(this.kept));\n    await this.db.get(id);\n  }\n}\nmodule.exports = Store;",
      'module.exports = { "Store.get": { this: (fake) => ({ kept: 3, db: fake("db") }) } };',
    );
  });

  it("passes the callback where the file takes it, and asks for it where it does not", async () => {
    const text =
      "module.exports = function up(db, done) {\n  db.get(1, (error, row) => done(error, row));\n};";
    await completed(text, 'module.exports = { up: { arguments: (fake, done) => [fake("db"), done] } };');
    assert.match(
      await refused(text, 'module.exports = { up: { arguments: (fake) => [fake("db"), () => 1] } };'),
      /^upload\.async-cost\.js, line 1: arguments leaves out the callback: write /,
    );
  });

  it("does no real I/O in its fakes file either", async () => {
    await completed(
      QUERY,
      'require("node:fs").writeFileSync("/tmp/async-cost-was-here", "x");\nmodule.exports = { up: { fakes: { "db.get": { returns: { size: 7 } } } } };',
    );
    const { existsSync } = await import("node:fs");
    assert.equal(existsSync("/tmp/async-cost-was-here"), false);
  });

  it("says where the file has a syntax error, or a function that throws", async () => {
    assert.match(
      await refused(QUERY, "module.exports = {\n  up: {{\n};"),
      /^upload\.async-cost\.js has a syntax error at line 2/,
    );
    assert.match(
      await refused(
        QUERY,
        'module.exports = {\n  up: {\n    fakes: { "db.get": { returns: () => nothing.at } },\n  },\n};',
      ),
      /^upload\.async-cost\.js, line 3: it threw ReferenceError: nothing is not defined\.$/,
    );
  });

  it("says which entry is nobody's, and measures all the same", async () => {
    const { warnings, fakesFileLine } = await completed(
      "module.exports = async function up(db) {\n  await db.get();\n};",
      "module.exports = {\n  down: {},\n};",
    );
    assert.equal(warnings[0], "upload.async-cost.js, line 2: there is no asynchronous function named down.");
    assert.equal(fakesFileLine, undefined);
  });
});

describe("a fakes file", () => {
  const up = analyze("async function up(db) { await db.get(); }", "js").functions;
  const load = (text: string): Promise<ReadFakesFile> =>
    loadFakesFile(
      { file: "/a/upload.js", text: "", scenario: { fakesFile: { file: "/a/upload.async-cost.js", text } } },
      up[0]!,
      up,
      {
        loadEntry: (entry) => {
          const module = { exports: {} };
          vm.runInNewContext(entry.text, { module }, { filename: entry.file });
          return Promise.resolve(module.exports);
        },
      },
    );

  for (const [what, file, said] of [
    ["throws", "module.exports = {\n  up: { arguments: [Gone] },\n};", /line 2 .*Gone is not defined/],
    ["exports nothing", "exports = {};\nmodule.exports = 3;", /, line 1: it must export an object/],
    [
      "has a kind that there is not",
      'module.exports = {\n  up: {\n    fakes: {\n      "db.get": { kind: "await" },\n    },\n  },\n};',
      /line 4: up → fakes → db\.get → kind: must be one of promise, .*; not "await"\.$/,
    ],
    [
      "has a setting that there is not",
      "module.exports = {\n  up: {\n    argument: [],\n  },\n};",
      /line 3: up → argument: there is no such setting; there are arguments, this, fakes and environment\.$/,
    ],
    [
      "gives arguments that are no list",
      "module.exports = { up: { arguments: 1 } };",
      /arguments: must be a list/,
    ],
    ["is no object at some place", "module.exports = {\n  up: 1 };", /line 2: up: must be an object\.$/],
  ] as const) {
    it(`that ${what} is refused, with the line`, async () => {
      await assert.rejects(load(file), { name: "Unmeasurable", message: said });
    });
  }

  it("gives functions of one name an entry each, and those without the one of their name", async () => {
    const gets = "{ async get(db) { await db.get(); } }";
    const { functions } = analyze(
      `const a = () => (${gets}), b = () => (${gets}), c = () => (${gets});`,
      "js",
    );
    const text = 'module.exports = { get: { this: 1 }, "get@2": { this: 2 }, "get@4": {} };';
    const fakesFile = { file: "/a/upload.async-cost.js", text };
    const all = await Promise.all(
      functions.map((one) =>
        loadFakesFile({ file: "/a/upload.js", text: "", scenario: { fakesFile } }, one, functions, {
          loadEntry: () => Promise.resolve({ get: { this: 1 }, "get@2": { this: 2 }, "get@4": {} }),
        }),
      ),
    );
    assert.deepEqual(
      all.map(({ given }) => given!.receiver(() => 0)),
      [1, 2, 1],
    );
    assert.deepEqual(all[0]!.warnings, [
      "upload.async-cost.js, line 1: there is no asynchronous function named get@4.",
    ]);
  });

  it("gives a function its own entry over the one for all", async () => {
    const { given } = await load(
      'module.exports = { "*": { this: 1, fakes: { a: { returns: 1 }, b: { returns: 2 } } }, up: { fakes: { a: { returns: 3 } } } };',
    );
    assert.deepEqual(
      ["a", "b", "c"].map((name) => given!.of(name)?.answer([], () => 0)),
      [3, 2, undefined],
    );
    assert.equal(
      given!.receiver(() => 0),
      1,
    );
  });
});
