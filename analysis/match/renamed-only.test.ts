import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import type { Language } from "../model.ts";
import { matchFunctions } from "./match-functions.ts";
import type { FileVersion } from "./versions.ts";
import { renamedOnly } from "./renamed-only.ts";

const version = (text: string, path: string, language: Language): FileVersion => ({
  path,
  text,
  language,
  analysis: analyze(text, language),
});

/** The functions of which only names differ, by their new names. */
function renamed(base: string, head: string, language: Language = "js"): string[] {
  const { matches } = matchFunctions([version(base, "a.js", language)], [version(head, "a.js", language)]);
  return [...renamedOnly(matches)].map((match) => match.head.found.name);
}

const LOAD = `async function load(id, { store, key: [prefix] }) {
  const row = await store.get(prefix + id);
  try {
    for (const part of row.parts) await part.read((piece) => piece.row);
  } catch (error) {
    throw new Error(error.message);
  }
  return { row: row, id };
}
`;

describe("functions of which only names differ", () => {
  it("have other names for their parameters, variables, caught errors, and themselves", () => {
    const other = LOAD.replace(/\brow\b(?!:|\))/g, "record")
      .replace(/\bpart\b/g, "section")
      .replace(/\berror\b/g, "cause")
      .replace("piece) => piece", "chunk) => chunk")
      .replace(/\bprefix\b/g, "start")
      .replace("piece.record", "piece.row")
      .replace("load(", "fetchRecord(");
    // Members and keys are as they were.
    const same = other.replace("chunk.record", "chunk.row");
    assert.deepEqual(renamed(LOAD, same), ["fetchRecord"]);
  });

  it("call themselves and each other by the new names, in their file and as methods of their class", () => {
    const base = `async function one(a) { await db.get(a); return one(a); }
async function two(a) { await one(a); }
class S {
  async three(a) { await db.get(a); }
  async four(a) { await this.three(a); }
}
`;
    const head = base.replace(/\bone\b/g, "first").replace(/\bthree\b/g, "third");
    assert.deepEqual(renamed(base, head), ["first", "two", "S.third", "S.four"]);
  });

  it("import what was renamed from the file in which it was", () => {
    const of = (name: string) => [
      version(`export async function ${name}(a) { await db.get(a); }\n`, "lib/a.js", "js"),
      ...["./a.js", "../a.js", "a"].map((from, index) =>
        version(
          `import { ${name} } from "${from}";\nasync function use${index}(b) { await ${name}(b); }\n`,
          `lib/use${index}.js`,
          "js",
        ),
      ),
    ];
    const { matches } = matchFunctions(of("one"), of("first"));
    const names = [...renamedOnly(matches)].map(({ head }) => head.found.name);
    assert.deepEqual(names, ["first", "use0"]);
  });

  it("are not those that call another member, however their own name changed with it", () => {
    const base = "class S { async findOne(where) { return await this.repo.findOne({ where }); } }\n";
    assert.deepEqual(renamed(base, base.replaceAll("findOne", "findMany")), []);
    const files =
      "async function stat(a) { await fs.stat(a); }\nasync function use(a) { await fs.stat(a); await cache.stat(a); }\n";
    assert.deepEqual(renamed(files, files.replaceAll("stat", "lstat")), []);
    // A method of that name in another class is another.
    const classes =
      "class A { async one(a) { await a.b(); } }\nclass B { async two(a) { await this.one(a); } }\n";
    assert.deepEqual(renamed(classes, classes.replaceAll("one", "first")), ["A.first"]);
    const generic = "async function f(a) { await a.b({ row<T>(x: T) { return x; } }); }\n";
    assert.deepEqual(renamed(generic, generic.replace("row<", "record<"), "ts"), []);
  });

  it("are not those that have another key, member, text, number or operator", () => {
    for (const [from, to] of [
      ["{ row: row,", "{ record: row,"],
      ["row.parts", "row.pieces"],
      [", id };", ", key };"],
      ["prefix + id", "prefix - id"],
      ["{ store,", "{ base,"],
      ["new Error", "new TypeError"],
      ["await part.read", "part.read"],
      ["key: [prefix]", "name: [prefix]"],
    ] as const)
      assert.deepEqual(renamed(LOAD, LOAD.replace(from, to)), [], to);
  });

  it("are not those in which two names became one, or one became two", () => {
    const base = "async function f(a, b) { await a.get(b); await b.get(a); }\n";
    assert.deepEqual(renamed(base, base.replace("b.get(a)", "a.get(a)")), []);
    assert.deepEqual(renamed(base, "async function f(b, a) { await b.get(a); await a.get(b); }\n"), ["f"]);
    assert.deepEqual(renamed(base, "async function f(b, a) { await a.get(b); await b.get(a); }\n"), []);
  });

  it("are not those that call something else from outside", () => {
    const base =
      "async function f(a) { await setTimeout(a); await helper(a); }\nasync function helper(a) { await a.b(); }\n";
    assert.deepEqual(renamed(base, base.replace("setTimeout", "setImmediate")), []);
    // What is behind the new name does something else.
    const other = base.replace(/helper/g, "assist").replace("a.b()", "a.c()");
    assert.deepEqual(renamed(base, other), []);
    assert.deepEqual(renamed(base, base.replace(/helper/g, "assist")), ["f", "assist"]);
  });

  it("are not those that use a name outside of where they bind it", () => {
    for (const block of [
      "{ const name = 1; use(name); } await g(name);",
      "await g(name); h((name) => name);",
      "for (const name of a) { await name.x(); } await g(name);",
      "for (const name of a) await name.x(); await g(name);",
      "try { await a.x(); } catch (name) { h(name); } await g(name);",
      "const k = function name() {}; await name(k);",
      "const { b = name } = a; await b.x();",
      "await a.x((b = name) => b);",
    ]) {
      const text = `async function f(a) { ${block} }\n`;
      assert.deepEqual(renamed(text, text.replaceAll("name", "status")), [], block);
    }
  });

  it("are not those whose new name is one of what is around them", () => {
    const base = "const shared = 1;\nasync function f(a) { await g(other); const h = (other) => other; }\n";
    assert.deepEqual(renamed(base, base.replaceAll("other", "shared")), []);
    const nested =
      "function make(outer) { return async function f(a) { await g(free); h((free) => free); }; }\n";
    assert.deepEqual(renamed(nested, nested.replaceAll("free", "outer")), []);
  });

  it("are not those that run text, which may name anything", () => {
    const base = 'async function f(a) { await a.get(); eval("a"); }\n';
    assert.deepEqual(renamed(base, base.replace("f(a)", "f(b)").replace("a.get", "b.get")), []);
  });

  it("are none that are as they were, and none that differ in more", () => {
    assert.deepEqual(renamed(LOAD, LOAD), []);
    assert.deepEqual(renamed(LOAD, LOAD.replace("return {", "await row.x(); return {")), []);
  });

  it("are known in TypeScript, where a type that was renamed is another type", () => {
    const base =
      "class A { async load(row: Row): Promise<Row> { const one: Row = await this.db.get(row); return one; } }\n";
    assert.deepEqual(renamed(base, base.replace(/\bone\b/g, "first"), "ts"), ["A.load"]);
    assert.deepEqual(renamed(base, base.replace(/\bRow\b/g, "Item"), "ts"), []);
  });
});
