import assert from "node:assert/strict";
import { preparationSentence } from "../preparation-words.ts";
import type { TargetRun } from "../protocol.ts";
import { completed, ended, type Job } from "./fixtures/run-worker.ts";

const expressions = (target: TargetRun): string[] => target.fakes.map(({ expression }) => expression);

describe("a worker that takes a function out of its surroundings", () => {
  const measured = async (text: string, job: Job = {}, file = "apart.js") => {
    const target = await completed(file, { text, ...job });
    return { ...target, said: target.warnings.join(" ") };
  };

  it("measures a closure as a call of what is around it makes it, and says so", async () => {
    const text =
      "function make(db) {\n  const by = {};\n  ['key'].forEach((name) => { by[name] = (id) => `k${id}`; });\n" +
      "  return async (id) => { await db.load(by['key'](id)); };\n}\nmodule.exports = make;";
    const target = await measured(text);
    assert.match(target.said, /exists only while make runs, which was called with made-up arguments.*line 1/);
    assert.doesNotMatch(target.said, /apart from/);
    const made = { what: "made", by: "the function at line 3", line: 3 } as const;
    assert.match(preparationSentence(made), /while the function at line 3 runs.* to make it\.$/);
    assert.deepEqual([target.counters.ioCalls, expressions(target)], [1, ["db.load"]]);
  });

  it("has co run a generator that nothing in its file drives, also where it is taken apart", async () => {
    const text =
      "exports.list = function* (next) {\n  const rows = yield db.list(this.params.id);\n  yield [db.log(rows), db.put(rows)];\n  this.body = rows;\n  yield next;\n};\n" +
      "app.use(function* (next) {\n  const user = yield db.get(this.id);\n  yield (done) => db.save(user, done);\n  yield next;\n});";
    for (const [of, operations] of [
      ["function* (next) {\n  const rows", ["db.list", "db.log", "db.put"]],
      ["function* (next) {\n  const user", ["db.get", "db.save"]],
    ] as const) {
      const target = await measured(text, { functionStart: text.indexOf(of) });
      assert.deepEqual(
        expressions(target).filter((one) => one.includes(".")),
        operations,
      );
    }
  });

  it("runs JavaScript with types of Flow, also where a function is taken apart", async () => {
    const text =
      "// @flow strict\nimport type { Row } from './row';\nimport typeof Db from './db';\nexport type Given = {| +id: ?string |};\nopaque type Id = string;\n" +
      "function isText(x: mixed): boolean %checks { return typeof x === 'string'; }\n" +
      "export async function list(db: Db, { id }: Given): Promise<Array<Row>> {\n  const key = ((id: any): string);\n  if (isText(key)) await db.log(key);\n  return await db.list<Row>(key);\n}\n" +
      "function make(db: Db) { app.on('row', async (row: ?Row): Promise<void> => { await db.put((row: any)); }); }";
    const list = await measured(text, { functionStart: text.indexOf("async function") });
    assert.ok(expressions(list).includes("db.list"), list.said);
    const apart = await measured(text, { functionStart: text.indexOf("async (row") });
    assert.ok(expressions(apart).includes("db.put"), apart.said);
  });

  it("makes a closure where its file names what nobody defines, with made-up arguments whatever the closure is given", async () => {
    const text =
      "describe('x', () => undefined);\nmodule.exports = function make(db) {\n  const prefix = db.prefix.toUpperCase();\n  return async function load(id) { await db.load(prefix + id.trim()); };\n};";
    const fakesFile = "module.exports = { load: { arguments: () => ['42'] } };";
    const target = await measured(text, { fakesFile, functionStart: text.indexOf("async function") });
    assert.match(target.said, /exists only while make runs/);
    assert.equal(target.counters.ioCalls, 1);
  });

  it("measures a closure of an asynchronous function as a call of that makes it, after its own I/O", async () => {
    const text =
      "async function make(db) {\n  const prefix = await db.open();\n  const key = (id) => `${prefix}${id}`;\n  return [1, 2].map(async (id) => { await db.load(key(id)); });\n}\nmodule.exports = make;";
    const target = await measured(text, { functionStart: text.indexOf("async (id)") });
    assert.match(target.said, /exists only while make runs/);
    assert.deepEqual([target.counters.ioCalls, expressions(target)], [1, ["db.load"]]);
  });

  it("makes a closure with what errors say of the arguments of the function around it", async () => {
    const text =
      'const path = require("node:path");\nconst { readFile } = require("node:fs/promises");\n' +
      "module.exports = function make(options) {\n  const base = path.resolve(options.base);\n" +
      "  const open = (name) => readFile(path.join(base, name));\n  return { get: async (name) => await open(`${name}.json`) };\n};";
    const target = await measured(text, { functionStart: text.indexOf("async (name)") });
    assert.match(target.said, /exists only while make runs/);
    assert.equal(target.counters.ioCalls, 1);
  });

  it("makes a closure with what the function around it cannot do without, and takes what its type says need not be there as not there", async () => {
    const text =
      'import { readFile, stat } from "node:fs/promises";\n' +
      "interface Options { base?: string; isStrict?: boolean }\ntype Make<T> = (options: T) => unknown;\n" +
      "const make: Make<Options> = (options = {}) => {\n  if (!options.base) throw new Error('no base');\n" +
      "  return {\n    async get(name: string) {\n      if (options.isStrict) await stat(options.base!);\n" +
      "      return await readFile(options.base + name);\n    },\n  };\n};\nexport default make;";
    const target = await measured(text, { functionStart: text.indexOf("async get") }, "apart.ts");
    assert.match(target.said, /exists only while make runs/);
    assert.equal(target.counters.ioCalls, 1);
  });

  it("calls a closure with what the function around it calls it with", async () => {
    const text =
      "class Memory { async get(id) { return id; } }\n" +
      "exports.all = async function all(ids) {\n  const stores = [new Memory()];\n" +
      "  return await Promise.all(stores.map(async (store) => await store.get(ids)));\n};";
    const target = await measured(text, { functionStart: text.indexOf("async (store)") });
    assert.equal(target.counters.ioCalls, 0);
    assert.match(target.said, /store\.get at line 4\) ran and made none/);
  });

  it("measures a method that is given to a symbol of a prototype on an instance", async () => {
    const text =
      "class Store {\n  #open = 1;\n  async close() { this.#open = 0; }\n}\nif (Symbol.asyncIterator) {\n" +
      "  Store.prototype[Symbol.for('end')] = async function () { return this.close(); };\n}\nmodule.exports = Store;";
    const target = await measured(text, { functionStart: text.indexOf("async function") });
    assert.equal(target.counters.ioCalls, 0);
  });

  it("measures a closure apart where nothing makes it, and says so with the reason", async () => {
    const text =
      "function make(db) {\n  const key = (id) => `k${id}`;\n  if (db !== null) return;\n  const row = async (id) => { await db.load(key(id)); };\n  return row;\n}\nmodule.exports = make;";
    const target = await measured(text, { functionStart: text.indexOf("async (id)") });
    assert.match(target.said, /apart from what is around it.*closure of `make`/);
    assert.deepEqual([target.counters.ioCalls, expressions(target)], [1, ["db.load"]]);
  });

  it("makes up a file of its project that is set up only where a program starts, and leaves the function in its module", async () => {
    const text =
      'const setUp = require("./set-up-at-start.js");\nlet calls = 0;\n' +
      "exports.get = (id, done) => {\n  setUp.client().load(id, (error, job) => done(error, job));\n};\n" +
      "exports.both = function (id, done) {\n  calls++;\n  exports.get(id, (error) => {\n    if (error) return done(error);\n    exports.get(calls, done);\n  });\n};";
    const target = await measured(text, { functionStart: text.indexOf("function (id") });
    assert.equal(target.counters.ioCalls, 2);
    assert.match(target.said, /set-up-at-start\.js of its project was made up, as it failed.*dial/);
    assert.doesNotMatch(target.said, /apart from/);
  });

  it("measures a private method, on an instance of its class", async () => {
    const text =
      "class Store {\n  #name = 1;\n  constructor(db) { this.db = db; }\n  async #flush() { await this.db.put(this.size(), this.#name); await this.#log(); }\n" +
      "  async #log() {}\n  size() { return 1; }\n}\nmodule.exports = Store;";
    const { said, counters } = await measured(text, { functionStart: text.indexOf("async #flush") });
    assert.match(said, /^It is not known what db\.put at line 4 does[^\n]*$/);
    assert.equal(counters.ioCalls, 1);
  });

  it("measures nothing in place of what is no function that can be called, as of the one around it", async () => {
    const text =
      "async function load(db) {\n  const rows = { get first() { return db.first(); } };\n  return await db.all(rows);\n}\nmodule.exports = load;";
    const target = await ended("apart.js", { text, functionStart: text.indexOf("get first") });
    assert.match(target.reason, /^apart\.js has no asynchronous function at that place any more\.$/);
  });

  it("measures a static method of a class that a function makes, which calls what it extends", async () => {
    const { counters } = await measured(
      "module.exports = (Base) => class Token extends Base {\n  static async find(id) { return await super.find(id); }\n};",
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("measures what is handed to a call", async () => {
    const { counters } = await measured(
      'const app = require("express")();\napp.get("/", async (req, res) => { res.json(await req.db.find(1)); });',
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("takes what refuses made-up values at once for made up, rather than lead the function around its error without I/O", async () => {
    const text = `module.exports = class Client {
  waiting = {};
  subscribe(topics, callback) {
    const names = Object.keys(topics);
    for (; names.length === 0; ) {
      setImmediate(callback, new Error("No topics"));
      return this;
    }
    new Promise((answered) => (this.waiting[names[0]] = answered)).then(() => callback(null, names));
    return this;
  }
  subscribeAsync(topics) {
    return new Promise((resolve, reject) => {
      this.subscribe(topics, (error, names) => {
        if (error) reject(error);
        else resolve(names);
      });
    });
  }
};`;
    const target = await measured(text, { functionStart: text.indexOf("subscribeAsync") });
    assert.deepEqual([target.counters.ioCalls, expressions(target)], [1, ["this.subscribe"]]);
    assert.match(target.said, /failed at line 6 .*Error: No topics\./);
    assert.doesNotMatch(target.said, /decided/);
  });

  it("runs what a module throws at in these surroundings, and says so", async () => {
    const { said, counters } = await measured(
      'const { isMainThread } = require("worker_threads");\nif (isMainThread) {\n  throw new Error("a worker\'s");\n}\n' +
        "async function save(db) { await db.transaction(async (t) => { await t.insert(1); }); }",
      { functionStart: 107 },
    );
    assert.match(
      said,
      /apart from its module: what it takes from there may be made up\. .*threw at line 3 while it was loading: Error: a worker's/,
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("names the I/O calls that it did not come to, and only those", async () => {
    const { said } = await measured(
      "exports.f = async function (db, cache, log) {\n  const hit = await cache.get(1);\n  if (hit) return await cache.touch(hit);\n  try {\n    return await db.load(1);\n" +
        "  } catch (error) {\n    await log.write(error);\n    throw error;\n  }\n};",
    );
    assert.match(said, /Of its I\/O calls, db\.load at line 5 is no part of the numbers/);
    assert.doesNotMatch(said, /log\.write/);
    const imports = await measured(
      "exports.f = async function (name) {\n  const found = await import(name);\n  return found.default;\n};",
    );
    assert.doesNotMatch(imports.said, /no part/);
    const all = await measured(
      "exports.f = async function (db) {\n  await db.get(1);\n  await db\n    .put(2);\n};",
    );
    assert.doesNotMatch(all.said, /no part/);
    // A module that loads only once is measured as it is.
    const once = await measured(
      'Object.defineProperty(globalThis, "onlyOnce", { value: 1 });\nexports.f = async function (db) {\n  if ((await db.find(1)) === null) await db.insert(1);\n};',
    );
    assert.equal(once.counters.ioCalls, 1);
  });

  it("makes up a package that refuses made-up values, and leaves the project's own files real", async () => {
    const target = await completed("picky.js");
    assert.match(target.warnings.join(), /The package picky was made up.*PICKY_URL is not one/);
    assert.doesNotMatch(target.warnings.join(), /apart from/);
    assert.equal(target.counters.ioCalls, 4);
  });

  it("goes on without an import that is not there, and names it", async () => {
    const { warnings } = await completed("missing-file.js");
    assert.match(
      warnings.join(),
      /imports \.\/no-such-helper at line 3, which is not there: it is made up\./,
    );
  });

  it("is not sure of I/O calls on a file that is not there", async () => {
    const run = (use: string) =>
      completed("missing-file.js", {
        text: `const helper = require("./no-such-helper");\nmodule.exports = async (db) => { await db.get(1); ${use} };`,
      });
    const isSure = async (use: string) =>
      (await run(use)).remarks?.some(({ code }) => code === "file-made-up") !== true;
    assert.deepEqual(
      [await isSure("await helper.load();"), await isSure("return helper.name;")],
      [false, true],
    );
  });

  it("stands in for what is neither run nor faked otherwise, and names it", async () => {
    const target = await completed("cluster.js");
    assert.match(target.warnings.join(), /cluster\.fork at line 4/);
  });

  it("points at the right lines of the target all the same", async () => {
    const text =
      "function outer(db) {\n  return async function inner(id) {\n    const row = await db.load(id);\n    await db.store(row);\n  };\n}\nmodule.exports = outer;";
    const { stack } = await measured(text, { measure: "stack" });
    assert.deepEqual([...new Set(stack!.sites.map(({ line }) => line))], [3, 4]);
  });

  it("leaves decorators out, and takes using for const", async () => {
    const { counters } = await measured(
      "@Injectable()\nexport class Api {\n  constructor(private readonly db: Db) {}\n  @Get() async get(@Param('id') id: string) {\n" +
        "    using lock = this.db.lock();\n    return await this.db.load(id);\n  }\n}\n",
      {},
      "apart.ts",
    );
    assert.equal(counters.ioCalls, 1);
  });

  it("counts nothing of what the module began while it was loading", async () => {
    const { counters } = await measured(
      `const fs = require("node:fs");
fs.readFile("a", () => fs.readFile("b", () => undefined));
async function main() {
  for (let round = 0; round < 40; round++) {
    await new Promise(setImmediate);
    await fetch("http://localhost/");
  }
}
main().catch(() => process.exit(1));`,
    );
    assert.deepEqual([counters.ioCalls, counters.criticalPath], [40, 40]);
  });

  it("gives a closure a variable of its module as it is, nothing included", async () => {
    const { counters } = await measured(
      "let flying = null;\nfunction make(db) {\n  return async () => { if (flying === null) await db.a(); await db.b(); };\n}\nmodule.exports = make;",
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("counts in sequence only what is waited for", async () => {
    const text =
      "exports.f = async function (db) {\n  await db.one();\n  await Promise.all([db.two(), db.three().then(() => db.four())]);\n  db.five().then(() => db.six());\n};";
    const { counters } = await measured(text);
    assert.deepEqual([counters.ioCalls, counters.criticalPath, counters.underWay], [5, 3, 1]);
    const started = await measured(
      "exports.f = async function (db) { await db.one(); void db.two().then(() => db.three()); };",
    );
    assert.deepEqual(
      [started.counters.ioCalls, started.counters.criticalPath, started.counters.underWay],
      [2, 1, 1],
    );
  });

  it("corrects a made-up value that an error names", async () => {
    const { counters } = await measured(
      'const { join } = require("node:path");\nasync function save(db, options) { await db.put(join(options.folder, "a"), JSON.parse(options.text)); }\nmodule.exports = save;',
    );
    assert.equal(counters.ioCalls, 1);
  });
});
