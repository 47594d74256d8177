import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { answerAt, recordedCall } from "./fixtures/recorded-call.ts";
import { completed, type Job } from "./fixtures/run-worker.ts";

const handle = (name: string, properties = {}): unknown => ({ $: "handle", class: name, properties });

/** Plays a recorded call of the last asynchronous function of a text, which has to be measured. */
async function played(text: string, recorded: Job["recorded"], job: Job = {}) {
  const run = await completed("recorded.js", {
    text,
    recorded,
    budget: 1,
    options: { concurrency: [10] },
    ...job,
  });
  assert.equal(run.scenario?.origin, "recorded", run.scenario?.notReplayed?.text);
  return run;
}

/** Why a recorded call was not played. */
async function whyNot(text: string, recorded: Job["recorded"]) {
  const run = await completed("recorded.js", { text, recorded, budget: 1, options: { concurrency: [10] } });
  assert.equal(run.scenario?.origin, "inferred");
  const why = run.scenario.notReplayed;
  assert.ok(why !== undefined && run.warnings.some((warning) => warning.includes(why.text)));
  return why;
}

describe("a recorded call", () => {
  it("is played with its arguments, and each I/O call gets its own answer", async () => {
    const text = `module.exports = async function target(db, ids) {
  const rows = [];
  for (const id of ids) rows.push((await db.get(id)).name);
  await db.close();
  return rows;
};`;
    const { counters, scenario, io, fakes } = await played(
      text,
      recordedCall({
        arguments: [handle("Database"), [1, 2, 3]],
        answers: [
          ...["a", "b", "c"].map((name) => answerAt(text, "db.get", { value: { name } })),
          answerAt(text, "db.close", { startMilliseconds: 2, endMilliseconds: 2.5 }),
        ],
        outcome: { how: "value", value: ["a", "b", "c"] },
      }),
    );
    assert.equal(counters.ioCalls, 4);
    assert.equal(counters.criticalPath, 4);
    const { path, paths, share, calls, command } = scenario!;
    assert.deepEqual(
      { path, paths, share, calls, command },
      { path: 1, paths: 2, share: 0.75, calls: 12, command: "npm test" },
    );
    assert.deepEqual(scenario?.values?.map(({ what, text }) => [what, text]).slice(0, 3), [
      ["argument 0 (db)", "Database {}"],
      ["argument 1 (ids)", "[1, 2, 3]"],
      ["answer of db.get at line 3", '{ name: "a" }'],
    ]);
    assert.equal(scenario.milliseconds, 3);
    assert.deepEqual(io?.[3], {
      line: 4,
      column: 12,
      expression: "db.close",
      startMilliseconds: 2,
      endMilliseconds: 2.5,
      outcome: "value",
    });
    assert.ok(fakes.every(({ from }) => from === "recorded"));
  });

  it("is another one where the usual one does not play, which the result says with the cause", async () => {
    const text = `module.exports = async function target(db, id) {
  return (await db.get(id)).name;
};`;
    const call = (name: string, value: unknown) =>
      recordedCall({
        arguments: [handle("Database"), 1],
        answers: [answerAt(text, "db.get", { value: { name } })],
        outcome: { how: "value", value },
      });
    const others = [call("b", "not b"), { ...call("c", "c"), path: 2 }];
    const { counters, scenario, warnings, other } = await played(text, call("a", "not a"), { others });
    assert.deepEqual([counters.ioCalls, scenario?.path, other], [1, 2, 2]);
    const said = "Another recorded call than the usual one was played, as that does not play: ";
    assert.ok(warnings.some((one) => one.startsWith(said) && one.includes('"a"') && one.includes('"not a"')));
  });

  it("goes on where another call had it do so, which counts as an I/O call", async () => {
    const text = `const waiting = [];
module.exports = function target(k) {
  return new Promise((resolve) => { waiting.push(() => resolve(k + 1)); });
};`;
    const wake = { style: "wake", kind: "project", expression: "callback of waiting.push" } as const;
    const callbacks = [{ at: [], milliseconds: 1, arguments: [] }];
    const { counters, io, scenario } = await played(
      text,
      recordedCall({
        arguments: [1],
        answers: [answerAt(text, "() => resolve", { ...wake, callbacks })],
        outcome: { how: "value", value: 2 },
      }),
    );
    assert.equal(counters.ioCalls, 1);
    assert.equal(io?.[0]?.expression, "callback of waiting.push, by another call");
    assert.equal(scenario?.values?.[1]?.what, "call of callback of waiting.push, by another call, at line 3");
  });

  it("ends as another call calls the function that it was given", async () => {
    const text = `const waiting = [];
module.exports = function target(k, done) {
  if (k < 0) return done(new Error("less"));
  waiting.push(done);
};`;
    const callbacks = [{ at: [1], milliseconds: 1, arguments: [null, 3] }];
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [1, { $: "function", name: "done" }],
        answers: [
          answerAt(text, "function target", {
            style: "wake",
            kind: "project",
            expression: "target",
            callbacks,
          }),
        ],
        outcome: { how: "callback", at: [1], value: [null, 3] },
      }),
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("has calls with callbacks answer in the recorded order, too, where others would come first", async () => {
    const text = `module.exports = function target(db, done) {
  const order = [];
  const came = (name) => { if (order.push(name) === 2) done(null, order); };
  db.get("a", () => came("a"));
  db.find("b").then(() => came("b"));
};`;
    await played(
      text,
      recordedCall({
        arguments: [handle("Database"), { $: "function", name: "done" }],
        answers: [
          answerAt(text, "db.get", {
            ...{ style: "callback", endMilliseconds: 2 },
            callbacks: [{ at: [1], milliseconds: 2, arguments: [] }],
          }),
          answerAt(text, "db.find", { startMilliseconds: 0.5 }),
        ],
        outcome: { how: "callback", at: [1], value: [null, ["b", "a"]] },
      }),
    );
  });

  it("is had go on by nobody else where it does so by itself", async () => {
    const text = `module.exports = function target(k) {
  let isDone = false;
  return new Promise((resolve) => {
    const go = () => {
      if (isDone) throw new Error("twice");
      isDone = true;
      setTimeout(() => resolve(k), 5);
    };
    process.nextTick(go);
  });
};`;
    const wake = { style: "wake", kind: "project", expression: "go" } as const;
    const callbacks = [{ at: [], milliseconds: 1, arguments: [] }];
    await played(
      text,
      recordedCall({
        arguments: [1],
        answers: [answerAt(text, "() => {\n      if", { ...wake, callbacks })],
        outcome: { how: "value", value: 1 },
      }),
    );
  });

  it("that takes another path than its recording is not played, and says where", async () => {
    const text = `module.exports = async function target(db, id) {
  const row = await db.get(id);
  if (row.isOld) await db.refresh(id);
  return row;
};`;
    const answers = [answerAt(text, "db.get", { value: { isOld: false } }), answerAt(text, "db.refresh")];
    const why = await whyNot(
      text,
      recordedCall({
        arguments: [handle("Database"), 1],
        answers,
        outcome: { how: "value", value: { isOld: false } },
      }),
    );
    assert.equal(why.code, "other-calls");
    assert.match(why.text, /did not call db\.refresh at line 3/);
  });

  it("that fails before it comes to a call of its recording says with what", async () => {
    const text = `module.exports = async function target(db, id) {
  if (id.isOld()) return null;
  return db.get(id);
};`;
    const why = await whyNot(
      text,
      recordedCall({ arguments: [handle("Database"), 1], answers: [answerAt(text, "db.get")] }),
    );
    assert.match(
      why.text,
      /did not call db\.get at line 3: it failed before, with TypeError: id\.isOld is not a function\.$/,
    );
  });

  it("that ends otherwise than its recording is not played", async () => {
    const text = `module.exports = async function target(db) { return (await db.get()).count + 1; };`;
    const answers = [answerAt(text, "db.get", { value: { count: 1 } })];
    const why = await whyNot(
      text,
      recordedCall({ arguments: [handle("D")], answers, outcome: { how: "value", value: 3 } }),
    );
    assert.deepEqual(why, {
      code: "other-outcome",
      text: "Played, it gave 2, and 3 when it was recorded.",
      difference: { where: "", recorded: "3", played: "2" },
    });
  });

  it("of a function with a callback calls that", async () => {
    const text = `module.exports = function target(path, options, done) {
  options.fs.readFile(path, (error, text) => {
    if (error) return done(error);
    options.fs.stat(path, (error, stat) => done(error, text + stat.size));
  });
};`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: ["a.txt", { fs: handle("Fs") }, { $: "function", name: "done" }],
        answers: [
          answerAt(text, "options.fs.readFile", {
            style: "callback",
            callbacks: [{ at: [1], milliseconds: 1, arguments: [null, "text"] }],
          }),
          answerAt(text, "options.fs.stat", {
            style: "callback",
            callbacks: [{ at: [1], milliseconds: 2, arguments: [null, { size: 4 }] }],
          }),
        ],
        outcome: { how: "callback", at: [2], value: [null, "text4"] },
      }),
    );
    assert.equal(counters.ioCalls, 2);
    assert.equal(counters.criticalPath, 2);
  });

  it("ends by a callback that is told no error first", async () => {
    const text = `module.exports = function target(db, done) {
  db.get((error, row) => {
    if (error) return done(error);
    done(row.name, [row]);
  });
};`;
    const row = { name: "a" };
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("Database"), { $: "function", name: "done" }],
        answers: [
          answerAt(text, "db.get", {
            style: "callback",
            arguments: [{ $: "function", name: "" }],
            callbacks: [{ at: [0], milliseconds: 1, arguments: [null, row] }],
          }),
        ],
        outcome: { how: "callback", at: [1], value: ["a", [row]] },
      }),
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("has what a package had made as that makes it again, in each call", async () => {
    const text = `const makers = { limit: (left) => ({ take: () => left-- }) };
exports.make = (count) => makers.limit(count);
exports.target = async function target(limit, db) { limit.take(); await db.get(); return limit.take(); };`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [
          {
            ...{ $: "made", file: "recorded.js", line: 2, expression: "makers.limit", arguments: [3] },
            value: { take: { $: "function", name: "take" } },
          },
          handle("Database"),
        ],
        answers: [answerAt(text, "db.get")],
        outcome: { how: "value", value: 2 },
      }),
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("finds a stream as it was as each event came", async () => {
    const text = `module.exports = async function target(stream) {
  return new Promise((resolve) => stream.on("close", () => resolve(stream.readableEnded)));
};`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("Readable", { readableEnded: false })],
        answers: [
          answerAt(text, "stream.on", {
            style: "event",
            arguments: ["close", { $: "function", name: "" }],
            callbacks: [{ at: [1], milliseconds: 1, arguments: [], state: { readableEnded: true } }],
          }),
        ],
        outcome: { how: "value", value: true },
      }),
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("has its events in the order in which they came", async () => {
    const text = `module.exports = function target(stream) {
  return new Promise((resolve) => {
    const parts = [];
    stream.once("end", () => resolve(parts.join("")));
    stream.on("data", (part) => parts.push(part));
  });
};`;
    const event = (milliseconds: number, ...given: unknown[]) => ({
      at: [1],
      milliseconds,
      arguments: given,
    });
    const same = { $: "same", id: 1 };
    await played(
      text,
      recordedCall({
        arguments: [{ $: "shared", id: 1, value: handle("Socket") }],
        answers: [
          answerAt(text, "stream.once", { style: "event", value: same, callbacks: [event(9)] }),
          answerAt(text, "stream.on", {
            style: "event",
            value: same,
            callbacks: [event(3, "a"), event(5, "b")],
          }),
        ],
        outcome: { how: "value", value: "ab" },
      }),
    );
  });

  it("has events that came during a call of its own as it makes that", async () => {
    const text = `module.exports = async function target(rows, db) {
  const seen = [];
  rows.on("row", (row) => seen.push(row));
  for (const key of ["a", "b"]) rows.emit("row", await db.get(key));
  return seen;
};`;
    const given = (row: string, during: number) => ({ at: [1], milliseconds: 9, arguments: [row], during });
    const emit = answerAt(text, "rows.emit", { style: "sync", value: true });
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("EventEmitter"), handle("Database")],
        answers: [
          answerAt(text, "rows.on", { style: "event", callbacks: [given("x", 2), given("y", 4)] }),
          answerAt(text, "db.get", { value: "x" }),
          emit,
          answerAt(text, "db.get", { value: "y" }),
          emit,
        ],
        outcome: { how: "value", value: ["x", "y"] },
      }),
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("calls a package's function itself where only calls with what no data can make again were told", async () => {
    const text = `const { sizeOf } = require("sizes");
module.exports = async function target(file, db) {
  return [...["text", file].map((one) => sizeOf(one)), await db.get()];
};`;
    await played(
      text,
      recordedCall({
        arguments: [handle("File"), handle("Database")],
        answers: [
          answerAt(text, "sizeOf", { style: "sync", value: 7, arguments: [handle("File")] }),
          answerAt(text, "db.get", { value: 1 }),
        ],
        outcome: { how: "value", value: [4, 7, 1] },
      }),
    );
  });

  it("is one of an instance, with what that holds", async () => {
    const text = `class Orders {
  #count = 0;
  constructor(db) { throw new Error("no recorded call constructs it again"); }
  get table() { return this.prefix + "orders"; }
  async place(order) {
    this.seen++;
    const id = await this.db.insert(this.table, order);
    return { id, seen: this.seen };
  }
}
module.exports = { Orders };`;
    await played(
      text,
      recordedCall({
        this: {
          $: "instance",
          class: "Orders",
          file: "recorded.js",
          line: 1,
          properties: { db: handle("Pool"), prefix: "my_", seen: 4 },
        },
        arguments: [{ item: "pen" }],
        answers: [answerAt(text, "this.db.insert", { value: 7 })],
        outcome: { how: "value", value: { id: 7, seen: 5 } },
      }),
    );
  });

  it("begins with the module's variables as they were, in each call", async () => {
    const text = `const cache = new Map();
let hits = 0;
const limit = process.env.NEVER_SET;
module.exports = async function target(fetchUser, id) {
  if (cache.has(id)) { hits++; return cache.get(id); }
  const user = await fetchUser(id);
  cache.set(id, user);
  return { user, hits, limit, size: cache.size };
};`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [{ $: "function", name: "mock" }, 2],
        variables: [
          { file: "recorded.js", scope: "module", name: "cache", value: { $: "map", entries: [[1, "eve"]] } },
          { file: "recorded.js", scope: "module", name: "hits", value: 3 },
          { file: "recorded.js", scope: "module", name: "limit", value: "10" },
        ],
        answers: [answerAt(text, "fetchUser", { kind: "double", value: "bob" })],
        outcome: { how: "value", value: { user: "bob", hits: 3, limit: "10", size: 2 } },
      }),
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("keeps its own values of the module's variables while others are under way", async () => {
    const text = `const moves = new Map();
module.exports = async function target(disk, name) {
  await disk.open(name);
  if (moves.has(name)) return "another call moves it";
  moves.set(name, true);
  await disk.move(name);
  return moves.size;
};`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("Disk"), "a"],
        variables: [
          { file: "recorded.js", scope: "module", name: "moves", value: { $: "map", entries: [] } },
        ],
        answers: [answerAt(text, "disk.open"), answerAt(text, "disk.move", { value: true })],
        outcome: { how: "value", value: 1 },
      }),
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("calls the real functions of the module's own object, whose data are as they were", async () => {
    const text = `const store = { limit: 1 };
store.read = (fs, name, done) => fs.read(name, (error, text) => done(error, text));
store.both = function both(fs, one, other, done) {
  store.read(fs, one, () => this.read(fs, other, (error, text) => done(error, text + store.limit)));
};
module.exports = store;`;
    const self = {
      limit: 5,
      read: { $: "function", name: "store.read" },
      both: { $: "function", name: "both" },
    };
    const answer = (value: string) =>
      answerAt(text, "fs.read", {
        style: "callback",
        callbacks: [{ at: [1], milliseconds: 1, arguments: [null, value] }],
      });
    const { counters } = await played(
      text,
      recordedCall({
        this: { $: "shared", id: 1, value: self },
        arguments: [handle("Fs"), "a", "b", { $: "function", name: "done" }],
        variables: [{ file: "recorded.js", scope: "module", name: "store", value: { $: "same", id: 1 } }],
        answers: [answer("x"), answer("y")],
        outcome: { how: "callback", at: [3], value: [null, "y5"] },
      }),
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("of a closure has what the closure held, and the functions beside it", async () => {
    const text = `const { join } = require("node:path");
exports.make = function make(db, folder) {
  let count = 0;
  const nameOf = (id) => join(folder, String(id));
  async function load(id) {
    return await db.get(nameOf(id));
  }
  return {
    async both(one, other) {
      count++;
      return [await load(one), await load(other), count];
    },
  };
};`;
    const functionStart = text.indexOf("async both");
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [1, 2],
        variables: [
          { file: "recorded.js", scope: "closure", name: "db", value: handle("Database") },
          { file: "recorded.js", scope: "closure", name: "folder", value: "rows" },
          { file: "recorded.js", scope: "closure", name: "count", value: 5 },
        ],
        answers: ["a", "b"].map((value) => answerAt(text, "db.get", { value })),
        outcome: { how: "value", value: ["a", "b", 6] },
      }),
      { functionStart },
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("calls functions that a factory made, which share what they captured, and have it back in the next call", async () => {
    const text = `module.exports = { make, use };
function make(db, limit) {
  let count = 0;
  const fits = () => count < limit;
  return { put: async (row) => fits() && db.put(row, ++count), size() { return count; } };
}
async function use(shelf, rows) {
  for (const row of rows) await shelf.put(row);
  return shelf.size();
}`;
    const place = (name: string, column: number): object => ({
      ...{ $: "function", name, file: "recorded.js", line: 5, column },
    });
    const scope = {
      ...{ $: "scope", file: "recorded.js" },
      variables: {
        ...{ db: handle("Database"), limit: 6, count: 4 },
        fits: { ...place("fits", 16), line: 4, around: { $: "same", id: 1 } },
        "pwned=globalThis.pwned=1": 1,
      },
    };
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [
          {
            put: { ...place("put", 17), around: { $: "shared", id: 1, value: scope } },
            size: { ...place("size", 71), around: { $: "same", id: 1 } },
          },
          ["a", "b", "c"],
        ],
        answers: [1, 2].map(() => answerAt(text, "db.put")),
        outcome: { how: "value", value: 6 },
      }),
      { functionStart: text.indexOf("async function use") },
    );
    assert.equal(counters.ioCalls, 2);
    assert.equal(Reflect.has(globalThis, "pwned"), false);
  });

  it("calls a function of an object that only what the function captured tells, which holds it", async () => {
    const text = `class Limit {
  constructor(left) { this.left = left; this.done = () => --this.left; }
}
async function target(db, done) { await db.get(1); return done(); }
module.exports = { Limit, target };`;
    const limit = {
      ...{ $: "instance", class: "Limit", file: "recorded.js", line: 1 },
      properties: { left: 3, done: { $: "same", id: 1 } },
    };
    const done = {
      ...{ $: "function", name: "done", file: "recorded.js", line: 2, column: 54 },
      around: { $: "scope", file: "recorded.js", variables: { this: limit } },
    };
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("Database"), { $: "shared", id: 1, value: done }],
        answers: [answerAt(text, "db.get", { value: "a" })],
        outcome: { how: "value", value: 2 },
      }),
      { functionStart: text.indexOf("async function target") },
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("of an arrow function has the `this` that was around it", async () => {
    const text = `class Users {
  constructor(db) { this.db = db; }
  all(ids) { return Promise.all(ids.map(async (id) => [id, await this.db.find(id)])); }
}
module.exports = { Users };`;
    const { counters } = await played(
      text,
      recordedCall({
        this: {
          ...{ $: "instance", class: "Users", file: "recorded.js", line: 1 },
          properties: { db: handle("Database") },
        },
        arguments: [7],
        answers: [answerAt(text, "this.db.find", { value: "eve" })],
        outcome: { how: "value", value: [7, "eve"] },
      }),
      { functionStart: text.indexOf("async (id)") },
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("of an async generator goes to its end, and compares how it came to that", async () => {
    const text = `module.exports = async function* target(db) {
  for (let at = 0; ; at++) {
    const row = await db.next();
    if (row === null) return at;
    yield row;
  }
};`;
    const recorded = (value: unknown) =>
      recordedCall({
        arguments: [handle("Database")],
        answers: ["a", "b", null].map((row) => answerAt(text, "db.next", { value: row })),
        outcome: { how: "value", value },
      });
    const { counters } = await played(text, recorded(2));
    assert.equal(counters.ioCalls, 3);
    assert.equal((await whyNot(text, recorded(3))).code, "other-outcome");
    const failing = text.replace("return at", 'throw new Error("no more")');
    const error = { $: "error", class: "Error", message: "no more", properties: {} };
    const answers = [answerAt(failing, "db.next", { value: null })];
    await played(
      failing,
      recordedCall({ arguments: [handle("Database")], answers, outcome: { how: "error", value: error } }),
    );
  });

  it("has no I/O of what packages open by themselves, as the recording tells what came of it", async () => {
    const text = `const { Opened, digest } = require("opens");
module.exports = async function target(file) {
  const opened = new Opened(file);
  return [await digest(opened), opened.sizes.length];
};`;
    const { counters, fakes } = await played(
      text,
      recordedCall({
        arguments: ["a.txt"],
        answers: [answerAt(text, "digest", { evidence: "FSReqCallback", value: "sha1" })],
        outcome: { how: "value", value: ["sha1", 0] },
      }),
    );
    assert.equal(counters.ioCalls, 1);
    assert.deepEqual(
      fakes.map(({ expression }) => expression),
      ["digest"],
    );
  });

  it("reads what stands under a symbol of its module, of several with one description", async () => {
    const text = `const others = Symbol("row");
const own = Symbol("row");
module.exports = async function target(db) {
  return (await db.get(others)) === undefined ? db[own] : null;
};`;
    const row = { $: "symbol", text: "row" };
    const recorded = recordedCall({
      arguments: [{ $: "handle", class: "Database", properties: {}, symbols: [[row, 7]] }],
      variables: [{ file: "recorded.js", scope: "module", name: "own", value: row }],
      answers: [answerAt(text, "db.get", { value: { $: "undefined" } })],
      outcome: { how: "value", value: 7 },
    });
    const { scenario } = await completed("recorded.js", { text, recorded, onlyPlays: true });
    assert.equal(scenario?.notReplayed?.text, undefined);
  });

  it("tells what it was kept from reaching, although it plays as recorded", async () => {
    const text = `const { query } = require("dials");
module.exports = async function target(db) {
  await query("select").catch(() => undefined);
  return await db.get();
};`;
    const recorded = recordedCall({
      arguments: [handle("Database")],
      answers: [answerAt(text, "db.get", { value: 1 })],
      outcome: { how: "value", value: 1 },
    });
    const { scenario, refused } = await completed("recorded.js", { text, recorded, onlyPlays: true });
    assert.equal(scenario?.origin, "recorded", scenario?.notReplayed?.text);
    assert.deepEqual(refused, [{ operation: "net.connect", place: "node_modules/dials/index.js:4" }]);
    const [call] = [{ ...recorded.call, answers: [], arguments: [{ get: 1 }] }];
    const other = { ...recorded, call: { ...call, outcome: { how: "value" as const, value: 1 } } };
    const quiet = text
      .replace('  await query("select").catch(() => undefined);\n', "")
      .replace("db.get()", "db.get");
    const { refused: none } = await completed("recorded.js", {
      text: quiet,
      recorded: other,
      onlyPlays: true,
    });
    assert.deepEqual(none, []);
  });

  it("has the answers that its recording tells elsewhere, as it shares them", async () => {
    const text = `module.exports = async function target(db) { return await db.get(); };`;
    await played(
      text,
      recordedCall({
        arguments: [handle("Database")],
        answers: [answerAt(text, "db.get", { value: { $: "same", id: 1 } })],
        outcome: { how: "value", value: { $: "shared", id: 1, value: { a: 1 } } },
      }),
    );
  });

  it("runs what it waits for together together", async () => {
    const text = `module.exports = async function target(db, ids) {
  const rows = await Promise.all(ids.map((id) => db.get(id)));
  const more = await Promise.all(rows.map(async (row) => row + (await db.more(row))));
  return more.join();
};`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("Database"), [1, 2]],
        answers: [
          answerAt(text, "db.get", { value: "a" }),
          answerAt(text, "db.get", { value: "b" }),
          answerAt(text, "db.more", { value: 1 }),
          answerAt(text, "db.more", { value: 2 }),
        ],
        outcome: { how: "value", value: "a1,b2" },
      }),
      { functionStart: text.indexOf("async function") },
    );
    assert.equal(counters.ioCalls, 4);
    assert.equal(counters.criticalPath, 2);
  });

  it("that failed fails again, with the error that it got", async () => {
    const text = `module.exports = async function target(db) {
  try { return await db.get(); }
  catch (error) { throw new TypeError("no row: " + error.code); }
};`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("Database")],
        answers: [
          answerAt(text, "db.get", {
            outcome: "error",
            value: { $: "error", class: "Error", message: "refused", properties: { code: "ECONNREFUSED" } },
          }),
        ],
        outcome: {
          how: "error",
          value: { $: "error", class: "TypeError", message: "no row: ECONNREFUSED", properties: {} },
        },
      }),
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("tells which of the calls under way each I/O call belongs to", async () => {
    const text = `const waiting = [];
function next(db, done) { return db.get().then((row) => step(db, row, done)); }
function step(db, row, done) { return row === "end" ? done() : next(db, done); }
module.exports = async function target(db, other) {
  await other.pause();
  await new Promise((resolve) => next(db, resolve));
  return await other.last();
};`;
    const { counters } = await played(
      text,
      recordedCall({
        arguments: [handle("Database"), handle("Other")],
        answers: [
          answerAt(text, "other.pause"),
          ...["a", "b", "end"].map((value) => answerAt(text, "db.get", { value })),
          answerAt(text, "other.last", { value: "done" }),
        ],
        outcome: { how: "value", value: "done" },
      }),
    );
    assert.equal(counters.ioCalls, 5);
  });

  it("is weighed, and its errors are traced to their lines", async () => {
    const text = `module.exports = async function target(db) {
  const row = await db.get();
  return row;
};`;
    const recorded = recordedCall({
      arguments: [handle("Database")],
      answers: [answerAt(text, "db.get", { value: { a: 1 } })],
      outcome: { how: "value", value: { a: 1 } },
    });
    const { memory } = await played(text, recorded, { measure: "memory" });
    assert.ok(memory!.bytesInFlightPerCall.every((bytes) => bytes > 0));
    const { stack } = await played(text, recorded, { measure: "stack" });
    assert.ok(stack!.sites.length > 0);
    assert.ok(stack!.sites.every(({ line, expression }) => line === 2 && expression === "db.get"));
    assert.ok(stack!.sites.some(({ reportedLine }) => reportedLine === 2));
  });

  it("waits as long as it did when it was recorded, where that is asked for", async () => {
    const text = `module.exports = async function target(db, log) {
  const user = await db.user();
  log.write(user);
  const [rows, mail] = await Promise.all([db.rows(user), db.mail(user)]);
  for await (const line of log.lines()) rows.push(line);
  return [...rows, mail];
};`;
    const at = (startMilliseconds: number, endMilliseconds: number | null) => ({
      startMilliseconds,
      endMilliseconds,
    });
    const recorded = recordedCall({
      arguments: [handle("Database"), handle("Log")],
      answers: [
        answerAt(text, "db.user", { ...at(2, 12.5), value: "ann" }),
        answerAt(text, "log.write", { ...at(13, null), outcome: "pending" }),
        answerAt(text, "db.rows", { ...at(14, 44), value: ["a"] }),
        answerAt(text, "db.mail", { ...at(14, 19), value: "m" }),
        answerAt(text, "log.lines", {
          ...{ ...at(50, 60), style: "iterator" },
          callbacks: [{ at: [], milliseconds: 53, arguments: ["b"] }],
        }),
      ],
      outcome: { how: "value", value: ["a", "b", "m"] },
    });
    const job = { text, recorded, onlyPlays: true };
    const { scenario, played: timed } = await completed("recorded.js", { ...job, timesRecorded: true });
    assert.equal(scenario?.origin, "recorded", scenario?.notReplayed?.text);
    assert.deepEqual(
      timed?.elapsed?.io.map(({ expression, startMilliseconds, endMilliseconds }) => [
        expression,
        startMilliseconds,
        endMilliseconds,
      ]),
      [
        ["db.user", 0, 10.5],
        ["log.write", 10.5, null],
        ["db.rows", 10.5, 40.5],
        ["db.mail", 10.5, 15.5],
        ["log.lines", 40.5, 50.5],
      ],
    );
    assert.equal(timed.elapsed.milliseconds, 50.5);
    assert.equal((await completed("recorded.js", job)).played?.elapsed, undefined);
  });

  it("of callbacks and events waits for each as long as it did", async () => {
    const text = `module.exports = function target(db, done) {
  db.open((error, rows) => {
    const all = [];
    rows.on("row", (row) => all.push(row));
    rows.on("end", () => done(null, all));
  });
};`;
    const rows = { $: "shared", id: 1, value: handle("Rows") };
    const event = (milliseconds: number, ...given: unknown[]) => ({
      ...{ at: [1], milliseconds, arguments: given },
    });
    const listened = { style: "event", startMilliseconds: 5, endMilliseconds: 30 } as const;
    const recorded = recordedCall({
      arguments: [handle("Database"), { $: "function", name: "done" }],
      answers: [
        answerAt(text, "db.open", {
          ...{ style: "callback", startMilliseconds: 1, endMilliseconds: 5 },
          callbacks: [{ at: [0], milliseconds: 5, arguments: [null, rows] }],
        }),
        answerAt(text, "rows.on", { ...listened, callbacks: [event(8, "a"), event(20, "b")] }),
        { ...answerAt(text, "rows.on", { ...listened, callbacks: [event(30)] }), line: 5 },
      ],
      outcome: { how: "callback", at: [1], value: [null, ["a", "b"]] },
    });
    const { scenario, played: timed } = await completed("recorded.js", {
      ...{ text, recorded, onlyPlays: true, timesRecorded: true },
    });
    assert.equal(scenario?.origin, "recorded", scenario?.notReplayed?.text);
    const { milliseconds, io } = timed!.elapsed!;
    assert.equal(milliseconds, 29);
    assert.deepEqual(
      io.map(({ startMilliseconds, endMilliseconds }) => [startMilliseconds, endMilliseconds]),
      [
        [0, 4],
        [4, 19],
        [4, 29],
      ],
    );
  });

  it("is played in TypeScript, with what other files of the project call", async () => {
    const text = `import { load, type Row } from "./recorded-part";
export class Rows {
  constructor(private readonly table: string) {}
  async all<T extends Row>(ids: readonly number[]): Promise<T[]> {
    const rows: T[] = [];
    for (const id of ids) rows.push((await load(this.table, id))! as T);
    return rows;
  }
}`;
    const part = readFileSync(new URL("./fixtures/recorded-part.ts", import.meta.url), "utf8");
    const run = await completed("recorded.ts", {
      text,
      budget: 1,
      options: { concurrency: [10] },
      recorded: recordedCall({
        this: { $: "instance", class: "Rows", file: "recorded.ts", line: 2, properties: { table: "t" } },
        arguments: [[1, 2]],
        variables: [{ file: "recorded-part.ts", scope: "module", name: "client", value: handle("Client") }],
        answers: [1, 2].map((id) => answerAt(part, "client.query", { value: { id } }, "recorded-part.ts")),
        outcome: { how: "value", value: [{ id: 1 }, { id: 2 }] },
      }),
    });
    assert.equal(run.scenario?.origin, "recorded", run.scenario?.notReplayed?.text);
    assert.equal(run.counters.ioCalls, 2);
  });
});
