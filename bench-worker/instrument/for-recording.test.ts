import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { withoutInsertions } from "./edits.ts";
import { forRecording, type FileTable } from "./for-recording.ts";

/** Hooks that see nothing, and give back what they are given. */
const PLAIN =
  "({ m: 0, v: [], o: { on: false }, e: () => 0, h: () => 0, l: () => 0, s: () => 0, k: () => 0, p: () => 0, x: (by, value) => value, c: () => 0, " +
  "r: (by, value) => value, t: (by, error) => error, g: (by, value) => value, i: (site, by, one) => one, " +
  "b: (site, by, receiver, given) => given, n: (site) => site, w: (site, by, receiver) => receiver, d: (site, by, value) => value })";

function instrumented(text: string, isTest = false): { text: string; table: FileTable } {
  return forRecording(text, { file: "a.js", hooks: () => PLAIN, mark: "", isTest });
}

/** What a script's last expression comes to, waited for. */
async function valueOf(text: string): Promise<unknown> {
  const value: unknown = await vm.runInNewContext(text, {}, { filename: "/project/a.js" });
  return JSON.parse(JSON.stringify({ value })) as unknown;
}

const PROGRAMS = {
  "arguments, defaults and patterns":
    "function f(a, { b = 2, ...c } = {}, ...d) { return [arguments.length, a, b, c, d, f.length]; } [f(1), f(1, { b: 3, x: 1 }, 4, 5)]",
  "arrow functions":
    "const f = (a) => ({ a }), g = async x => (x, 2); const o = { m: () => [f(1)] }; (async () => [o.m(), await g(1)])()",
  classes:
    "class A { #x = 1; static s = () => 3; constructor(y) { this.y = y; } get z() { return this.#x; } set z(v) { this.#x = v; } async m() { return [this.y, super.toString === Object.prototype.toString]; } } class B extends A { constructor() { super(4); this.z = 5; } } (async () => [await new B().m(), new B().z, A.s()])()",
  "classes in functions, and what holds private members of instances":
    "var _x; const make = (Base, y) => class A extends Base { #z = y; constructor() { super(); _x.set(this, y); } get all() { return [_x.get(this), this.#z]; } static again() { return new A(); } }; _x = new WeakMap(); [new (make(Object, 1))().all, make(class {}, 2).again().all]",
  "optional chains":
    "const a = null, b = { c: (x) => ({ d: () => x }) }; [a?.c(1).d(), b?.c(2).d(), b.c?.(3)?.d?.(), a?.[0](1), a?.b.c(), a?.[0].b(1), a?.b()[0].c(), b?.c(4).d(), b?.['c'](5).d.call()]",
  "templates and their tags":
    "const t = (parts, ...values) => parts.join('|') + values; const f = (x) => x; [t`a${f(1)}b${f(2)}`, `${f(3)}`]",
  generators:
    "function* g() { const x = yield 1; try { yield x; } finally { yield 3; } } const i = g(); [i.next(), i.next(2), i.return(4), i.next()]",
  "calls without arguments":
    "const o = { m() { return this === o; } }; o.p = o; const f = () => o, g = () => 1; [f().m(), (null || o).m(), o.p.m(), (() => 1)(), (function () { return arguments.length; })(), f()['m'](), new Map().size, g()]",
  "calls in what others are given":
    "const f = (...all) => all; const g = (x) => f(f(x, f()), f(...f(1, f(2)), 3), f(f(4), 5)); g(f(0, 1))",
  "async iteration":
    "async function* g() { yield 1; yield 2; } (async () => { const all = []; for await (const x of g()) all.push(x); return all; })()",
  "errors that are caught":
    "function f() { throw new Error('no'); } async function g() { try { return await f(); } catch { return 'caught'; } finally { f.n = 1; } } (async () => [await g(), f.n])()",
  "functions in functions of one name":
    "function f(a) { var g = 1; if (a) { return h(); } function h() { return typeof g; } function g() {} } [f(0) === undefined, f(1)]",
  "functions in functions that are declared twice, or as variables":
    "function f(a) { var g; var { h } = { h: 1 }; if (a > 1) return; if (a) { return g() + i(); } return (h) ; function g() { return 2 } function i() { return 3; } function i() { return 4; } } [f(0), f(1), f(2) === undefined]",
  "functions in functions with variables taken apart":
    "function f({ a }) { const { b } = a, [c = g()] = b; for (var d of c) { var [e] = d; } return [g(), e]; function g() { return [[5]]; } } [f({ a: { b: [] } })]",
  "comments that look like code":
    "const f = /** @type {(a) => b} */ (x) => /* => ) */ (x + 1); [f /* ( */ (1), f(2 /* , */)]",
  "directives without semicolons":
    "'use strict'\nfunction f() { 'use strict'\n return this === undefined }\n[f()]",
  "returns of the last of several":
    "function f(a) { return a++, g(a), [a]; function g() { return 1, 2 } } async function h() { return await 1, await (2, 3) } (async () => [f(1), await h()])()",
  "words without spaces":
    "const r=[];for(const x of[1,2].map(String))r.push(x);function f(x){return[x].concat(3)}[r,f(typeof(1))]",
  "returns on lines of their own":
    "function f(x) {\n  return (\n    // why\n    [x, (x + 1)]\n  )\n}\n[f(1)]",
};

describe("a text with the recorder's hooks", () => {
  it("is the text itself without them, and so is each part of it", () => {
    for (const text of Object.values(PROGRAMS)) {
      assert.equal(withoutInsertions(instrumented(text).text), text);
      assert.equal(withoutInsertions(instrumented(text, true).text), text);
    }
  });

  for (const [what, text] of Object.entries(PROGRAMS)) {
    it(`computes what it did without: ${what}`, async () => {
      assert.deepEqual(await valueOf(instrumented(text).text), await valueOf(text));
      assert.deepEqual(await valueOf(instrumented(text, true).text), await valueOf(text));
    });
  }

  it("has every line where it was, in whatever text", () => {
    const folder = path.join("node_modules", "mocha", "lib");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.[cm]?js$/.test(name),
    );
    assert.ok(files.length > 30);
    for (const name of files) {
      const text = readFileSync(path.join(folder, name), "utf8");
      const { text: changed } = forRecording(text, {
        file: name,
        hooks: () => PLAIN,
        mark: "",
        isTest: false,
      });
      assert.equal(changed.split("\n").length, text.split("\n").length, name);
      if (!/^(?:im|ex)port /m.test(text)) assert.doesNotThrow(() => vm.compileFunction(changed), name);
    }
  });

  it("has the same frames in a stack trace", async () => {
    const text = `const frames = [];
function inner(x) { frames.push(...new Error().stack.split("\\n").slice(1, 4)); return x; }
const middle = (x) => inner(
  x);
function outer(list) { return list.map((x) => middle(x)); }
outer([1]);
frames.map((frame) => frame.replace(/:\\d+\\)?$/, ""))`;
    const { value } = (await valueOf(text)) as { value: string[] };
    assert.deepEqual(await valueOf(instrumented(text).text), { value });
    assert.match(value.join("\n"), /inner.*:2\n.*middle.*:3\n.*:5/);
  });

  it("stays JavaScript where TypeScript has types, and names what is in it", () => {
    const text = `class Pay<T> {
  constructor(private readonly gate: T) {}
  async run(@Query() items: number[], opts: { a: number } = { a: 1 }): Promise<string[]> {
    return (await this.gate.charge<string>(items)) as string[];
  }
}`;
    const { table } = forRecording(text, { file: "a.ts", hooks: () => PLAIN, mark: "", isTest: false });
    assert.deepEqual(
      table.functions.map(({ name, line, column, kind }) => [name, line, column, kind]),
      [["Pay.run", 3, 3, "async"]],
    );
    assert.deepEqual(
      table.sites.map(({ expression, line, column, isHandled }) => [expression, line, column, isHandled]),
      [["this.gate.charge", 4, 29, true]],
    );
  });

  it("has nothing of what stands only for TypeScript's checker: signatures, declarations, types", () => {
    const text = `import { Rows, type Row } from "rows";
declare function outer(): void;
abstract class Store<T> {
  declare kept: T;
  get(id: number): T;
  get(id: string): T;
  async get(id: Key): Promise<T> { return this.load<Rows>(id as Row) satisfies T; }
  abstract load<K>(id: K): Promise<T>;
}
namespace Keys { export const of = async (Rows: Store<Key>) => Rows; }
type Key = typeof Keys | Rows;`;
    const { text: changed, table } = forRecording(text, {
      ...{ file: "a.ts", isModule: true, hooks: () => PLAIN, mark: "", isTest: false },
    });
    assert.deepEqual(
      table.functions.map(({ name, line, variables }) => [name, line, variables]),
      [
        ["Store.get", 7, []],
        ["of", 10, []],
      ],
    );
    assert.ok(changed.includes("get(id: number): T;\n  get(id: string): T;"));
  });

  it("asks no iterator of the program's, where the text spreads nothing", async () => {
    const text = `let asked = 0;
const own = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function () { asked++; return own.call(this); };
const o = { f: () => o, g: (...all) => all.length };
[o.f().g(), o.f().f().g(1, 2), (o || 0).g(), o.g(), o.g(3), new Date(4, 5).getDate(), asked]`;
    assert.deepEqual(await valueOf(instrumented(text).text), await valueOf(text));
  });

  it("leaves out calls that load a module, by whatever name", () => {
    const text =
      "const f = async () => [await __vite_ssr_dynamic_import__('a'), require('b'), await load('c')];";
    assert.deepEqual(
      instrumented(text).table.sites.map(({ expression }) => expression),
      ["load"],
    );
  });

  it("names a call of what promisify has made at once by what that was given", () => {
    const text =
      "const f = async () => [await promisify(fs.stat)('a'), await util.promisify(read)('b'), await lift(fs.stat)('c')];";
    const names = instrumented(text).table.sites.map(({ expression }) => expression);
    assert.deepEqual(names, ["fs.stat", "promisify", "read", "util.promisify", "lift(…)", "lift"]);
  });

  it("is told what a class takes from around it that calls of a function make, and not one that loading makes", () => {
    const { table } = instrumented(`import { Base } from "base"; let count = 0;
(function () { class Loaded {} })();
export const make = (self, Mixin) => class extends Mixin(Base) { get self() { return [self, count]; } };`);
    const names = table.classes.map(({ variables }) => variables?.map(({ name, depth }) => [name, depth]));
    // prettier-ignore
    assert.deepEqual(names, [undefined, [["Mixin", 1], ["self", 1], ["count", 0]]]);
  });

  it("is told which variables a function takes from around it, but for what loading makes", () => {
    const text = `const db = require("db"); let count = 0; function help() {} class K {}
function make(size) { return async (x) => { count += size; help(new K()); return db.get(x, missing); }; }`;
    const arrow = instrumented(text).table.functions.find(({ kind }) => kind === "async")!;
    assert.deepEqual(arrow.variables, [
      { name: "count", depth: 0 },
      { name: "size", depth: 1 },
    ]);
  });
});
