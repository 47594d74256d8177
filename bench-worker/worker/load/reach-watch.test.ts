import assert from "node:assert/strict";
import vm from "node:vm";
import { reachWatch } from "./reach-watch.ts";

const FILE = "/reached.js";
const WATCHED = [
  { line: 1, name: "put" },
  { line: 2, name: "get" },
  { line: 3, name: "find" },
  { line: 9, name: "none" },
  { line: 4, name: "sleep", importedAs: "setTimeout" },
];

/** The names of the watched calls that code does not come to. */
async function missedBy(code: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
  const { missed } = await reachWatch.during(FILE, { calls: WATCHED, returns: new Set() }, async () => {
    const told = reachWatch.withReachTold(code);
    assert.equal(told.split("\n").length, code.split("\n").length);
    const run = vm.compileFunction(told, Object.keys(parameters)) as (...given: unknown[]) => unknown;
    await reachWatch.listen(async () => await run(...Object.values(parameters)));
  });
  return missed.map((index) => WATCHED[index]!.name);
}

describe("watching which calls are come to", () => {
  const put = (): number => 1;
  it("hears of those that are, however they are written", async () => {
    const db = { put, get: put, find: put };
    assert.deepEqual(await missedBy("db.put(1);\nif (!db) db.get(2);\nif (db) db\n.find(3)", { db }), [
      "get",
    ]);
    assert.deepEqual(
      await missedBy("return (0, db.put)(1) +\ndb?.get?.() +\n[db].map((d) => d.find())", { db }),
      [],
    );
    assert.deepEqual(
      await missedBy("new put([],)\n;db.get(...[1], db.put())\nreturn null?.find()", { db, put: Map }),
      ["find"],
    );
  });

  it("hears of templates with a tag, on what they are called on and with all that they hold", async () => {
    const given: unknown[] = [];
    const tag = function (this: unknown, ...parameters: unknown[]) {
      given.push(this, ...parameters.slice(1));
    };
    const db = { put: tag };
    const code = "db.put`set ${1} to ${2}`;\nif (!db) get`all`;\nif (!db) find`x ${1}`";
    assert.deepEqual(await missedBy(code, { db }), ["get", "find"]);
    assert.deepEqual(given, [db, 1, 2]);
    assert.deepEqual(await missedBy("\nget`all`;\nfind`x ${(a => a)(1), 2}`", { get: tag, find: tag }), []);
  });

  it("hears of those that are imported, as the compiler writes them", async () => {
    const given: unknown[] = [];
    const m = {
      put(...parameters: unknown[]) {
        given.push(this, ...parameters);
      },
      setTimeout: put,
    };
    assert.deepEqual(
      await missedBy("m.put.call(void 0, 1, 2);\n\n\nif (!m) m.setTimeout.call(void 0, )", { m }),
      ["sleep"],
    );
    assert.deepEqual(await missedBy("\n\n\nm.setTimeout.call(void 0, )", { m }), []);
    assert.deepEqual(given.slice(1), [1, 2]);
  });

  it("keeps what is called, with what, and on what", async () => {
    const given: unknown[] = [];
    const db = {
      put(...parameters: unknown[]) {
        given.push(this === db, ...parameters);
      },
    };
    assert.deepEqual(await missedBy("const a = 1\ndb\n;db.put(a, ...[2], db)", { db }), []);
    assert.deepEqual(await missedBy("db.put(1,\n 2)", { db }), []);
    assert.deepEqual(given, [true, 1, 2, db, true, 1, 2]);
  });

  it("tells nothing of what is declared, or what it does not find", async () => {
    const code =
      "const a = { put() { return 1; } };\nfunction get(x) { return x; } class B { get(y) { return y; } }\nconst find = 1;";
    assert.deepEqual(await missedBy(code), []);
  });

  it("does not hear of what is come to before it listens", async () => {
    const { missed } = await reachWatch.during(FILE, { calls: WATCHED, returns: new Set() }, () => {
      const run = vm.compileFunction(reachWatch.withReachTold("put();"), ["put"]) as (
        run: () => number,
      ) => void;
      run(put);
      return Promise.resolve();
    });
    assert.deepEqual(missed, [0]);
  });

  it("hears by which return a call has left, and gives what that gives", async () => {
    const left = async (code: string, given: unknown): Promise<[unknown, number | null]> => {
      let gave: unknown;
      const watched = { calls: [], returns: new Set([1, 2, 3]) };
      const { leftAt } = await reachWatch.during(FILE, watched, async () => {
        const told = reachWatch.withReachTold(code);
        assert.equal(told.split("\n").length, code.split("\n").length);
        const run = vm.compileFunction(told, ["a"]) as (a: unknown) => unknown;
        await reachWatch.listen(async () => (gave = await run(given)));
      });
      return [gave, leftAt];
    };
    const code =
      "if (a === 1) return; else if (a === 2) return a ? [a, 9] : 0\nif (a === 3) { return }\nif (a === 4) return\n[1].map(String)\nreturn 5";
    assert.deepEqual(await left(code, 1), [undefined, 1]);
    assert.deepEqual(await left(code, 2), [[2, 9], 1]);
    assert.deepEqual(await left(code, 3), [undefined, 2]);
    assert.deepEqual(await left(code, 4), [undefined, 3]);
    assert.deepEqual(await left(code, 5), [5, null]);
  });
});
