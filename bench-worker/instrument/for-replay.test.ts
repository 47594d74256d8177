import assert from "node:assert/strict";
import vm from "node:vm";
import { forReplay, type AnsweredSite, type ForReplay } from "./for-replay.ts";

const OPTIONS = { file: "a.js", hooks: "R", index: 0, variables: [] };

/** A file with the hooks of `R` in it; each call whose name is given, with what follows it, has answers. */
function rewritten(text: string, names: readonly string[], variables: readonly string[] = []): ForReplay {
  const sites = names.map((name, index): AnsweredSite => {
    const before = text.slice(0, text.indexOf(name)).split("\n");
    return { index, line: before.length, column: before.at(-1)!.length + 1, expression: name };
  });
  return forReplay(text, { file: "a.js", hooks: "R", index: 0, sites, variables });
}

/** What a text gives, and what it asks of the hooks, when it is run with them. */
function asked(text: string, name: string, run: string): unknown {
  const { text: changed, missing } = rewritten(text, [name]);
  assert.deepEqual(missing, []);
  assert.equal(changed.split("\n").length, text.split("\n").length);
  const log: unknown[] = [];
  const hook =
    (kind: string) =>
    (_site: number, _call: unknown, ...given: unknown[]) => {
      log.push([kind, ...given]);
      return kind === "t" ? () => "answer" : "answer";
    };
  const R = {
    ...{ now: null, in: () => null, on: (_: unknown, value: unknown) => value, made: () => undefined },
    ...Object.fromEntries(["c", "f", "n", "t", "i"].map((kind) => [kind, hook(kind)])),
  };
  const result: unknown = new Function("R", `${changed}\nreturn ${run};`)(R);
  return [result, ...log];
}

describe("the hooks of a replay", () => {
  it("are asked in the place of a method's call, with what it is called on", () => {
    const method = ["answer", ["c", 0, "db", "get", 1, 2]];
    assert.deepEqual(asked("function f(db) { return db.get(1, 2); }", "get", 'f("db")'), method);
    assert.deepEqual(asked("const f = (db) => db\n  .get(1,\n 2);", "get", 'f("db")'), method);
    assert.deepEqual(asked("const f = (db, k) => (0, db)[k](1, 2);", "k](", 'f("db", "get")'), method);
    assert.deepEqual(asked("const f = (db) => db?.get(...[1, 2]);", "get", 'f("db")'), [
      "answer",
      ["c", 1, "db", "get", 1, 2],
    ]);
  });

  it("are asked in the place of a function's call, of new and of a template's tag", () => {
    assert.deepEqual(asked("const f = (go) => go();", "go()", 'f("go")'), ["answer", ["f", "go"]]);
    assert.deepEqual(asked("const f = (go) => (go)?.(1);", "go)?", 'f("go")'), ["answer", ["f", "go", 1]]);
    assert.deepEqual(asked("const f = (Go) => new Go;", "Go;", 'f("Go")'), ["answer", ["n", "Go"]]);
    assert.deepEqual(asked("const f = (Go) => new Go(1);", "Go(1", 'f("Go")'), ["answer", ["n", "Go", 1]]);
    assert.deepEqual(asked("const f = (sql) => sql`a ${1}`;", "sql`", 'f("sql")'), ["answer", ["t", "sql"]]);
  });

  it("are given each function by which others had a call go on, however it is made, and what it is given", () => {
    const text = `function run(given) {
  const all = { go(x) { return ["go", x]; }, arrow: (x) => ["arrow", x] };
  return [later, all.go, all.arrow, function (x) { return ["own", x]; }].map((one) => one(given));
  function later(x) { return ["later", x]; }
}`;
    const waking = ["function later", "go(x)", "(x) =>", "function (x)"].map((start, index) => {
      const before = text.slice(0, text.indexOf(start)).split("\n");
      return { index, line: before.length, column: before.at(-1)!.length + 1 };
    });
    const { text: changed } = forReplay(text, { ...OPTIONS, sites: [], waking });
    const began: unknown[] = [];
    type Made = (x: unknown) => unknown;
    const w =
      (index: number, _call: unknown, made: Made): Made =>
      (x) => [index, made(x)];
    const R = {
      ...{ now: null, in: () => null, file: () => undefined, w },
      m: (index: number, call: unknown, name: string, holder: Record<string, Made>) =>
        Object.assign(holder, { [name]: w(index, call, holder[name]!) }),
      g: (index: number, _call: unknown, given: ArrayLike<unknown>) =>
        void began.push([index, ...Array.from(given)]),
    };
    const result: unknown = new Function("R", `${changed}\nreturn run(7);`)(R);
    assert.deepEqual(result, [
      [0, ["later", 7]],
      [1, ["go", 7]],
      [2, ["arrow", 7]],
      [3, ["own", 7]],
    ]);
    assert.deepEqual(began, [
      [0, 7],
      [1, 7],
      [2, 7],
      [3, 7],
    ]);
  });

  it("are asked by all calls where answers are still to be found, but for those that they could not stand in for", () => {
    const text = `const lib = require("lib");
class A extends lib.B { constructor(db) { super(db); this.db = db; } get(id) { return super.get(id); } }
const f = async (db, log) => { for await (const row of db.rows()) log?.info(row).flush(); };`;
    const { text: changed, asked } = forReplay(text, { ...OPTIONS, sites: { allFrom: 5 } });
    assert.deepEqual(
      asked.map(({ index, line, expression }) => [index, line, expression]),
      [
        [5, 2, "super.get"],
        [6, 3, "for await of db.rows"],
        [7, 3, "db.rows"],
        [8, 3, "log?.info(…).flush"],
      ],
    );
    assert.equal(changed.split("\n").length, 3);
    assert.match(changed, /constructor\(db\) \{;const __acn1=R.now; super\(db\)/);
  });

  it("evaluate receivers and arguments, which may be answered calls themselves", () => {
    const text = "const f = (a, b) => a.one(b.two(1)).three(`${b.two}`);";
    const { text: changed, missing } = rewritten(text, ["one", "two", "three"]);
    assert.deepEqual(missing, []);
    assert.equal(changed.match(/R\.c\(/g)?.length, 3);
    assert.ok(changed.includes('R.c(2,__acn1,0,R.c(0,__acn1,0,a,"one",R.c(1,__acn1,0,b,"two",1)),"three"'));
  });

  it("tell the call that goes on behind each wait, in handlers and in functions that are called later", () => {
    const text = `async function f(a) {
  try { await a; g(); } catch { g(); } finally { g(); }
  for await (const x of a) g(x);
  return () => g();
}
function g() {}
const plain = (x) => x + 1;`;
    const { text: changed } = rewritten(text, []);
    assert.match(changed, /R\.on\(__acn1,await a\)/);
    assert.match(changed, /catch \{R\.now=__acn1;/);
    assert.match(changed, /finally \{R\.now=__acn1;/);
    assert.match(changed, /\{const __acn2=R\.in\(__acn1\);return\( ?g\(\)\)\}/);
    assert.ok(changed.includes("const plain = (x) => x + 1;"));
  });

  it("find a call by its name on the line where a compiler has moved its column", () => {
    const sites: AnsweredSite[] = [{ index: 0, line: 1, column: 2, expression: "this.db.get" }];
    const options = { file: "a.js", hooks: "R", index: 0, variables: [] };
    assert.deepEqual(forReplay("const f = (db) => db.get();", { ...options, sites }).missing, []);
    assert.deepEqual(forReplay("const f = (db) => db.got();", { ...options, sites }).missing, sites);
    assert.equal(
      forReplay("const f = (db) => db.get(db.get());", { ...options, sites }).missing.length,
      1,
      "which of both is not told",
    );
  });

  it("set constants of the module as variables, on their lines", () => {
    const text = "const { a, b } = make(), c = 1;\nconst d = 2;\nfunction make() { return {}; }";
    const { text: changed, appended } = rewritten(text, [], ["a", "c", "gone"]);
    assert.match(changed, /^let {3}\{ a, b \}/);
    assert.match(changed, /\nconst d/);
    assert.match(appended, /\{a:\(__acv\)=>\{a=__acv\},c:/);
    assert.doesNotMatch(appended, /gone/);
  });

  it("make a function of TypeScript again with the imports that it uses as values, not as types", () => {
    const text = `import { Row, get } from "rows";
export function make(size: number) { return async (row: Row): Promise<Row> => get<Row>(row as Row, size); }`;
    const { functions } = forReplay(text, { ...OPTIONS, file: "a.ts", sites: [], remakes: true });
    const made = functions!.textOf(functions!.startingAt(text.indexOf("async"))!);
    assert.ok(made?.what === "text");
    assert.deepEqual([functions!.imports, made.captured.map(({ name }) => name)], [["get"], ["size"]]);
  });

  it("make a function again that ends where the one around it does, whatever that ends with", () => {
    for (const text of [
      "const on = (name) =>(handler) => db.get(name, handler);",
      "const on = (name) => async (handler) => { await db.get(name, handler); };",
    ]) {
      const place = { line: 1, column: text.indexOf("get") + 1 };
      const sites = [{ index: 0, expression: "db.get", ...place }];
      const { functions } = forReplay(text, { ...OPTIONS, sites, remakes: true });
      const inner = functions!.startingAt(
        text.includes("async") ? text.indexOf("async") : text.indexOf("(handler)"),
      );
      const made = functions!.textOf(inner!);
      assert.ok(made?.what === "text");
      assert.equal(typeof vm.runInNewContext(`(${made.code})`, { R: {} }), "function");
    }
  });

  it("make a getter again, and a method, without running them", () => {
    const text = "exports.context = { get keys() { return this.app.keys; }, has() { return 1; } };";
    const { functions } = forReplay(text, { ...OPTIONS, sites: [], remakes: true });
    for (const [start, name] of [
      ["get keys", "get keys"],
      ["has", "has"],
    ] as const) {
      const made = functions!.textOf(functions!.startingAt(text.indexOf(start))!);
      assert.ok(made?.what === "text");
      const { name: own } = vm.runInNewContext(made.code, { R: { in: () => null } }) as { name: string };
      assert.equal(own, name);
    }
  });

  it("make private members plain ones, which data can set", () => {
    const text = "class A { #a = 1; has(o) { return #a in o && this.#a; } }";
    const { text: changed } = rewritten(text, []);
    assert.doesNotMatch(changed, /#/);
    assert.match(changed, /"__acPrivate_a" in o && this\.__acPrivate_a/);
  });
});
