import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { analyze } from "../../analysis/analyze.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { recordProject } from "../fixtures/record-project.ts";
import { namedPlace } from "../contract/recording.ts";
import { recordedIn } from "../contract/scenario.ts";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import { hostServices, runBenchmark } from "../host/benchmark.ts";
import { checkRecorded } from "../host/recordings/check-recorded.ts";
import { recordedStarts } from "../host/recordings/recorded-starts.ts";
import { keptCallsOf, withCall, withRecordings } from "../host/recordings/with-recordings.ts";
import { findRuntime } from "../host/runtime.ts";
import { diskSource } from "../host/source-file.ts";
import { resolveTarget } from "../host/targets.ts";
import type { TargetSource } from "../protocol.ts";
import type { TargetResult } from "../target-result.ts";

const fixture = path.join(import.meta.dirname, "../fixtures/recorded-project");
const remote = readFileSync(path.join(fixture, "remote.js"), "utf8");

describe("what was recorded of a project's tests", () => {
  let root: string;

  before(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), "async-cost-recorded-"));
    cpSync(fixture, root, { recursive: true });
    await recordProject(root, [process.execPath, "--test"]);
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it("is played again with the same I/O calls and the same end", async () => {
    const targets = await recordedTargets(path.join(root, "store.js"));
    const checked = await checkRecorded(
      targets,
      { runtime: await findRuntime(), workerFile: bundledWorker(), workspaceFolder: root },
      hostServices,
      new AbortController().signal,
    );
    const different = checked.flatMap(({ target, why }) =>
      why === undefined ? [] : [`${target.id}: ${why.text}`],
    );
    assert.deepEqual(different, []);
    const names = new Set(checked.map(({ target }) => target.id.split(" ")[0]));
    assert.deepEqual(
      [...names],
      [
        ...[
          "Store.load",
          "Store.save",
          "Store.saveAll",
          "Lengths.of",
          "Lengths.#sized",
          "known",
          "sizeOf",
          "total",
          "counter",
          "keep",
          "keepBoth",
          "missing",
          "lines",
        ],
      ],
    );
  });

  it("counts what fakes of the project's own complete by timers, named by the calls that lead there", async () => {
    const targets = await recordedTargets(path.join(root, "deliver.js"));
    assert.deepEqual(
      targets.map(({ id, scenario }) => [
        id.split(" ")[0],
        ...recordedIn(scenario!)!.call.answers.map((answer) => namedPlace(answer).expression),
      ]),
      [
        ["deliver", "remote.find", "remote.send", "remote.audit"],
        ["logTwice", "remote.log", "remote.log"],
        ["logTwice", "remote.log", "remote.log"],
      ],
    );
    const results = await benchmarked(targets.slice(0, 2), root);
    assert.deepEqual(
      results.map(({ scenario, counters, io }) => [
        scenario?.notReplayed?.text ?? scenario?.origin,
        counters?.ioCalls,
        counters?.criticalPath,
        io?.map(({ line }) => line),
      ]),
      [
        ["recorded", 3, 2, [4, 5, 7]],
        ["recorded", 2, 2, [13, 15]],
      ],
    );
  });
});

describe("what was recorded of a service", () => {
  const service = `const fs = require("node:fs");
exports.onRequest = function onRequest(request, response) {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    fs.stat(__filename, (error, stat) => {
      fs.readFile(__filename, "utf8", (failed, text) => {
        response.setHeader("content-type", "text/plain");
        response.end(body + stat.isFile() + text.length);
      });
    });
  });
};
exports.tellProcess = function tellProcess(request, response) {
  fs.stat(__filename, (error, stat) => {
    response.end(String(process.pid));
  });
};
exports.tellTest = function tellTest(request, response) {
  fs.stat(__filename, (error, stat) => {
    response.end(process.toldByTest.length + "");
  });
};
exports.tellLength = function tellLength(request, response) {
  fs.promises.readFile(__filename, "utf8").then((text) => {
    response.end(String(text.length));
  });
};`;
  const test = `const http = require("node:http");
const { test } = require("node:test");
process.toldByTest = "told";
for (const [name, listener] of Object.entries(require("../service.js")))
  test(name, async () => {
    const server = http.createServer(listener);
    await new Promise((resolve) => server.listen(0, resolve));
    const url = "http://localhost:" + server.address().port;
    await (await fetch(url, { method: "POST", body: "text", headers: { connection: "close" } })).text();
    await new Promise((resolve) => server.close(resolve));
  });`;
  const counting = `const { spawn } = require("node:child_process");
module.exports = async function count(to) {
  const child = spawn(process.execPath, ["-p", to]);
  let told = "";
  child.stdout.on("data", (data) => (told += data));
  return new Promise((resolve) => child.on("close", (code) => resolve(code + told)));
};`;
  let root: string;

  before(async () => {
    root = await recordedProject({
      "service.js": service,
      "test/service.test.js": test,
      "count.js": counting,
      "test/count.test.js": `require("node:test").test("counts", () => require("../count.js")(3));`,
    });
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it("is over with the last of its I/O calls, and what it has answered is what it came to", async () => {
    const targets = await recordedTargets(path.join(root, "service.js"));
    const results = await benchmarked(targets, root);
    assert.deepEqual(
      results.map(({ counters, io, scenario }) => [
        io?.map(({ expression }) => expression) ?? scenario?.notReplayed?.code,
        scenario?.origin === "recorded" ? [counters?.ioCalls, counters?.promises] : null,
      ]),
      [
        [
          ["request.on", "request.on", "fs.stat", "fs.readFile"],
          [4, 0],
        ],
        ["other-outcome", null],
        ["did-not-end", null],
        [["fs.promises.readFile"], [1, 3]],
      ],
    );
    assert.match(
      results[2]!.scenario!.notReplayed!.text,
      /fs\.stat at line 20: an error escaped from it, TypeError/,
    );
  });

  it("is measured of a handler that gives its caller nothing to wait for, by its name and its line", async () => {
    const targets = await resolveTarget("service.js#tellLength", diskSource(root));
    assert.deepEqual(await resolveTarget("service.js:24", diskSource(root)), targets);
    const [result] = await benchmarked(await withRecordings(targets), root);
    assert.deepEqual(
      [
        result!.scenario?.notReplayed?.text ?? result!.scenario?.origin,
        result!.io?.map(({ expression }) => expression),
      ],
      ["recorded", ["fs.promises.readFile"]],
    );
  });

  it("starts no process of its own: it hears what came of the one that was recorded", async () => {
    const [result] = await benchmarked(await recordedTargets(path.join(root, "count.js")), root);
    assert.deepEqual(
      [
        result!.scenario?.notReplayed?.text ?? result!.scenario?.origin,
        result!.io?.map(({ expression }) => expression),
      ],
      ["recorded", ["child.stdout.on", "child.on"]],
    );
  });
});

describe("what was recorded of calls through a library of promises", () => {
  /** Does what all have asked for at once, in the context of whoever came first. */
  const library = `const tasks = [];
const run = () => tasks.splice(0).forEach((task) => task());
const later = (task) => void (tasks.push(task) === 1 && process.nextTick(run));
class Promised {
  heard = [];
  resolve(value) {
    if (value instanceof Promised) return void value.then((one) => this.resolve(one));
    this.settled = { value };
    for (const hear of this.heard) later(() => hear(value));
  }
  then(goOn) {
    const next = new Promised();
    const hear = (value) => next.resolve(goOn(value));
    if (this.settled) later(() => hear(this.settled.value));
    else this.heard.push(hear);
    return next;
  }
}
exports.defer = () => new Promised();
exports.lift = (start) => (...given) => {
  const promised = new Promised();
  later(() => start(...given, (error, value) => promised.resolve(value)));
  return promised;
};
exports.lazily = (start) => (...given) => ({ run: (done) => start(...given, done) });`;
  const project = `const { defer, lazily, lift } = require("promised");
const remote = require("./remote.js");
const [log, note] = [lift(remote.log), lazily(remote.log)];
module.exports = function save(id, done) {
  const ready = defer();
  note("before").run((error, value) => ready.resolve(value));
  ready.then(() => log(id)).then((value) => { log("after"); done(null, value); });
};`;
  /** Gives a generator what it goes on by. */
  const runner = `module.exports = (generator) => function (...given) {
  const resume = (error, value) => setImmediate(() => (error ? iterator.throw(error) : iterator.next(value)));
  const iterator = generator.apply(this, [...given, resume]);
  iterator.next();
};`;
  const generator = `const suspend = require("suspend");
const remote = require("./remote.js");
module.exports = suspend(function* load(id, done, resume) {
  yield remote.log(id, resume);
  done(null, yield remote.log("read", resume));
});`;
  /** One that nobody knows: what it makes of a generator goes on by what that yields. */
  const driver = `exports.driven = (generator, times) => (...given) => {
  const iterator = generator(...given);
  const goOn = (error, value) => { const { done, value: step } = iterator.next(value); if (!done) step.begin(goOn); };
  for (let time = 0; time < times; time++) goOn();
};
exports.step = (start, ...given) => ({ begin: (done) => start(...given, done) });`;
  const driven = `const { driven, step } = require("driver");
const remote = require("./remote.js");
module.exports = driven(function* drive(id, done) {
  const first = yield step(remote.log, id);
  done(null, yield step(remote.log, first));
}, 1);`;
  const test = `const { promisify } = require("node:util");
const { test } = require("node:test");
global.remoteDelay = 2;
test("saves", () => Promise.all([1, 2, 3].map((id) => promisify(require("../save.js"))(id))));
test("loads", () => promisify(require("../load.js"))(1));
test("drives", () => promisify(require("../drive.js"))(1));`;
  let root: string;

  before(async () => {
    root = await recordedProject({
      "remote.js": remote,
      "save.js": project,
      "load.js": generator,
      "node_modules/suspend/index.js": runner,
      "drive.js": driven,
      "node_modules/driver/index.js": driver,
      "test/save.test.js": test,
      "node_modules/promised/index.js": library,
    });
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it("are the I/O calls of each, and no one else's, also where it has ended before they began", async () => {
    const targets = await recordedTargets(path.join(root, "save.js"));
    assert.deepEqual(
      targets.map(({ scenario }) =>
        recordedIn(scenario!)!
          .call.answers.filter(({ style }) => style !== "sync")
          .map((answer) => namedPlace(answer).expression),
      ),
      Array(3).fill(["note", "log", "log"]),
    );
  });

  it("is played with what the library makes of them for real", async () => {
    const [target] = await recordedTargets(path.join(root, "save.js"));
    const [result] = await benchmarked([target!], root);
    assert.deepEqual(
      [result!.scenario?.notReplayed?.text ?? result!.scenario?.origin, result!.counters?.ioCalls],
      ["recorded", 3],
    );
  });

  it("is played by what has made the function of a generator, which gives that what it goes on by", async () => {
    for (const file of ["load.js", "drive.js"]) {
      const [target] = await recordedTargets(path.join(root, file));
      const [result] = await benchmarked([target!], root);
      assert.deepEqual(
        [result!.scenario?.notReplayed?.text ?? result!.scenario?.origin, result!.counters?.ioCalls],
        ["recorded", 2],
      );
    }
  });
});

describe("what was recorded of functions that answer by a stream or an emitter", () => {
  const answering = `const { EventEmitter } = require("node:events");
const fs = require("node:fs");
exports.servers = {
  pipes(request, response) {
    fs.createReadStream(__filename).pipe(response);
  },
  reads(request, response) {
    fs.promises.readFile(__filename, "utf8").then((text) => response.end(text));
  },
};
exports.responds = (stream) => {
  fs.promises.readFile(__filename, "utf8").then((text) => {
    stream.respond({ ":status": 200 });
    stream.end(text);
  });
};
exports.measures = function measures(file) {
  const found = new EventEmitter();
  fs.stat(file, (error, stat) => {
    if (error) found.emit("error", error);
    else found.emit("end", stat.isFile());
  });
  return found;
};`;
  const test = `const { once } = require("node:events");
const [http, http2] = [require("node:http"), require("node:http2")];
const { test } = require("node:test");
const { measures, responds, servers } = require("../answers.js");
const listening = async (server) => (await once(server.listen(0, "127.0.0.1"), "listening"), server.address().port);
const overHttp2 = async (server) => {
  const client = http2.connect("http://127.0.0.1:" + (await listening(server)));
  await once(client.request({ ":path": "/" }).resume(), "end");
  client.close();
  await new Promise((resolve) => server.close(resolve));
};
for (const [name, listener] of Object.entries(servers)) {
  test(name, async () => {
    const server = http.createServer(listener);
    const url = "http://127.0.0.1:" + (await listening(server));
    await (await fetch(url, { headers: { connection: "close" } })).text();
    await new Promise((resolve) => server.close(resolve));
  });
  test(name + " over HTTP/2", () => overHttp2(http2.createServer(listener)));
}
test("responds", () => overHttp2(http2.createServer().on("stream", responds)));
test("measures", () => new Promise((resolve) => measures(__filename).on("end", resolve)));
test("fails", () => new Promise((resolve) => measures("/none").on("error", resolve)));`;
  let root: string;

  before(async () => {
    root = await recordedProject({
      "answers.js": answering,
      "test/answers.test.js": test,
    });
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it("is over with those, and is played to the same end", async () => {
    const file = path.join(root, "answers.js");
    const code = { text: readFileSync(file, "utf8"), language: "js" as const, problems: [] };
    const kept = (await recordedStarts(file, code)).map(async ({ start, name }) => {
      const target = { id: name, file, ...code, functionStart: start };
      return (await keptCallsOf(target)).flat().map((recorded) => withCall(target, recorded));
    });
    const targets = (await Promise.all(kept)).flat();
    const checked = await checkRecorded(
      targets,
      { runtime: await findRuntime(), workerFile: bundledWorker(), workspaceFolder: root },
      hostServices,
      new AbortController().signal,
    );
    const played = checked.map(({ target: { id, scenario }, why }) => {
      const { outcome, answers } = recordedIn(scenario!)!.call;
      const io = answers.flatMap(({ evidence, expression }) => (evidence === undefined ? [] : expression));
      return [id, outcome.how, io, why?.text] as const;
    });
    // Of calls that are alike, a busy machine may leave time to keep one whole.
    assert.deepEqual(
      [...new Map(played.map((one) => [one.join(), one])).values()],
      [
        ["pipes", "over", ["fs.createReadStream(…).pipe"], undefined],
        ["servers.reads", "over", ["fs.promises.readFile"], undefined],
        ["exports.responds", "over", ["fs.promises.readFile"], undefined],
        ["measures", "event", ["fs.stat"], undefined],
        ["measures", "error", ["fs.stat"], undefined],
      ],
    );
  });
});

describe("what was recorded of ES modules", () => {
  it("is of those that other modules import or require, in a process that has begun with none", async () => {
    const root = mkdtempSync(path.join(os.tmpdir(), "async-cost-recorded-"));
    try {
      const text = `import { stat } from "node:fs/promises";
export const isFile = async (file) => (await stat(file)).isFile();`;
      for (const [file, content] of [
        ["package.json", "{}"],
        ["imported.mjs", text],
        ["required.mjs", text],
        ["import.cjs", `import("./imported.mjs").then(({ isFile }) => isFile(__filename));`],
        ["require.cjs", `require("./required.mjs").isFile(__filename);`],
        [
          "run.cjs",
          `for (const name of ["import", "require"])
  require("node:child_process").execFileSync(process.execPath, [__dirname + "/" + name + ".cjs"]);`,
        ],
      ] as const)
        writeFileSync(path.join(root, file), content);
      await recordProject(root, [process.execPath, "run.cjs"]);
      for (const name of ["imported.mjs", "required.mjs"]) {
        const code = { text, language: "js" as const, problems: [] };
        assert.deepEqual(
          (await recordedStarts(path.join(root, name), code)).map((one) => one.name),
          ["isFile"],
          name,
        );
      }
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});

describe("what was recorded of a file that is compiled as it is loaded, without a source map", () => {
  const read = `const remote = require("./remote.js");
exports.both = function* both(id) {
  const first = yield remote.find(id);

  return [first, yield remote.audit(first)];
};`;
  /** As compilers make a generator of it: each step is a call, and nothing yields. */
  const made = `var steps = function (generator) { var isDone = false; return {
  next: function (sent) { var value = generator.goOn(sent); return { value: value, done: generator.isOver }; },
  "throw": function (error) { throw error; } }; };
var remote = require("./remote.js");
exports.both = function both(id) {
  var first, state = 0;
  var generator = { isOver: false,
    goOn: function (sent) {
      switch (state++) {
        case 0: return remote.find(id);
        case 1: first = sent; return remote.audit(first);
        default: this.isOver = true; return [first, sent];
      }
    }
  };
  return steps(generator);
};`;
  const test = `const Module = require("node:module");
const { test } = require("node:test");
// Old compilers put such a one in the place of the engine's.
String.prototype.startsWith = function (text) { return this.lastIndexOf(text, 0) === 0; };
const load = Module._extensions[".js"];
Module._extensions[".js"] = (module, file) =>
  file.endsWith("read.js") ? module._compile(${JSON.stringify(made)}, file) : load(module, file);
const run = (iterator, sent) => {
  const { value, done } = iterator.next(sent);
  return done ? value : Promise.resolve(value).then((one) => run(iterator, one));
};
global.remoteDelay = 2;
test("reads", () => run(require("../read.js").both("1")));`;

  it("has the places of its source, and is played with that", async () => {
    const root = await recordedProject({
      "remote.js": remote,
      "read.js": read,
      "test/read.test.js": test,
    });
    try {
      const [target] = await recordedTargets(path.join(root, "read.js"));
      const [result] = await benchmarked([target!], root);
      assert.deepEqual(
        [
          result!.scenario?.notReplayed?.text ?? result!.scenario?.origin,
          result!.io?.map(({ line, expression }) => [line, expression]),
        ],
        [
          "recorded",
          [
            [3, "remote.find"],
            [5, "remote.audit"],
          ],
        ],
      );
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});

describe("what was recorded of instances whose members are private, as compilers and people write it", () => {
  const base = `var _count, read = (self, map) => {
  if (!map.has(self)) throw new TypeError("no private member");
  return map.get(self);
};
const shown = new WeakSet();
class Counter {
  constructor(count) { _count.set(this, { count }); shown.add(this); }
  get count() { return read(this, _count).count; }
  get isShown() { return shown.has(this); }
}
exports.Counter = Counter;
_count = new WeakMap();`;
  const orders = `const { Counter } = require("./counter.js");
const remote = require("./remote.js");
const names = new WeakMap();
class Orders extends Counter {
  constructor(name) { super(name.length); names.set(this, name); }
  async load() {
    if (!this.isShown) return "hidden";
    return names.get(this) + this.count + (await remote.find(this.count)).to;
  }
}
exports.Orders = Orders;`;
  const models = `const { Counter } = require("./counter.js");
const remote = require("./remote.js");
class Model {
  constructor(name) {
    const self = this;
    class Item extends Counter {
      constructor(id) { super(id); this.id = id; }
      get label() { return self.name + this.id; }
      async load() { return this.label + (await remote.find(this.count)).to; }
    }
    Item.model = self;
    Item.kinds = ["plain", name];
    this.Item = Item;
    this.name = name;
  }
  async create(id) {
    const item = new this.Item(id);
    const { to } = await remote.find(id);
    return [to, item.label, item.count, this.Item.kinds, this.Item.model === this, item instanceof this.Item];
  }
}
const label = async (item) => [item.label, item.constructor.kinds, item.count, (await remote.find(item.id)).to];
module.exports = { Model, label };`;
  const test = `const { test } = require("node:test");
const { Orders } = require("../orders.js");
const { Model, label } = require("../models.js");
global.remoteDelay = 2;
test("loads", () => new Orders("all").load());
for (const name of ["User", "Movie"]) {
  const model = new Model(name);
  test("creates a " + name, () => model.create(1));
  test("labels a " + name, () => label(new model.Item(2)));
  test("loads a " + name, () => new model.Item(2).load());
}`;

  it("is played with all that they hold, and with the classes that calls have made", async () => {
    const root = await recordedProject({
      "remote.js": remote,
      "counter.js": base,
      "orders.js": orders,
      "models.js": models,
      "test/all.test.js": test,
    });
    try {
      const targets = [
        ...(await recordedTargets(path.join(root, "orders.js"))),
        ...(await recordedTargets(path.join(root, "models.js"))),
      ];
      const checked = await checkRecorded(
        targets,
        { runtime: await findRuntime(), workerFile: bundledWorker(), workspaceFolder: root },
        hostServices,
        new AbortController().signal,
      );
      const called = targets.flatMap(({ scenario }) => recordedIn(scenario!)!.call.answers);
      assert.deepEqual([...new Set(called.map((answer) => namedPlace(answer).expression))], ["remote.find"]);
      assert.deepEqual(
        checked.map(({ target, why }) => [target.id.split(" ")[0], why?.text]),
        ["Orders.load", "Item.load", "Item.load", "Model.create", "Model.create", "label", "label"].map(
          (name) => [name, undefined],
        ),
      );
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});

/** A project of some files whose tests are recorded: its folder, which whoever asks for it removes. */
async function recordedProject(files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(path.join(os.tmpdir(), "async-cost-recorded-"));
  for (const [file, text] of Object.entries({ "package.json": "{}", ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  await recordProject(root, [process.execPath, "--test"]);
  return root;
}

async function benchmarked(targets: readonly TargetSource[], root: string): Promise<TargetResult[]> {
  const options = { ...DEFAULT_OPTIONS, measures: ["time" as const], budgetMilliseconds: 100 };
  const { results } = await runBenchmark(
    { targets, options, runtime: await findRuntime(), workerFile: bundledWorker(), workspaceFolder: root },
    hostServices,
    () => undefined,
    new AbortController().signal,
  );
  return results;
}

/** The functions of a file, once for each of their kept calls. */
async function recordedTargets(file: string): Promise<TargetSource[]> {
  const text = readFileSync(file, "utf8");
  const targets: TargetSource[] = [];
  for (const { name, range } of analyze(text, "js").functions) {
    const target = { id: name, file, text, language: "js" as const, functionStart: range.start };
    const kept = (await keptCallsOf(target)).flat();
    for (const recorded of kept)
      targets.push(withCall({ ...target, id: `${name} ${targets.length}` }, recorded));
  }
  return targets;
}
