import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import vm from "node:vm";
import * as v from "valibot";
import { recorderLineSchema, type RawCall, type RecorderLine } from "../contract/recorder-lines.ts";
import { forRecording, type FileTable } from "../instrument/for-recording.ts";
import { Writer } from "./lines.ts";
import { Recorder } from "./recorder.ts";
import { turn } from "./turns.ts";

type Calls = Extract<RecorderLine, { what: "calls" }>;

/** Texts of values that the recorder has kept while it recorded last. */
const textsRead: string[] = [];

/** Runs a test that uses a module of a project, with the recorder in both, and gives what that writes. */
async function recorded(
  project: string,
  test: string,
  shapesOnly = false,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Calls[]> {
  const lines: RecorderLine[] = [];
  const writer = new Writer(
    (text) => {
      for (const one of text.trimEnd().split("\n")) lines.push(v.parse(recorderLineSchema, JSON.parse(one)));
    },
    () => 0,
  );
  const options = { root: "/project", command: "npm test", callsOfPath: 3, shapesOnly, only: [] };
  textsRead.length = 0;
  const recorder = new Recorder(options, writer, (text, key) => {
    textsRead.push(text);
    return key === "password" || text === "t0ken" ? "xxx" : text;
  });
  const load = (text: string, file: string, given: Record<string, unknown>): unknown => {
    const isTest = file.includes("test");
    const made = forRecording(text, {
      file,
      hooks: (table) => `hooks(${table})`,
      mark: isTest ? "t" : "p",
      isTest,
    });
    const names = ["hooks", "module", "require", ...Object.keys(given)];
    const module: { exports: unknown } = { exports: {} };
    const hooks = (table: FileTable): unknown => recorder.hooksFor(file, text, () => table, isTest);
    const evaluate = vm.compileFunction(made.text, names) as (...values: unknown[]) => unknown;
    const result = evaluate(hooks, module, createRequire(import.meta.url), ...Object.values(given));
    return isTest ? result : module.exports;
  };
  const exported = load(project, "/project/orders.js", {});
  const later = (value: unknown, milliseconds = 1): Promise<unknown> => sleep(milliseconds, value);
  await load(`return (async () => { ${test} })()`, "/project/test/orders.test.js", {
    ...{ project: exported, later },
    loadAgain: (text = project) => load(text, "/project/orders.js", {}),
    nextTurn: (type: string) => Object.assign(turn, { number: turn.number + 1, type }),
    ...given,
  });
  for (let turns = 0; turns < 20; turns++) {
    recorder.onTurn();
    await sleep(1);
  }
  recorder.end();
  writer.flush();
  return lines.filter((line) => line.what === "calls");
}

const of = (lines: readonly Calls[], name: string): Calls[] =>
  lines.filter((line) => line.function.name === name);
const callOf = (lines: readonly Calls[], name: string): RawCall => of(lines, name)[0]!.call!;
const sitesOf = ({ path }: Calls): string[] => path.map(({ expression }) => expression);

const DB =
  "const db = { get: async (k) => later(k + '!'), put: (k, v, cb) => { later().then(() => cb(null, v)); } };";

describe("a recorded call", () => {
  it("has an answer that a double of Node's requests gives a package as an I/O call, and what nobody doubles by time as none", async () => {
    const http = createRequire(import.meta.url)("node:http") as { ClientRequest: unknown };
    const { ClientRequest } = http;
    const project = `module.exports = async (client, store) => [await client.get("a"), await store.get("b")];`;
    const test = `const ofPackage = (text) => require("node:vm").runInThisContext(text);
const later = ofPackage("(nextTurn) => ({ get: async (id) => { await 0; nextTurn('Immediate'); return id; } })");
return project(later(nextTurn), ofPackage("({ get: async (id) => id })"));`;
    try {
      const [alone] = await recorded(project, test);
      assert.deepEqual(sitesOf(alone!), []);
      http.ClientRequest = function intercepted(): void {
        /* It is never called. */
      };
      const [line] = await recorded(project, test);
      assert.deepEqual(sitesOf(line!), ["client.get"]);
    } finally {
      http.ClientRequest = ClientRequest;
    }
  });

  it("has what a store in memory promised it, which nothing else could answer, as no I/O call", async () => {
    const lines = await recorded(
      `class Client { constructor(send) { this.send = send; } }
module.exports = async (store) => [
  await store.get("a"), await store.lose().catch(({ message }) => message), await new Client(store.get).send("b")];`,
      // The hooks are in no code that is evaluated so, as in none of a package.
      `const Store = require("node:vm").runInThisContext(
  "(class Store { async get(key) { return key + 1; } async lose() { throw new Error('lost'); } })");
return project(new Store());`,
    );
    const [line] = lines;
    assert.deepEqual(line!.path, []);
    const error = { $: "error", class: "Error", message: "lost", properties: {} };
    assert.deepEqual(
      line!.call!.answers.map(({ expression, style, evidence, value }) => [
        expression,
        style,
        evidence,
        value,
      ]),
      [
        ["store.get", "sync", undefined, { $: "promise", state: "value", value: "a1" }],
        ["store.lose", "sync", undefined, { $: "promise", state: "error", value: error }],
        ["Client(…).send", "sync", undefined, { $: "promise", state: "value", value: "b1" }],
      ],
    );
  });

  it("has what functions captured of the calls around them, which those of one call share", async () => {
    const lines = await recorded(
      `function make(label) {
  let count = 0;
  return { next: async () => label + ++count, peek: () => count };
}
module.exports = { make, use: async (one, other) => [await one.next(), other.peek()] };`,
      `const counters = [project.make("a"), project.make("b")];
await counters[1].next();
return project.use(...counters);`,
    );
    const [one, other] = callOf(lines, "use").arguments as Record<string, { around: unknown }>[];
    const scope = (label: string, count: number): unknown => ({
      ...{ $: "scope", file: "/project/orders.js" },
      variables: { label, count },
    });
    const of = (name: string, column: number, around: unknown): unknown => ({
      ...{ $: "function", name, file: "/project/orders.js", line: 3, column, around },
    });
    assert.deepEqual(one, {
      next: of("next", 18, { $: "shared", id: 1, value: scope("a", 0) }),
      peek: of("peek", 53, { $: "same", id: 1 }),
    });
    assert.deepEqual(other!["peek"]!.around, { $: "same", id: 2 });
    assert.deepEqual(other!["next"]!.around, { $: "shared", id: 2, value: scope("b", 1) });
  });

  it("has the `this` of arrow functions, and other variables for each turn of a loop", async () => {
    const lines = await recorded(
      `class Loop {
  constructor() { this.steps = []; for (let at = 1; at < 3; at++) this.steps.push(() => this.add(at)); }
  add(count) { return count; }
}
module.exports = { make: () => new Loop(), use: async (steps) => steps.map((step) => step()) };`,
      `return project.use(project.make().steps);`,
    );
    const [list] = callOf(lines, "use").arguments as [
      { value: { around: { variables: Record<string, unknown> } }[] },
    ];
    const steps = list.value;
    assert.deepEqual(
      steps.map(({ around }) => around.variables["at"]),
      [1, 2],
    );
    const self = steps[0]!.around.variables["this"] as { value: unknown };
    assert.deepEqual(Object.keys(self.value as object), ["$", "class", "file", "line", "properties"]);
    assert.deepEqual(steps[1]!.around.variables["this"], { $: "same", id: 2 });
  });

  it("tells what functions were bound of, and with what", async () => {
    const lines = await recorded(
      `class Store { constructor() { this.at = 3; } setup(k) { return this.at + k; } }
const store = new Store();
module.exports = { make: () => store.setup.bind(store, 4), use: async (setup) => setup() };`,
      `return project.use(project.make());`,
    );
    const [{ name, bound }] = callOf(lines, "use").arguments as [
      { name: string; bound: Record<string, Record<string, unknown>> },
    ];
    assert.deepEqual([name, bound["target"]!["name"], bound["arguments"]], ["bound setup", "setup", [4]]);
    assert.deepEqual([bound["this"]!["class"], bound["this"]!["properties"]], ["Store", { at: 3 }]);
  });

  it("tells how functions that no data can make again take what they are given", async () => {
    const lines = await recorded(
      `module.exports = async (one, other) => { await one(1); };`,
      `return project(async (k) => later(k), function* () {});`,
    );
    assert.deepEqual(callOf(lines, "module.exports").arguments, [
      { $: "function", name: "", parameters: 1, kind: "async" },
      { $: "function", name: "", kind: "generator" },
    ]);
  });

  it("is over with the response that it was given, by the call that has ended that", async () => {
    const lines = await recorded(
      `module.exports = {
  handle(request, response, next) { request.db.get("a", (error, value) => { response.statusCode = 201; response.end(value); }); },
  follow(request, response, next) { request.db.get("b", () => {}); next(); },
  dress(request, response) { response.setHeader("a", "b"); },
  watch(request, response) { response.on("finish", () => {}); },
};`,
      `const { IncomingMessage, ServerResponse } = require("node:http");
const db = { get: (key, done) => void later().then(() => done(null, key + "!")) };
const request = Object.assign(new IncomingMessage(null), { db });
const response = new ServerResponse(request);
project.dress(request, response);
project.watch(request, response);
project.follow(request, response, () => {});
project.handle(request, response, () => {});
await later(0, 20);`,
    );
    assert.deepEqual(
      lines.map((line) => [line.function.name, sitesOf(line)]),
      [["handle", ["request.db.get"]]],
    );
    const { outcome, answers } = callOf(lines, "handle");
    assert.deepEqual(outcome, { how: "over", by: 1 });
    assert.deepEqual(
      answers.map(({ expression, arguments: given }) => [expression, given[0]]),
      [
        ["request.db.get", "a"],
        ["response.end", "a!"],
      ],
    );
  });

  it("has no answer of what the headers of a response tell, which a replay has as they were", async () => {
    const lines = await recorded(
      `module.exports = async (response) => [Object.fromEntries(response.headers.entries()), await response.text()];`,
      `return project(new Response("a", { headers: { b: "c" } }));`,
    );
    const { answers, outcome } = callOf(lines, "module.exports");
    assert.deepEqual(
      answers.map(({ expression }) => expression),
      ["response.text"],
    );
    assert.deepEqual(outcome.value, [{ b: "c", "content-type": "text/plain;charset=UTF-8" }, "a"]);
  });

  it("has as an I/O call what a package answers that a test has put in the place of the global fetch", async () => {
    const { fetch } = globalThis;
    try {
      globalThis.fetch = vm.runInThisContext(`(async () => new Response("a"))`) as typeof fetch;
      const [line] = await recorded(
        `module.exports = async (url) => (await fetch(url)).status;`,
        `return project("http://a");`,
      );
      assert.deepEqual(
        line!.call!.answers.map(({ expression, kind, evidence }) => [expression, kind, evidence]),
        [["fetch", "double", "double"]],
      );
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it("has what a test's own kind of a class of the project gives of what that has begun for it", async () => {
    const lines = await recorded(
      `class Shell { exec(command) { return this.run(command); } }
module.exports = { Shell, use: async (shell) => shell.exec("a") };`,
      `class Stub extends project.Shell { exec(...given) { return super.exec(...given); } }
return project.use(Object.assign(new Stub(), { run: async () => "ran" }));`,
    );
    const [line] = of(lines, "use");
    assert.deepEqual([sitesOf(line!), line!.call!.answers[0]!.value], [["shell.exec"], "ran"]);
  });

  it("has the process that it has started as an answer: what that tells by events came from there", async () => {
    const lines = await recorded(
      `const { spawn } = require("node:child_process");
module.exports = () => new Promise((resolve) => {
  const child = spawn(process.execPath, ["-e", "0"]);
  child.on("close", resolve);
});`,
      `return project();`,
    );
    assert.deepEqual(
      callOf(lines, "module.exports").answers.map(({ expression, style }) => [expression, style]),
      [
        ["spawn", "sync"],
        ["child.on", "event"],
      ],
    );
  });

  it("has what its own getters have called for it, however these are written", async () => {
    const lines = await recorded(
      `class Request { constructor(db) { this.db = db; } get user() { return this.db.get("a"); } }
Object.defineProperty(Request.prototype, "other", { get: function () { return this.db.get("c"); } });
module.exports = {
  Request,
  use: async (request) => { await request.db.get("b"); return request.user; },
  useOther: (request) => Promise.all([request.db.get("d"), request.other]),
};`,
      `const request = new project.Request({ get: async (key) => later(key) });
for (let time = 0; time < 70; time++) void new project.Request({ get: () => 0 }).other;
await project.use(request);
return project.useOther(request);`,
    );
    for (const name of ["use", "useOther"])
      assert.deepEqual(sitesOf(of(lines, name)[0]!), ["request.db.get", "this.db.get"], name);
  });

  it("has what a package's proxy gave, which only the package can make again", async () => {
    const lines = await recorded(
      `module.exports = async (client) => client.users.get("a");`,
      // The hooks are in no code that is evaluated so, as in none of a package.
      `const ofPackage = "new Proxy({}, { get: () => async (key) => key + '!' })";
return project({ users: require("node:vm").runInThisContext(ofPackage) });`,
    );
    const [answer] = callOf(lines, "module.exports").answers;
    assert.deepEqual(
      [answer!.expression, answer!.value],
      ["client.users.get", { $: "promise", state: "value", value: "a!" }],
    );
  });

  it("is none where a function makes an instance of a class that it was given", async () => {
    const lines = await recorded(
      `module.exports = { merge: (input, Made) => new Made(input), wait: async () => {} };`,
      `project.merge(undefined, class { constructor(input) { this.input = input; } }); await project.wait();`,
    );
    assert.deepEqual(
      lines.map((line) => line.function.name),
      ["wait"],
    );
  });

  it("tells of a response whether it has a body, and leaves that to the program", async () => {
    const lines = await recorded(
      `module.exports = { read: async (response) => (response.body === null ? null : response.text()) };`,
      `await project.read(new Response(null)); return project.read(new Response("a"));`,
    );
    const calls = lines.flatMap(({ call }) => (call === undefined ? [] : [call]));
    assert.deepEqual(
      calls.map(({ arguments: [response], outcome }) => [
        (response as { properties: Record<string, unknown> }).properties["body"],
        outcome.value,
      ]),
      [
        [null, null],
        [{ $: "handle", class: "ReadableStream", of: "engine", properties: {} }, "a"],
      ],
    );
  });

  it("tells of a request what headers it has, and of a controller its signal", async () => {
    const lines = await recorded(
      `module.exports = async (req, controller) => [req.headers["content-type"], controller.signal.aborted];`,
      `const message = new (require("node:http").IncomingMessage)(null);
message._addHeaderLines(["Content-Type", "text/plain"], 2);
await project(message, new AbortController());`,
    );
    const [request, controller] = lines[0]!.call!.arguments as { properties: Record<string, unknown> }[];
    assert.deepEqual(request!.properties["headers"], { "content-type": "text/plain" });
    const signal = {
      $: "handle",
      class: "AbortSignal",
      of: "engine",
      properties: { aborted: false, reason: { $: "undefined" } },
    };
    assert.deepEqual(controller!.properties, { signal });
  });

  it("asks for no names of bytes that it is given or that are answered, of which each has one", async () => {
    const { keys } = Object;
    let most = 0;
    Object.keys = (value: object) => {
      const all = keys(value);
      most = Math.max(most, all.length);
      return all;
    };
    try {
      const lines = await recorded(
        `module.exports = async function copy(db, bytes) { await db.write(bytes); return db.read("a"); };`,
        `const outside = (value) => later(value).then((one) => { nextTurn("FSREQCALLBACK"); return one; });
await project({ write: outside, read: () => outside(Buffer.alloc(50_000)) }, Buffer.alloc(50_000));`,
      );
      assert.deepEqual(sitesOf(of(lines, "copy")[0]!), ["db.write", "db.read"]);
    } finally {
      Object.keys = keys;
    }
    assert.ok(most < 1_000, `${most} names`);
  });

  it("has run nothing of the functions in its values", async () => {
    const ran: string[] = [];
    const unhandled = (): void => void ran.push("unhandled");
    process.on("unhandledRejection", unhandled);
    try {
      const lines = await recorded(
        `const make = (ran, db) => ({
  plain(by = ran.push("plain")) { ran.push("plain"); return db; },
  taken({ by = ran.push("taken"), to: [first = ran.push("taken")] = [] } = ran, ...more) { return db.get(first, more); },
  keyed({ [ran.push("keyed")]: by } = {}) { return db.get(by); },
  async later(by = ran.push("later")) { ran.push("later"); return db; },
  *each() { ran.push("each"); yield db; },
  async *eachLater() { ran.push("eachLater"); yield db; },
  short: (by = ran.push("short")) => ran.push("short") && db,
  get read() { ran.push("read"); return db; },
});
module.exports = { make, use: async (made) => typeof made };`,
        "return project.use(project.make(ran, {}));",
        false,
        { ran },
      );
      const [made] = callOf(lines, "use").arguments as [Record<string, { around?: unknown }>];
      const known = Object.entries(made).filter(([, { around }]) => around !== undefined);
      assert.deepEqual(
        known.map(([name]) => name),
        ["plain", "taken", "later", "each", "eachLater", "short"],
      );
      await sleep(5);
      assert.deepEqual(ran, []);
    } finally {
      process.off("unhandledRejection", unhandled);
    }
  });

  it("runs no getter of what a call is made on, or of its class", async () => {
    const lines = await recorded(
      `module.exports = async (store) => await store.get("a");`,
      `const Store = require("node:vm").runInThisContext(
  "(class Store { static get name() { Store.reads = (Store.reads ?? 0) + 1; return 'Object'; } async get(key) { return key + (Store.reads ?? 0); } })");
return project(new Store());`,
    );
    assert.deepEqual(
      lines[0]!.call!.answers.map(({ value }) => value),
      [{ $: "promise", state: "value", value: "a0" }],
    );
  });

  it("names a function that is the engine's own", async () => {
    const lines = await recorded(
      `module.exports = async (one, two, other) => { await one; };`,
      `return project(Headers, JSON.parse, function Headers() {});`,
    );
    const [call] = lines.map((line) => line.call!);
    assert.deepEqual(call!.arguments, [
      { $: "function", name: "Headers", of: "engine" },
      { $: "function", name: "parse", of: "engine", on: "JSON" },
      { $: "function", name: "Headers" },
    ]);
  });

  it("has what the promises came to that it was given, or that are around it, as it ended", async () => {
    const lines = await recorded(
      `let ready; let failed;
module.exports = {
  begin(one, other) { ready = one; failed = other; },
  async read(given) { try { await failed; } catch { return [await ready, await given]; } },
};`,
      `const no = later().then(() => { throw new RangeError("no"); });
project.begin(later("r"), no);
return project.read(later(2));`,
    );
    const call = callOf(lines, "read");
    assert.deepEqual(call.arguments, [{ $: "promise", state: "value", value: 2 }]);
    const variables = Object.fromEntries(call.variables.map(({ name, value }) => [name, value]));
    assert.deepEqual(variables["ready"], { $: "promise", state: "value", value: "r" });
    const error = { $: "error", class: "RangeError", message: "no", properties: {} };
    assert.deepEqual(variables["failed"], { $: "promise", state: "error", value: error });
  });

  it("is booked to who made it where the factory of its function declares what it cannot be wrapped with", async () => {
    const lines = await recorded(
      `let later;
function make(given) {
  var one;
  const { get } = given;
  const raw = async (key) => get(key);
  const read = async (key) => (await raw(key)) + one();
  if (get !== undefined) return read;
  function one() { return 1; }
  function one() { return 2; }
}
module.exports = (given) => { later = given; return make({ get: (key) => later(5, key) }); };`,
      `return project((ms, key) => later(key, ms))("a");`,
    );
    assert.deepEqual(
      callOf(lines, "read").functions.map(({ name }) => name),
      ["read", "raw", "get"],
    );
    assert.deepEqual(sitesOf(of(lines, "read")[0]!), ["later"]);
  });

  it("has its arguments as they were at first, this, variables, answers in their order, and its end", async () => {
    const lines = await recorded(
      `let seen = [7];
class Orders {
  constructor(db) { this.db = db; this.count = 0; }
  async place(order) {
    this.count++;
    order.state = "placed";
    const [a, b] = await Promise.all([this.db.get("a"), this.db.get(order.id)]);
    seen.push(a);
    return { a, b };
  }
}
module.exports = Orders;`,
      `${DB} await new project(db).place({ id: "b", password: "hunter2" });`,
    );
    const call = callOf(lines, "Orders.place");
    assert.deepEqual(call.arguments, [{ id: "b", password: "xxx" }]);
    const { $, class: name, properties } = call.this as Record<string, unknown>;
    assert.deepEqual([$, name, (properties as { count: number }).count], ["instance", "Orders", 0]);
    assert.deepEqual(
      call.variables.map((one) => [one.name, one.scope, one.value]),
      [["seen", "module", [7]]],
    );
    assert.deepEqual(
      call.answers.map(({ expression, line, kind, style, outcome, value, inFlight }) => [
        ...[expression, line, kind, style, outcome, value, inFlight],
      ]),
      [
        ["this.db.get", 7, "double", "promise", "value", "a!", 0],
        ["this.db.get", 7, "double", "promise", "value", "b!", 1],
      ],
    );
    assert.deepEqual(call.outcome, { how: "value", value: { a: "a!", b: "b!" } });
  });

  it("takes an instance of a test's own class for one of the class that this extends", async () => {
    const lines = await recorded(
      `module.exports = class Store { constructor() { this.size = 3; } async read(k) { return this._read(k); } };`,
      `class Own extends project { async _read(k) { return later(k); } } await new Own().read("a");`,
    );
    const call = callOf(lines, "Store.read");
    const { $, class: name, properties } = call.this as Record<string, unknown>;
    assert.deepEqual([$, name, (properties as { size: number }).size], ["instance", "Store", 3]);
    assert.deepEqual(sitesOf(of(lines, "Store.read")[0]!), ["this._read"]);
  });

  it("takes an instance for one of the function that has made it, whatever constructor it inherits", async () => {
    const lines = await recorded(
      `const { EventEmitter } = require("node:events");
function Plain() {}
function Counter() { this.count = 1; }
Counter.prototype = Object.create(EventEmitter.prototype);
module.exports = { make: () => [new Plain(), new Counter()], use: async (made) => made.length };`,
      `return project.use(project.make());`,
    );
    const [list] = callOf(lines, "use").arguments as [Record<string, unknown>[]];
    assert.deepEqual(
      list.map(({ $, class: name, line }) => [$, name, line]),
      [
        ["instance", "Plain", 2],
        ["instance", "Counter", 3],
      ],
    );
  });

  it("leaves to the project what its functions do that call nothing, also with what no data can make again", async () => {
    const lines = await recorded(
      `const isPost = (request) => request.method === "POST";
module.exports = async (request) => [isPost(request), request.has("a")];`,
      `const Request = require("node:vm").runInThisContext("(class Request { has() { return true; } })");
return project(Object.assign(new Request(), { method: "POST" }));`,
    );
    const { answers } = callOf(lines, "module.exports");
    assert.deepEqual(
      answers.map(({ expression }) => expression),
      ["request.has"],
    );
  });

  it("has its calls in the order in which they began, also where one calls back before it returns", async () => {
    const lines = await recorded(
      `module.exports = function first(ask, db, done) { ask("k", (error, k) => db.put(k, 1, done)); };`,
      `${DB} await new Promise((r) => project((k, cb) => cb(null, k), db, r));`,
    );
    assert.deepEqual(of(lines, "first").map(sitesOf), [["ask", "db.put"]]);
  });

  it("is called back also by what got its callback in a list, by apply", async () => {
    const lines = await recorded(
      `module.exports = function run(fn, done) { fn.apply(null, ["a", (error, k) => done(error, k)]); };`,
      `await new Promise((r) => project((k, cb) => { later().then(() => cb(null, k)); }, r));`,
    );
    const [answer] = callOf(lines, "run").answers;
    assert.equal(answer!.style, "callback");
    assert.deepEqual(
      answer!.callbacks!.map(({ at, arguments: given }) => [at, given]),
      [
        [
          [1, 1],
          [null, "a"],
        ],
      ],
    );
  });

  it("has the call of a test's function that ends it before that returns", async () => {
    const lines = await recorded(
      `module.exports = {
  named: function named(ask, done) { ask((error, k) => done(error, k)); },
  handed: function handed(ask, done) { ask(done); } };`,
      `const ask = (cb) => cb(null, "k"); const done = (error, k) => later(k); project.named(ask, done); project.handed(ask, done);`,
    );
    for (const name of ["named", "handed"]) {
      assert.deepEqual(of(lines, name).map(sitesOf), [["ask"]]);
      const [answer] = callOf(lines, name).answers;
      assert.deepEqual(
        answer!.callbacks!.map(({ arguments: given }) => given),
        [[null, "k"]],
      );
    }
  });

  it("has the answer of a test's function that its callback was handed on to, by other code of the project or in a list", async () => {
    const lines = await recorded(
      `module.exports = { on: (task, done) => { const handOn = (cb) => task(1, cb);
  handOn((error, value) => done(error, value + 1)); },
  listed: (task, done) => { const given = []; given.push((error, value) => done(error, value + 1)); task.apply(null, given); } };`,
      `for (let times = 0; times < 60; times++) {
  project.on((k, cb) => cb(null, k), () => {}); project.listed((cb) => cb(null, 1), () => {}); }`,
    );
    for (const [name, site] of [
      ["on", "task"],
      ["listed", "task.apply"],
    ]) {
      assert.deepEqual(new Set(of(lines, name!).map((line) => sitesOf(line).join())), new Set([site]));
      const { answers } = callOf(lines, name!);
      assert.deepEqual(
        answers.map(({ kind, callbacks }) => [kind, callbacks!.map((one) => one.arguments)]),
        [["double", [[null, 1]]]],
      );
    }
  });

  it("has what a test's function has not answered yet, so that the next call of it has its own answer", async () => {
    const lines = await recorded(
      `module.exports = (get, done) => { get(1, () => {}); get(2, done); };`,
      `await new Promise((resolve) =>
  project((k, cb) => { if (k === 2) later().then(() => cb(null, k)); }, resolve));`,
    );
    const { answers } = callOf(lines, "module.exports");
    assert.deepEqual(
      answers.map(({ expression, outcome, evidence, callbacks }) => [
        expression,
        outcome,
        evidence,
        callbacks?.length,
      ]),
      [
        ["get", "pending", "pending", undefined],
        ["get", "value", "double", 1],
      ],
    );
  });

  it("tells by which function another call had it go on, as of an I/O call", async () => {
    const lines = await recorded(
      `const waiting = [];
module.exports = { add: (fn) => { waiting.push(fn); },
  later: (k) => new Promise((resolve) => { module.exports.add(() => resolve(k)); }),
  drain: async (db) => { await db.get("a"); for (const one of waiting.splice(0)) one(); } };`,
      `${DB} const late = project.later("b"); project.add(() => {}); await project.drain(db); await late;`,
    );
    const wakesOf = (name: string): unknown =>
      of(lines, name).map(({ call }) =>
        call!.answers.map(({ style, kind, expression, callbacks }) => [
          ...[style, kind, expression],
          callbacks!.map(({ at, arguments: given }) => [at, given]),
        ]),
      );
    const added = [["wake", "project", "add", [[[0], []]]]];
    assert.deepEqual(wakesOf("add"), [added, added]);
    const made = [["wake", "project", "callback of Promise", [[[0], ["b"]]]]];
    assert.deepEqual(wakesOf("later"), [made]);
    assert.deepEqual(wakesOf("callback of Promise"), [made]);
    assert.deepEqual(sitesOf(of(lines, "drain")[0]!), ["db.get"]);
  });

  it("is none of a function that only makes an object, which calls later what that was given", async () => {
    const lines = await recorded(
      `module.exports = { bind: (log) => ({ write: (text) => { log(text); } }), save: async (db, to) => { to.write(await db.get("a")); } };`,
      `${DB} const to = project.bind(() => {}); await project.save(db, to); await later(); to.write("b");`,
    );
    assert.deepEqual(
      lines.map(({ function: { name } }) => name),
      ["save"],
    );
  });

  it("tells so of each function that has waited, also where a test calls it that is not seen", async () => {
    const lines = await recorded(
      `module.exports = { worker: (work, done) => {
  const held = []; const run = (k) => done(null, work(k));
  return { push(k) { held.push(k); }, flush() { held.splice(0).forEach(run); } }; } };`,
      `let result; const worker = project.worker((k) => k + 1, (error, value) => { result = value; });
worker.push(1); await later(); worker.flush();`,
    );
    const { answers, outcome } = callOf(lines, "worker");
    assert.deepEqual(
      answers
        .filter(({ style }) => style === "wake")
        .map(({ expression, instance }) => [expression, instance]),
      [
        ["push", 0],
        ["flush", 0],
      ],
    );
    assert.equal(outcome.how, "callback");
  });

  it("is had go on by nobody else where a function that it was given calls it back", async () => {
    const lines = await recorded(
      `const inner = (each, done) => each(1, (error, value) => done(error, value));
module.exports = (work, done) => inner((k, cb) => work(k, (error, value) => cb(error, value)), done);`,
      `for (let times = 0; times < 3; times++)
  await new Promise((resolve) => project((k, cb) => { later().then(() => cb(null, k)); }, resolve));`,
    );
    for (const { call } of of(lines, "inner"))
      assert.deepEqual(
        call!.answers.map(({ style, expression }) => [style, expression]),
        [["callback", "work"]],
      );
  });

  it("is kept of a function that gives the promise which it has set", async () => {
    const lines = await recorded(
      `let made; module.exports = (db) => (made ??= db.get("a"));`,
      `${DB} await project(db);`,
    );
    assert.deepEqual(callOf(lines, "module.exports").outcome, { how: "value", value: "a!" });
  });

  it("has a function's arguments as what they are, and the dates of a file", async () => {
    const lines = await recorded(
      `module.exports = async (given, stats) => [given.length, stats.size];`,
      `await (function () { return project(arguments, require("node:fs").statSync(".")); })(1, "a");`,
    );
    const [given, stats] = callOf(lines, "module.exports").arguments as Record<string, unknown>[];
    assert.deepEqual(given, { $: "arguments", items: [1, "a"] });
    assert.equal((stats!["properties"] as { atime: { $: string } }).atime.$, "date");
  });

  it("tells which package's call has made a function, however often that has answered at once, and which are Node's own", async () => {
    const lines = await recorded(
      `const packages = new Function("return { limit: (n) => () => n }")();
module.exports = { make: (n) => packages.limit(n), use: async (...given) => given.length };`,
      `let made; for (let times = 0; times < 60; times++) made = project.make(times);
await project.use(made, require("node:path").join);`,
    );
    const [made, join] = callOf(lines, "use").arguments as Record<string, unknown>[];
    assert.deepEqual((made!["made"] as { arguments: unknown }).arguments, [59]);
    assert.deepEqual(join, { $: "function", name: "join", of: "node", module: "path" });
  });

  it("has what the web's lists of pairs hold, what packages keep under symbols, and what is inherited from no class", async () => {
    const lines = await recorded(
      `const proto = { get size() { return this.rows; }, find(k) { return k; } };
module.exports = { Base: class { async run(k) { return this.load(k); } },
  make: () => Object.assign(Object.create(proto), { rows: 2 }), use: async (...given) => given.length };`,
      `const Store = require("node:vm").runInThisContext("(class Store { [Symbol('map')] = { a: 1 }; })");
await project.use(new URLSearchParams("a=1&a=2"), new Headers({ b: "2" }), new Store(), project.make(),
  AbortSignal.abort("late"));
await new (class Test extends project.Base { load(k) { return k; } })().run(1);`,
    );
    const [query, headers, store, made, signal] = callOf(lines, "use").arguments as Record<string, unknown>[];
    assert.deepEqual(query, {
      ...{ $: "pairs", class: "URLSearchParams" },
      entries: [
        ["a", "1"],
        ["a", "2"],
      ],
    });
    assert.deepEqual(headers, { $: "pairs", class: "Headers", entries: [["b", "2"]] });
    assert.deepEqual(store!["symbols"], [[{ $: "symbol", text: "map" }, { a: 1 }]]);
    assert.deepEqual(made!["properties"] as object, { rows: 2 });
    assert.equal((made!["getters"] as { size: { file: string } }).size.file, "/project/orders.js");
    assert.equal((made!["inherits"] as { find: { file: string } }).find.file, "/project/orders.js");
    assert.deepEqual(signal!["properties"], { aborted: true, reason: "late" });
    const { inherits } = callOf(lines, "run").this as { inherits: object };
    assert.deepEqual(inherits, { load: { $: "function", name: "load", parameters: 1 } });
  });

  it("tells which call of a package has made what only that can make again, and of what", async () => {
    const lines = await recorded(
      `const queues = new Function("return { queue: (work) => ({ push: (task) => setTimeout(work, 1, task) }), limit: () => () => 1 }")();
module.exports = { make: (k) => [queues.queue((task) => task.done(k)), queues.limit(2)],
  use: async (made) => made.length };`,
      `return project.use(project.make("a"));`,
    );
    const [[queue, limit]] = callOf(lines, "use").arguments as [Record<string, unknown>[]];
    const place = { $: "made", file: "/project/orders.js", line: 2 };
    const { value, arguments: given, ...made } = queue!;
    assert.deepEqual(made, { ...place, expression: "queues.queue" });
    assert.deepEqual(Object.keys(value as object), ["push"]);
    const [work] = given as { column: number; around: { variables: object } }[];
    assert.deepEqual(work!.around.variables, { k: "a" });
    assert.deepEqual(limit!["made"], { ...place, expression: "queues.limit", arguments: [2] });
  });

  it("tells something as it was where nothing was cut of it, though it was cut where it came first", async () => {
    const lines = await recorded(
      `module.exports = async (tree, leaf) => [tree, leaf];`,
      `const leaf = { name: { first: "a" } };
let tree = leaf; for (let depth = 0; depth < 9; depth++) tree = { of: tree };
return project(tree, leaf);`,
    );
    const text = JSON.stringify(callOf(lines, "module.exports").arguments);
    assert.deepEqual([text.includes('"first":"a"'), text.includes('"cut"')], [true, false]);
  });

  it("has what lies near, and leaves out what lies deep, where it cannot have all", async () => {
    const lines = await recorded(
      `module.exports = async (request) => request.files.length;`,
      `const log = { files: {} }; for (let k = 0; k < 150; k++) log.files[k] = { is: { a: {} } };
return project({ log, files: ["a"] });`,
    );
    const [request] = callOf(lines, "module.exports").arguments as [{ files: unknown; log: object }];
    assert.deepEqual(request.files, ["a"]);
    assert.ok(JSON.stringify(request.log).includes('"cut"'));
  });

  it("tells what the project has made a proxy of, and asks that nothing", async () => {
    const lines = await recorded(
      `module.exports = { make: (values) => new Proxy(values, { get: (target, key) => target[key.toLowerCase()] }),
  read: async (made) => made.A };`,
      `return project.read(project.make({ a: 1 }));`,
    );
    const [made] = callOf(lines, "read").arguments as [Record<string, unknown>];
    assert.deepEqual([made.$, made["target"]], ["proxy", { a: 1 }]);
    const { get } = made["handler"] as { get: Record<string, unknown> };
    assert.deepEqual([get.$, get["file"], get["line"]], ["function", "/project/orders.js", 1]);
  });

  it("tells what an instance of the project's class holds as the map or the list of pairs that it is", async () => {
    const lines = await recorded(
      `class Cache extends Map { find(key) { return this.get(key); } }
class Query extends URLSearchParams { first(key) { return this.get(key); } }
module.exports = { make: () => [new Cache([["a", 1]]), new Query("b=2")], read: async (made) => made.length };`,
      `return project.read(project.make());`,
    );
    const [made] = callOf(lines, "read").arguments as [Record<string, unknown>[]];
    assert.deepEqual(
      made.map((one) => [one.$, one["class"], one["base"]]),
      [
        ["instance", "Cache", { $: "map", entries: [["a", 1]] }],
        ["instance", "Query", { $: "pairs", class: "URLSearchParams", entries: [["b", "2"]] }],
      ],
    );
  });

  it("has what the project has given to a package's class, which nobody else has, and what that class extends", async () => {
    const lines = await recorded(
      `const { Own } = new Function("class Base {} class Own extends Base {} return { Own }")(), key = Symbol("handle");
module.exports = { make: () => { Own.prototype.files = function files() { return 1; }; Own.prototype[key] = () => 2; return new Own(); },
  read: async (made) => made.files() };`,
      `return project.read(project.make());`,
    );
    const [made] = callOf(lines, "read").arguments as [Record<string, unknown>];
    const { files } = made["inherits"] as { files: Record<string, unknown> };
    const [[symbol, handle]] = made["symbols"] as [[unknown, Record<string, unknown>]];
    assert.deepEqual([files["name"], files["line"], symbol], ["files", 2, { $: "symbol", text: "handle" }]);
    assert.deepEqual([handle["line"], made["extends"]], [2, ["Base"]]);
  });

  it("has what is iterated also where that is there already, as no I/O call, and how the stream has changed", async () => {
    const lines = await recorded(
      `module.exports = async (body) => { const all = []; for await (const one of body) all.push(one); return all; };`,
      `return project(require("node:stream").Readable.from(["a", "b"]));`,
      false,
      { require: createRequire(import.meta.url) },
    );
    const { answers } = callOf(lines, "module.exports");
    assert.deepEqual(
      answers.map(({ style, evidence, callbacks, state }) => [
        ...[style, evidence, callbacks!.map(({ arguments: [item] }) => item), state!["readableEnded"]],
      ]),
      [["iterator", undefined, ["a", "b"], true]],
    );
    assert.deepEqual(sitesOf(lines[0]!), []);
  });

  it("tells what a function was called on by which another call had it go on", async () => {
    const lines = await recorded(
      `module.exports = { worker: (work, done) => {
  const held = []; const run = (k) => done(null, work(k));
  return { size: 2, push(k) { held.push(k + this.size); }, flush() { held.splice(0).forEach(run); } }; } };`,
      `let result; const worker = project.worker((k) => k + 1, (error, value) => { result = value; });
worker.push(1); await later(); worker.flush();`,
    );
    const wakes = callOf(lines, "worker").answers.filter(({ style }) => style === "wake");
    assert.deepEqual(
      wakes.map(({ value }) => JSON.stringify(value).includes('"size":2') || (value as { $: string }).$),
      [true, "same"],
    );
  });

  it("is had go on by nobody who calls what its objects were given as they were made", async () => {
    const lines = await recorded(
      `class Limit { constructor() { this.done = () => { this.left = 1; }; } }
module.exports = { all: async (db) => { const limit = new Limit(); db.limit = limit; await db.get("a"); return limit.left; },
  other: async (db) => { await 1; db.limit.done(); } };`,
      `${DB} await Promise.all([project.all(db), project.other(db)]);`,
    );
    assert.deepEqual(
      callOf(lines, "all").answers.map(({ style, expression }) => [style, expression]),
      [["promise", "db.get"]],
    );
  });

  it("has the events that a function of the module hears on the emitter that calls it, in whoever's context", async () => {
    const lines = await recorded(
      `function hear(event) { this.seen(event); }
module.exports = (emitter) => new Promise((resolve) => { emitter.seen = resolve; emitter.on("data", hear); });`,
      `const emitter = new (require("node:events"))(); const heard = project(emitter);
await later(); emitter.emit("data", "a"); return heard;`,
      false,
      { require: createRequire(import.meta.url) },
    );
    const [heard] = callOf(lines, "module.exports").answers;
    assert.deepEqual(
      [heard!.expression, heard!.callbacks?.map(({ arguments: given }) => given)],
      ["emitter.on", [["a"]]],
    );
  });

  it("tells what a stream is like as its events come, where it has become otherwise", async () => {
    const lines = await recorded(
      `module.exports = (stream, other) => new Promise((resolve) => {
  stream.on("end", () => resolve(stream.readableEnded)); stream.resume(); });`,
      `const { Readable } = require("node:stream"); return project(Readable.from(["a"]), Object.create(Readable.prototype));`,
      false,
      { require: createRequire(import.meta.url) },
    );
    const { answers, arguments: given } = callOf(lines, "module.exports");
    const [stream, inherited] = given as { value: { properties: Record<string, unknown> } }[];
    assert.deepEqual(inherited, { $: "handle", class: "Readable", module: "stream", properties: {} });
    const { readable, readableEnded } = stream!.value.properties;
    assert.deepEqual([readable, readableEnded], [true, false]);
    const [event] = answers.find(({ expression }) => expression === "stream.on")!.callbacks!;
    assert.equal(event!.state!["readableEnded"], true);
  });

  it("has what files are there, whatever the function that tells it is called by", async () => {
    const lines = await recorded(
      `const fs = require("node:fs");
module.exports = async (file) => (0, fs.existsSync)(file);`,
      `return project("/nowhere");`,
    );
    const { answers } = callOf(lines, "module.exports");
    assert.deepEqual(
      answers.map(({ style, value }) => [style, value]),
      [["sync", false]],
    );
  });

  it("listens for real to what the project makes itself, and nothing else has told of", async () => {
    const lines = await recorded(
      `const { EventEmitter } = require("node:events");
class Count extends EventEmitter { async run(db) { this.once("done", () => {}); await db.get("a"); this.emit("done"); } }
module.exports = new Count();`,
      `${DB} await project.run(db);`,
    );
    const { answers } = callOf(lines, "Count.run");
    assert.deepEqual(
      answers.map(({ expression }) => expression),
      ["db.get"],
    );
  });

  it("has no part in what a function of a test calls of the project for itself", async () => {
    const lines = await recorded(
      `const defer = (fn) => { setTimeout(fn, 1); };
module.exports = { defer, run: function run(ask, done) { ask("k", (error, k) => done(error, k)); } };`,
      `await new Promise((r) => project.run((k, cb) => project.defer(() => cb(null, k)), r));`,
    );
    assert.deepEqual(of(lines, "run").map(sitesOf), [["ask"]]);
    const [answer] = callOf(lines, "run").answers;
    assert.deepEqual(
      answer!.callbacks!.map(({ arguments: given }) => given),
      [[null, "k"]],
    );
  });

  it("has answered where it has called back at once, as callbacks of Node are called, and once", async () => {
    const lines = await recorded(
      `exports.known = function known(map, key, cb) { cb(null, map[key]); };
exports.each = function each(list, visit) { for (const one of list) visit(null, one); };
exports.visit = function visit(list, with_) { with_(list[0]); };`.replaceAll("exports.", "module.exports."),
      `project.known({ a: 1 }, "a", () => {}); project.each([1, 2], () => {}); project.visit([1], () => {});`,
    );
    assert.deepEqual(
      lines.map(({ function: { name } }) => name),
      ["known"],
    );
    const { outcome, answers } = callOf(lines, "known");
    assert.deepEqual(outcome, { how: "callback", at: [2], value: [null, 1] });
    assert.deepEqual(answers, []);
  });

  it("reads once what a function in it takes from around it, however often that is called", async () => {
    const lines = await recorded(
      `let rows = ["a row"];
module.exports = async function all(db) {
  const next = async (left) => (left === 0 ? rows.length : (await db.get("k"), next(left - 1)));
  return next(100);
};`,
      `${DB} await project(db);`,
    );
    assert.equal(
      callOf(lines, "all").variables.some(({ name }) => name === "rows"),
      true,
    );
    // Once for each call that is kept itself; there are a hundred more.
    assert.ok(textsRead.filter((text) => text === "a row").length < 50);
  });

  it("has the same stand-in for a secret by which something is kept as for that secret elsewhere", async () => {
    const lines = await recorded(
      `module.exports = async (db, sessions, token) => db.get(sessions[token].user);`,
      `${DB} await project(db, { t0ken: { user: "ada" } }, "t0ken");`,
    );
    const [, sessions, token] = callOf(lines, "module.exports").arguments;
    assert.deepEqual([sessions, token], [{ xxx: { user: "ada" } }, "xxx"]);
  });

  it("has a stand-in for what stands under a telling name in a map, in a pair, or in a list of that name", async () => {
    const lines = await recorded(
      `module.exports = async (db, user) => db.get(user.name);`,
      `${DB} await project(db, { name: "ada", map: new Map([["password", "a1"]]), pairs: [["password", "a2"], ["b", "c"]], password: ["a3"] });`,
    );
    const [, user] = callOf(lines, "module.exports").arguments;
    assert.deepEqual(user, {
      name: "ada",
      map: { $: "map", entries: [["password", "xxx"]] },
      pairs: [
        ["password", "xxx"],
        ["b", "c"],
      ],
      password: ["xxx"],
    });
  });

  it("counts the texts in which secrets were replaced", async () => {
    const lines = await recorded(
      `module.exports = async (db, user) => db.get(user.name);`,
      `${DB} await project(db, { name: "ada", password: "hunter2" }); await project(db, { name: "ada" });`,
    );
    const calls = of(lines, "module.exports").map(({ call }) => call!.redacted);
    assert.deepEqual(calls, [1, undefined]);
  });

  it("tells where they stood, and nothing of what stood there", async () => {
    const lines = await recorded(
      `const config = { stores: [{ password: "hunter2" }] };
module.exports = async (db, user) => {
  await db.get({ headers: { password: "hunter4" } }, config.stores);
  return { password: user.password };
};`,
      `const db = { get: async () => later(new Map([["password", "hunter5"]])) };
await project(db, { password: "hunter3" });`,
    );
    const { redacted, redactedAt } = callOf(lines, "module.exports");
    assert.deepEqual(redactedAt, [
      ".password of argument 1",
      ".stores[0].password of variable config",
      // What is shared is told once.
      ".headers.password of argument 0 of db.get at line 3",
      ".password of the answer of db.get at line 3",
      ".password of the outcome",
    ]);
    assert.equal(redacted, redactedAt.length);
  });

  it("has what Node draws at random, as it has the time", async () => {
    const lines = await recorded(
      `const crypto = require("node:crypto");
module.exports = async (db) => db.get(crypto.randomBytes(2).toString("hex"));`,
      `${DB} await project(db);`,
    );
    const { answers } = callOf(lines, "module.exports");
    const [drawn] = answers;
    assert.deepEqual([drawn!.expression, drawn!.kind], ["crypto.randomBytes", "clock"]);
    assert.equal((drawn!.value as { $: string }).$, "bytes");
  });

  it("tells which answer gave what another call was made on", async () => {
    const lines = await recorded(
      `module.exports = async (api) => {
  const [a, b] = await Promise.all([api.get("a"), api.get("b")]);
  return [await b.text(), await a.text()];
};`,
      `const api = { get: async (k) => later({ text: async () => later(k) }) }; await project(api);`,
    );
    const { answers } = callOf(lines, "module.exports");
    assert.deepEqual(
      answers.map(({ expression, value, receiverFrom }) => [expression, value, receiverFrom]).slice(2),
      [
        ["b.text", "b", 1],
        ["a.text", "a", 0],
      ],
    );
  });

  it("has what its objects keep in private fields and under symbols", async () => {
    const lines = await recorded(
      `const kRows = Symbol("rows");
class Base { #size = 1; }
class Orders extends Base {
  #db; #size = 2; static #made = 0; #help() {}
  [kRows] = { a: 1 };
  constructor(db) { super(); this.#db = db; }
  async get(query) { return this.#db.get(query); }
}
module.exports = { Orders, kRows };`,
      `${DB} const { Orders, kRows } = project; await new Orders(db).get({ [kRows]: 2, [Symbol.for("x")]: 3 });`,
    );
    const call = callOf(lines, "Orders.get");
    const { private: hidden, symbols } = call.this as Record<string, unknown>;
    assert.deepEqual(Object.keys(hidden as object), ["db", "size"]);
    assert.equal((hidden as { size: unknown }).size, 2);
    assert.deepEqual(symbols, [[{ $: "symbol", text: "rows" }, { a: 1 }]]);
    // It goes on to the I/O call, and so is shared.
    assert.deepEqual((call.arguments[0] as { value: unknown }).value, {
      $: "object",
      entries: [
        [{ $: "symbol", text: "rows" }, 2],
        [{ $: "symbol", text: "x", of: "registry" }, 3],
      ],
    });
  });

  it("has what its objects keep where neither a loop nor JSON shows it", async () => {
    const lines = await recorded(
      `module.exports = class Session {
  constructor(req) { Object.defineProperty(this, "req", { value: req }); this.id = 1; }
  async save() { return this.req.db.get(this.id); }
};`,
      `${DB} await new project({ db }).save();`,
    );
    const { properties, unlisted } = callOf(lines, "Session.save").this as Record<
      string,
      Record<string, unknown>
    >;
    assert.deepEqual([Object.keys(properties!), Object.keys(unlisted!)], [["id"], ["req"]]);
  });

  it("ends by the callback that it was given, also one that travels in an object through a queue", async () => {
    const lines = await recorded(
      `const queue = [];
function run() { const { db, request } = queue.shift(); db.put("k", request.value, (error, v) => request.callback(error, v)); }
module.exports = { direct: (db, cb) => { db.put("k", 1, (error, v) => cb(error, v + 1)); },
  queued: function queued(db, request) { queue.push({ db, request }); later.then(run); } };
const later = Promise.resolve();`,
      `${DB} await new Promise((r) => project.direct(db, r)); await new Promise((r) => project.queued(db, { value: 5, callback: r }));`,
    );
    const direct = callOf(lines, "direct");
    assert.deepEqual(direct.outcome, { how: "callback", at: [1], value: [null, 2] });
    assert.deepEqual(direct.answers[0]!.callbacks?.[0]?.arguments, [null, 1]);
    assert.deepEqual(callOf(lines, "queued").outcome, {
      how: "callback",
      at: [1, "callback"],
      value: [null, 5],
    });
  });

  it("ends by the callback that it has given to a constructor, where a method calls that", async () => {
    const lines = await recorded(
      `function Upload(db, done) { this.db = db; this.done = done; }
Upload.prototype.run = function () { const upload = this; this.db.put("k", 1, (error, v) => upload.end(error, v)); };
Upload.prototype.end = function (error, v) { this.db.put("l", v, this.done); };
module.exports = function upload(db, done) { new Upload(db, done).run(); };`,
      `${DB} await new Promise((r) => project(db, r));`,
    );
    assert.deepEqual(of(lines, "upload").map(sitesOf), [["this.db.put", "this.db.put"]]);
    assert.deepEqual(callOf(lines, "upload").outcome, { how: "callback", at: [1], value: [null, 1] });
  });

  it("has its own I/O calls only, where a test begins several together", async () => {
    const lines = await recorded(
      `module.exports = { get: async function get(db, k) { const v = await db.get(k); return v; } };`,
      `${DB} await Promise.all([project.get(db, "a"), project.get(db, "b"), project.get(db, "c")]);`,
    );
    assert.deepEqual(of(lines, "get").map(sitesOf), [["db.get"], ["db.get"], ["db.get"]]);
  });

  it("has the I/O calls of what it calls, which are theirs too", async () => {
    const lines = await recorded(
      `async function inner(db) { return db.get(1); }
async function outer(db) { await inner(db); return await inner(db); }
module.exports = outer;`,
      `${DB} await project(db);`,
    );
    assert.deepEqual(sitesOf(of(lines, "outer")[0]!), ["db.get", "db.get"]);
    assert.deepEqual(
      callOf(lines, "outer").functions.map(({ name }) => name),
      ["outer", "inner"],
    );
    assert.equal(
      of(lines, "inner").reduce((sum, { calls }) => sum + calls, 0),
      2,
    );
  });

  it("makes what a function calls that a factory has made of another one, and ends each call by its own callback", async () => {
    const lines = await recorded(
      `const asPromise = (start) => (...given) =>
  new Promise((resolve, reject) => start(...given, (error, v) => (error ? reject(error) : resolve(v))));
function setUp(make, start, onError) { return { get: make(start) }; }
module.exports = (db) => {
  const { get } = setUp(asPromise, (k, cb) => { db.put(k, k, cb); }, () => {});
  return function load(k, done) { get(k).then((v) => get(v)).then((v) => done(null, v)); };
};`,
      `${DB} const load = project(db); let left = 3;
await new Promise((r) => { const done = () => { if (--left === 0) r(); }; for (const k of [1, 2, 3]) load(k, done); });`,
    );
    const loads = of(lines, "load");
    assert.deepEqual(
      loads.flatMap((line) => Array.from({ length: line.calls }, () => sitesOf(line))),
      Array.from({ length: 3 }, () => ["db.put", "db.put"]),
    );
    assert.deepEqual(
      loads.map(({ call }) => [call!.arguments[0], call!.outcome.value]),
      [1, 2, 3].map((k) => [k, [null, k]]),
    );
    assert.deepEqual(of(lines, "asPromise"), []);
  });

  it("makes what a library has wrapped, though that calls it later, for all in the context of whoever came first", async () => {
    const lines = await recorded(
      `module.exports = (lift, db) => {
  const put = lift((k, done) => { db.put(k, k, done); });
  return function save(k, done) { put(k).then(() => { put(k); done(null, k); }); };
};`,
      `${DB} const lift = new Function(\`const tasks = []; const run = () => tasks.splice(0).forEach((one) => one());
return (wrapped) => (k) => new Promise((resolve) => { if (tasks.push(() => wrapped(k, resolve)) === 1) process.nextTick(run); });\`)();
const save = project(lift, db);
await Promise.all(["a", "b", "c"].map((k) => new Promise((r) => save(k, r)))); await later();`,
    );
    const saves = of(lines, "save");
    assert.deepEqual(saves.map(sitesOf), Array(3).fill(["db.put", "db.put"]));
    assert.deepEqual(
      saves.map(({ call }) =>
        call!.answers.flatMap((one) => (one.evidence === undefined ? [] : one.arguments[0])),
      ),
      ["a", "b", "c"].map((k) => [k, k]),
    );
  });

  it("makes what a library has kept of the project's, one after the other at once, or later", async () => {
    const library = new Function(`return (wait) => (list) => ({ start(done) { let left = list.length;
const run = () => { for (const one of list) one(() => { if (--left === 0) done(null); }); }; wait === null ? run() : wait().then(run); } });`);
    for (const wait of ["null", "later"]) {
      const lines = await recorded(
        `module.exports = (db, onError, hold) => { const read = (done) => { db.put(1, 1, done); };
  const tasks = hold([read, read]); db.both = function both(done) { tasks.start(done); }; };`,
        `${DB} project(db, () => {}, library()(${wait})); await new Promise((r) => db.both(r));`,
        false,
        { library },
      );
      assert.deepEqual(of(lines, "both").map(sitesOf), [["db.put", "db.put"]]);
    }
  });

  it("has no part in what its caller does as it hears of the end", async () => {
    const lines = await recorded(
      `module.exports = { save: function save(db, k, done) { (async () => { await db.get(k); done(null); })(); },
  twice: function twice(db, done) { project.save(db, 1, () => project.save(db, 2, done)); } };
const project = module.exports;`,
      `${DB} await new Promise((r) => project.twice(db, r));`,
    );
    assert.deepEqual(sitesOf(of(lines, "twice")[0]!), ["db.get", "db.get"]);
    const inner = lines.filter(({ function: { name } }) => name !== "twice");
    assert.deepEqual(inner.map(sitesOf), Array(4).fill(["db.get"]));
  });

  it("makes what a library calls for it later, one after the other", async () => {
    const lines = await recorded(
      `const defer = new Function("let tasks = []; return (task) => { if (tasks.push(task) === 1) Promise.resolve().then(() => { for (const one of tasks) one(); }); };")();
function put(db, k, done) { db.put(k, k, done); }
module.exports = function both(db, done) { let left = 2; const one = () => { if (--left === 0) done(null); };
  defer(put.bind(null, db, "a", one)); defer(put.bind(null, db, "b", one)); };`,
      `${DB} await new Promise((r) => project(db, r));`,
    );
    assert.deepEqual(of(lines, "both").map(sitesOf), [["db.put", "db.put"]]);
  });

  it("ends by a function of the project that it has handed on untouched", async () => {
    const lines = await recorded(
      `function save(k, done) { setTimeout(done, 1, null, k); }
module.exports = function run(then) { let left = 2; function ended(error, k) { if (--left === 0) then(); } save("a", ended); save("b", ended); };`,
      `await new Promise((r) => project(r));`,
    );
    assert.deepEqual(
      of(lines, "save").map(({ call }) => [call!.arguments[0], call!.outcome]),
      ["a", "b"].map((k) => [k, { how: "callback", at: [1], value: [null, k] }]),
    );
  });

  it("ends by a function of the project that a library has kept and calls", async () => {
    const lines = await recorded(
      `const all = (pairs, then) => { let left = pairs.length; for (const [k, wait] of pairs) load(k, wait, function ended(error, v) { if (--left === 0) then(); }); };
function load(k, wait, done) { keep(done)((heard) => setTimeout(heard, wait), k); }
module.exports = (given, pairs, then) => { keep = given; all(pairs, then); }; let keep;`,
      `const keep = require("node:vm").runInThisContext("((done) => (start, v) => start(() => done(null, v)))");
await new Promise((r) => project(keep, [["a", 9], ["b", 1]], r));`,
    );
    assert.deepEqual(
      // On a busy machine both timers are due in one turn.
      of(lines, "load")
        .map(({ call }) => [call!.arguments[0], call!.outcome.value])
        .sort(([one], [other]) => (one! < other! ? -1 : 1)),
      [
        ["a", [null, "a"]],
        ["b", [null, "b"]],
      ],
    );
  });

  it("ends by a function that several were given as its own generator is over, where a library tells all ends in the context of one", async () => {
    const lines = await recorded(
      `const all = (spawn, db, list, then) => { let left = list.length; function ended(error, v) { if (--left === 0) then(); }
  for (const steps of list) load(spawn, db, steps, ended); };
function load(spawn, db, steps, done) { spawn(function* () { let v = ""; for (let at = 0; at < steps; at++) v += yield db.get(at); return v; }, done); }
module.exports = all;`,
      `const spawn = require("node:vm").runInThisContext(\`(() => { const over = []; let open = 0;
  return (body, done) => { const one = body(); open++;
    const go = (sent) => { const { value, done: isOver } = one.next(sent);
      if (!isOver) return void value.then(go);
      over.push(() => done(null, value)); if (--open === 0) over.forEach((tell) => tell()); };
    go(); }; })()\`);
${DB} await new Promise((r) => project(spawn, db, [3, 1, 2], r));`,
    );
    assert.deepEqual(
      of(lines, "load").map((line) => [
        line.call!.arguments[2],
        sitesOf(line).length,
        line.call!.outcome.value,
      ]),
      [
        [1, 1, [null, "0!"]],
        [2, 2, [null, "0!1!"]],
        [3, 3, [null, "0!1!2!"]],
      ],
    );
  });

  it("is of a generator that a compiler has written without yield, from its first step to its last", async () => {
    const lines = await recorded(
      `module.exports = (regeneratorRuntime, run, db) => run(regeneratorRuntime.mark(function load(k) { var v;
  return regeneratorRuntime.wrap(function load$(_context) { while (1) switch (_context.prev = _context.next) {
    case 0: _context.next = 2; return db.get(k);
    case 2: v = _context.sent; _context.next = 5; return db.get(v);
    case 5: return _context.abrupt("return", _context.sent);
    case "end": return _context.stop(); } }, load, this); }));`,
      `const runtime = require("node:vm").runInThisContext(\`({ mark: (made) => made, wrap: (step) => {
  const context = { next: 0, done: false, abrupt(_, value) { this.rval = value; this.next = "end"; return this; }, stop() { this.done = true; return this.rval; } };
  return { next(sent) { context.sent = sent; let value; do value = step(context); while (value === context); return { value, done: context.done }; } }; } })\`);
const run = require("node:vm").runInThisContext(\`(made) => (k) => { const one = made(k);
  const go = (sent) => { const { value, done } = one.next(sent); return done ? value : Promise.resolve(value).then(go); }; return go(); }\`);
${DB} const load = project(runtime, run, db); await load("a"); await load("b");`,
    );
    assert.deepEqual(
      of(lines, "load").map(({ call }) => [
        call!.arguments,
        call!.answers.map(({ expression, value }) => [expression, value]),
        call!.outcome,
      ]),
      ["a", "b"].map((k) => [
        [k],
        [
          ["db.get", `${k}!`],
          ["db.get", `${k}!!`],
        ],
        { how: "value", value: `${k}!!` },
      ]),
    );
    assert.deepEqual(of(lines, "load$"), []);
  });

  it("does not count a promise that was there before, nor what runs the project's own functions", async () => {
    const lines = await recorded(
      `const under = new Map();
async function once(db, k) { if (!under.has(k)) under.set(k, db.get(k)); return under.get(k); }
async function all(db, list) { return Promise.all(list.map(async (k) => db.get(k))); }
module.exports = { once, all };`,
      `${DB} await project.once(db, "a"); await project.once(db, "a"); await project.all(db, [1, 2]);`,
    );
    assert.deepEqual(of(lines, "once").map(sitesOf).sort(), [[], ["db.get"]]);
    assert.deepEqual(sitesOf(of(lines, "all")[0]!), ["db.get", "db.get"]);
  });

  it("has the I/O calls of functions and from places that answered at once so often that they were not looked at", async () => {
    const lines = await recorded(
      `function read(store, k) { return k === null ? null : store.get(k); }
async function all(store, last) {
  for (let i = 0; i < 10; i++) { read(store, null); peek(store, "a"); }
  return [await read(store, last), await peek(store, last ?? "a")];
}
function peek(store, k) { const found = store.find(k); return found; }
module.exports = all;`,
      `const Store = require("node:vm").runInThisContext(\`(class Store {
  constructor(later, nextTurn) { this.read = (k) => later(k).then(() => (nextTurn("FSREQCALLBACK"), k)); }
  get(k) { return this.read(k); }
  find(k) { return k === "a" ? 1 : this.read(k); }
})\`);
const store = new Store(later, nextTurn);
for (let i = 0; i < 26; i++) await project(store, null);
await project(store, "b");`,
    );
    const paths = of(lines, "all").map((line) => [sitesOf(line).join(), line.calls] as const);
    const callsOf = (path: string): number =>
      paths.reduce((sum, [one, calls]) => sum + (one === path ? calls : 0), 0);
    assert.deepEqual([callsOf(""), callsOf("store.get,store.find")], [26, 1]);
  });

  it("is counted where it makes thousands of calls, and others are kept as ever", async () => {
    const lines = await recorded(
      `async function all(items, each, later) {
  for (const item of items) each(item, () => item);
  await one(later);
  return await later(items.length);
}
async function one(later) { return await later("one"); }
module.exports = all;`,
      `const each = (item, done) => done();
await project(Array.from({ length: 6_000 }, (_, at) => at), each, later);
await project([1], each, later);`,
    );
    const tells = (name: string) => of(lines, name).map(({ calls, call }) => [calls, call?.outcome.value]);
    assert.deepEqual(tells("all"), [
      [1, 1],
      [1, undefined],
    ]);
    assert.deepEqual(tells("one"), [
      [1, "one"],
      [1, "one"],
    ]);
  });

  it("asks the engine nothing for what it calls once that were thousands", async () => {
    const own = Reflect.get(AsyncLocalStorage.prototype, "getStore");
    const asked = async (times: number): Promise<number> => {
      let count = 0;
      AsyncLocalStorage.prototype.getStore = function (): unknown {
        count++;
        return Reflect.apply(own, this, []);
      };
      try {
        await recorded(
          `const once = (fn) => (x) => fn(x);
const add = (x) => Math.max(x, 1);
module.exports = async (times) => { for (let i = 0; i < times; i++) once(add)(i); };`,
          `await project(${times});`,
        );
      } finally {
        AsyncLocalStorage.prototype.getStore = own;
      }
      return count;
    };
    assert.equal(await asked(9_000), await asked(12_000));
  });

  it("is counted where something from outside has it end, and it is not known what it had asked for", async () => {
    const lines = await recorded(
      `module.exports = async function target(lazy) { return await lazy; };`,
      `const wait = () => later().then(() => nextTurn("FSREQCALLBACK"));
await project({ then: (settle) => void wait().then(() => settle(1)) });
await project(wait().then(() => 2));`,
    );
    assert.deepEqual(
      lines.map(({ calls, call }) => [calls, call?.outcome.value]),
      [[2, 2]],
    );
  });

  it("has the I/O calls that the runner of its generator makes for it, of thunks that it yields", async () => {
    const lines = await recorded(
      `function wait(db, done) { db.read(done); }
module.exports = { wait, target: function* target(thunk) { const first = thunk(); yield first; yield first; } };`,
      `const [Db, thunkOf] = require("node:vm").runInThisContext(\`[class {
  constructor(later) { this.later = later; }
  read(done) { this.later().then(() => done(null)); }
}, (wait, db) => () => (done) => wait(db, done)]\`);
const db = new Db(() => later().then(() => nextTurn("FSREQCALLBACK")));
await require("co")(project.target(thunkOf(project.wait, db)));`,
    );
    assert.deepEqual(sitesOf(of(lines, "target")[0]!), ["db.read", "db.read"]);
  });

  it("does not take for an I/O call what gives back what it is called on, which somebody may wait for", async () => {
    const lines = await recorded(
      `module.exports = async function target(reply, db) { reply.code(await db.get("a")); return reply; };`,
      `const Reply = require("node:vm").runInThisContext(\`(class Reply {
  code() { return this; }
  then(done) { this.outside().then(() => done("sent")); }
})\`);
const outside = () => later().then(() => nextTurn("FSREQCALLBACK"));
await project(Object.assign(new Reply(), { outside }), { get: async () => { await outside(); return 200; } });`,
    );
    assert.deepEqual(sitesOf(of(lines, "target")[0]!), ["db.get"]);
    assert.deepEqual(
      callOf(lines, "target").answers.map(({ expression, style }) => [expression, style]),
      [
        ["db.get", "promise"],
        ["reply.code", "sync"],
      ],
    );
  });

  it("does not take a package's queue for I/O, which gives what the project's own worker comes to", async () => {
    const lines = await recorded(
      `module.exports = async function all({ queueOf, limitOf, db }, keys) {
  const queue = queueOf(async (key) => (await db.get(key)).length);
  const limit = limitOf();
  await Promise.all(keys.map((key) => queue.push(key)));
  await Promise.all(keys.map((key) => limit(async () => db.get(key))));
};`,
      `const packages = require("node:vm").runInThisContext(\`(outside) => {
  const limitOf = () => {
    let last = Promise.resolve();
    return (work) => (last = last.then(work));
  };
  return {
    queueOf: (worker) => {
      const limit = limitOf();
      return { push: (one) => limit(() => worker(one)) };
    },
    limitOf,
    db: new (class Db { get(key) { return outside().then(() => key); } })(),
  };
}\`)(() => later().then(() => nextTurn("FSREQCALLBACK")));
await project(packages, ["a", "b", "c"]);`,
    );
    assert.deepEqual(of(lines, "all").map(sitesOf), [
      ["db.get", "db.get", "db.get", "db.get", "db.get", "db.get"],
    ]);
  });

  it("does not take for an I/O call what is put off until the program has done what it is at, whatever came in meanwhile", async () => {
    const lines = await recorded(
      `module.exports = function handle(db, respond) {
  process.nextTick(() => queueMicrotask(() => db.get("a").then((value) => respond(null, value))));
};`,
      `const db = { get: async (k) => { await later(k); nextTurn("FSREQCALLBACK"); return k; } };
await new Promise((resolve) => { project(db, resolve); nextTurn("HTTPServerAsyncResource"); });`,
    );
    assert.deepEqual(of(lines, "handle").map(sitesOf), [["db.get"]]);
  });

  it("puts off for real what Node puts off, whatever that is a method of", async () => {
    const lines = await recorded(
      `module.exports = function before(id, next) { if (!id) return next(); process.nextTick(function () { next(null, id); }); };`,
      `await new Promise((r) => project(7, r));`,
    );
    const { answers, outcome } = callOf(lines, "before");
    assert.deepEqual([answers, outcome.value], [[], [null, 7]]);
  });

  it("does not take a function's way into a list for an I/O call", async () => {
    const lines = await recorded(
      `module.exports = (db, cb) => {
  const given = [];
  given.push((error, value) => cb(error, value));
  db.get("a").then((value) => given[0](null, value));
};`,
      `const db = { get: async (k) => { await later(k); nextTurn("FSREQCALLBACK"); return k; } };
await new Promise((resolve) => { project(db, (error, value) => { resolve(value); }); });`,
    );
    assert.deepEqual(sitesOf(lines.find(({ call }) => call?.outcome.how === "callback")!), ["db.get"]);
  });

  it("has what a list calls back that only a package can go through, and does not take it for an I/O call", async () => {
    const lines = await recorded(
      `module.exports = async function sum(tree, db) { let all = 0; tree.each((x) => { all += Math.max(x, 0); }); return [all, await db.get("k")]; };`,
      `${DB} class Tree { each(f) { for (const x of [1, 2, 3]) f(x); } } await project(new Tree(), db);`,
    );
    assert.deepEqual(sitesOf(of(lines, "sum")[0]!), ["db.get"]);
    const [answer] = callOf(lines, "sum").answers;
    assert.equal(answer!.style, "sync");
    assert.deepEqual(
      answer!.callbacks?.map((one) => one.arguments),
      [[1], [2], [3]],
    );
  });

  it("has what only a package can call back with, for what its own program does, as what answered at once", async () => {
    const lines = await recorded(
      `module.exports = async function send(hear, reply, db) { hear(reply, (error) => reply.close(error)); reply.text = await db.get("a"); reply.end(); await db.get("b"); };`,
      `const [hear, Reply] = require("node:vm").runInThisContext(\`[
  (reply, heard) => { reply.heard = heard; },
  class Reply { end() { this.tick(() => this.heard()); } close() {} },
]\`);
await project(hear, Object.assign(new Reply(), { tick: process.nextTick }), { get: (k) => later(k) });`,
      false,
      { process },
    );
    const [heard] = callOf(lines, "send").answers.map(({ expression, style, callbacks }) => [
      ...[expression, style, callbacks],
    ]);
    assert.deepEqual(heard, ["hear", "sync", undefined]);
  });

  it("tells of an event during which call of its own it came, and counts that for no I/O", async () => {
    const lines = await recorded(
      `const Events = require("node:events");
module.exports = async function feed(db) {
  const [rows, seen] = [new Events(), []];
  rows.on("row", (row) => void seen.push(row));
  for (const k of ["a", "b"]) rows.emit("row", await db.get(k));
  return seen;
};`,
      `${DB} await project(db);`,
    );
    assert.deepEqual(sitesOf(of(lines, "feed")[0]!), ["db.get", "db.get"]);
    const { answers } = callOf(lines, "feed");
    assert.deepEqual(
      answers[0]!.callbacks?.map(({ arguments: given, during }) => [given, answers[during!]?.expression]),
      [
        [["a!"], "rows.emit"],
        [["b!"], "rows.emit"],
      ],
    );
  });

  it("tells of functions that were given by their names which event they heard, whoever else called meanwhile", async () => {
    const lines = await recorded(
      `module.exports = function wait(source, done) {
  function failed(error) { done(error); }
  function ended(text) { done(null, text); }
  source.on("end", ended);
  source.on("error", failed);
  source.open();
};`,
      `const source = new (require("node:events"))();
source.open = () => void setTimeout(() => source.emit("end", "text"), 1);
await new Promise((r) => project(source, r));`,
    );
    assert.deepEqual(
      callOf(lines, "wait").answers.map(({ callbacks }) => callbacks?.map((one) => one.arguments)),
      [[["text"]], undefined, undefined],
    );
  });

  it("has what a package made of something that no data can make again", async () => {
    const lines = await recorded(
      `module.exports = async function both({ sizeOf }, handle, db) {
  return [sizeOf(handle), sizeOf([1]), await db.get("k")];
};`,
      `${DB} const lib = require("node:vm").runInThisContext("({ sizeOf: (one) => one.length })");
class Handle { length = 7; }
await project(lib, new Handle(), db);`,
    );
    const { answers } = callOf(lines, "both");
    assert.deepEqual(
      answers.map(({ expression, style, value }) => [expression, style, value]),
      [
        ["sizeOf", "sync", 7],
        ["db.get", "promise", "k!"],
      ],
    );
  });

  it("tells how it failed, and what did", async () => {
    const lines = await recorded(
      `module.exports = async function load(db) { await db.fail(); };`,
      `const db = { fail: async () => { await later(); throw Object.assign(new TypeError("no"), { code: "E1" }); } }; await project(db).catch(() => {});`,
    );
    const { outcome, answers } = callOf(lines, "load");
    const [error] = [(outcome.value as { value?: unknown }).value ?? outcome.value];
    assert.equal(outcome.how, "error");
    assert.equal(answers[0]!.outcome, "error");
    assert.match(JSON.stringify([error, answers[0]!.value]), /"class":"TypeError".*"code":"E1"/);
  });

  it("has the answers of packages that call functions of the project which they were given before", async () => {
    const lines = await recorded(
      `const compare = (a, b) => Math.sign(a - b);
module.exports = { compare, has: async function has(tree, key, db) { const found = tree.search(key); return [found, await db.get("k")]; } };`,
      `${DB} class Tree { constructor(compare) { this.compare = compare; } search(key) { return this.compare(key, 1) === 0; } }
await project.has(new Tree(project.compare), 1, db);`,
    );
    assert.deepEqual(
      callOf(lines, "has").answers.map(({ expression, value }) => [expression, value]),
      [["tree.search", true], ["db.get", "k!"]], // prettier-ignore
    );
  });

  it("has what told it of time and chance", async () => {
    const lines = await recorded(
      `const { randomBytes } = require("node:crypto");
module.exports = async function stamp(db) { const at = new Date(); await db.get("k"); return [at, Date.now(), randomBytes(4), new Date(0)]; };`,
      `${DB} await project(db);`,
    );
    assert.deepEqual(
      callOf(lines, "stamp").answers.map(({ expression, kind }) => [expression, kind]),
      [["Date", "clock"], ["db.get", "double"], ["Date.now", "clock"], ["randomBytes", "clock"]], // prettier-ignore
    );
  });

  it("is kept a few times for each path, and counted", async () => {
    const lines = await recorded(
      `module.exports = async function get(db, k) { return await db.get(k); };`,
      `${DB} for (let i = 0; i < 50; i++) await project(db, i);`,
    );
    assert.equal(lines.filter(({ call }) => call !== undefined).length, 3);
    assert.equal(
      lines.reduce((sum, { calls }) => sum + calls, 0),
      50,
    );
  });

  it("is one of the same function where the module is loaded again, unless its text is another one", async () => {
    const text = `module.exports = async function get(db, k) { return await db.get(k); };`;
    const lines = await recorded(
      text,
      `${DB} for (let i = 0; i < 30; i++) await loadAgain()(db, "known" + i);
await loadAgain(${JSON.stringify(text.replace("(k)", "(k + 1)"))})(db, "other");`,
    );
    const read = new Set(textsRead.filter((one) => /^known\d+$/.test(one)));
    assert.ok(read.size <= 10, `${read.size} were read`);
    const kept = lines.flatMap(({ call }) => call?.answers[0]?.arguments[0] ?? []);
    assert.deepEqual(kept, ["known0", "known1", "known2", "other1"]);
  });

  it("is read less often once calls have shown nothing new, and more often again once one did", async () => {
    const lines = await recorded(
      `module.exports = async function get(db, k) { return k.startsWith("known") ? await db.get(k) : await db.read(k); };`,
      `const db = { get: async (k) => later(k), read: async (k) => later(k) };
for (let i = 0; i < 40; i++) await project(db, "known" + i);
for (let i = 0; i < 4; i++) await project(db, "new" + i);`,
    );
    const read = new Set(textsRead.filter((text) => text.startsWith("known")));
    assert.ok(read.size <= 10, `${read.size} were read`);
    const kept = lines.flatMap(({ path, call }) => (call === undefined ? [] : [path[0]!.expression]));
    assert.deepEqual(kept, [...Array<string>(3).fill("db.get"), ...Array<string>(3).fill("db.read")]);
  });

  it("keeps no value where only shapes are wanted", async () => {
    const lines = await recorded(
      `module.exports = async function get(db, k) { return await db.get(k); };`,
      `${DB} await project(db, "a secret");`,
      true,
    );
    assert.doesNotMatch(JSON.stringify(lines), /secret/);
    assert.equal(callOf(lines, "get").arguments[1], "xxxxxxxx");
  });

  it("changes nothing of an error that nobody handles", async () => {
    const unhandled: unknown[] = [];
    const listener = (error: unknown): void => void unhandled.push(error);
    const before = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", listener);
    try {
      await recorded(
        `module.exports = function start(db) { const p = db.fail(); return p; };`,
        `const db = { fail: () => later().then(() => { throw new Error("nobody handles it"); }) }; project(db);`,
      );
      assert.deepEqual(
        unhandled.map((error) => (error as Error).message),
        ["nobody handles it"],
      );
    } finally {
      process.off("unhandledRejection", listener);
      for (const one of before) process.on("unhandledRejection", one);
    }
  });

  describe("functions of a test that are given to the project", () => {
    const EACH = `
      function each(list, one, done) {
        let left = list.length;
        for (const item of list) one(item, () => { if (--left === 0) done(null, list); });
      }
      module.exports = {
        each,
        all: (list, one, done) => each(list, (item, next) => one(item, next), done),
      };`;
    const sitesOf = (calls: readonly Calls[], name: string): string[][] =>
      calls
        .filter((call) => call.function.name === name)
        .map(({ path: sites }) => sites.map(({ line }) => `line ${line}`));

    it("are I/O calls of the project's, also where they answer at once", async () => {
      const calls = await recorded(
        EACH,
        `await new Promise((resolve) => project.each([1, 2], (item, next) => next(), () => setImmediate(resolve)));`,
      );
      assert.deepEqual(sitesOf(calls, "each"), [["line 4", "line 4"]]);
    });

    it("are so where functions of the project were called from the same place before", async () => {
      const calls = await recorded(
        EACH,
        `await new Promise((resolve) => project.all([1], (item, next) => setImmediate(next), resolve));
        await new Promise((resolve) => project.each([1, 2], (item, next) => setImmediate(next), resolve));`,
      );
      assert.deepEqual(sitesOf(calls, "each"), [["line 8"], ["line 4", "line 4"]]);
    });

    it("make no I/O calls of a function that answers at once by what makes them", async () => {
      const calls = await recorded(
        `
        function answer(item, done) { done(null, item); }
        module.exports = (item, done) => answer(item, () => setImmediate(done));`,
        `await new Promise((resolve) => project(1, () => resolve()));`,
      );
      assert.deepEqual(sitesOf(calls, "answer"), [[]]);
    });

    it("are I/O calls of whoever has called the function that calls them, and of whom that was made by", async () => {
      const calls = await recorded(
        EACH,
        `await new Promise((resolve) => project.all([1, 2], (item, next) => setImmediate(next), resolve));`,
      );
      assert.deepEqual(sitesOf(calls, "each"), [["line 8", "line 8"]]);
      assert.deepEqual(sitesOf(calls, "all"), [["line 8", "line 8"]]);
    });
  });
});
