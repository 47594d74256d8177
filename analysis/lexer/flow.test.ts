import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { lex } from "./lex.ts";
import type { Language } from "../model.ts";

const FUNCTIONS = `// @flow strict-local
import type { A, B } from "a";
import typeof Foo from "foo";
export type T = {| +x: string, -y?: ?number, [key: string]: Array<?{ a: (string) => void }> |};
opaque type O: string = string;
type Fn = (string, ?number, ...Array<*>) => Promise<void>;
type Curried = string => number => { b(): void };
declare var g: string;
declare function h(x: number): Promise<void>;
declare module.exports: { (a: string): Promise<void> };
const cast = ((y: any): { z: (string) => void });
class K<+T: Object = {}> extends L<T> implements M {
  +p: string;
  static +q: ?T = null;
  async load<U>(id: ?string, cb?: (err: ?Error, x: U) => mixed): Promise<?U> { return await db.get(id); }
}
function isText(x: mixed): boolean %checks { return typeof x === "string"; }
function position(): Position => ?string { return r; }
export async function main(a: ?string, { b }: {| b: string |} = {}): Promise<Array<T>> {
  const m = new Map<?string, (A) => B, >();
  const f = <T>(x: T): T => x;
  const g = async <T: Object>(x: T): Promise<T> => await foo<T>(x);
  return a < b ? (f: any) : (await db.all(m): any);
}
const either = a ? async (x: string): Promise<void> => { await db.get(x); } : async (...x: Array<?string>) => await x;
const other = a ? (b: any) : (c: (...Array<string>) => void);
const element = <View style={({ a: 1 }: any)}>text {(x: any)}</View>;
function chain(a: string): Promise<void> { return open(a).then(close); }
`;

describe("JavaScript with Flow's types", () => {
  const functionsOf = (text: string, language: Language = "js"): string[] =>
    analyze(text, language).functions.map(({ name, pattern }) => `${name}: ${pattern}`);

  it("is read where a comment at its beginning says so", () => {
    const { problems } = analyze(FUNCTIONS, "js");
    assert.deepEqual(problems, []);
    assert.deepEqual(functionsOf(FUNCTIONS), [
      "K.load: async-await",
      "main: async-await",
      "g: async-await",
      "either: async-await",
      "either: async-await",
      "chain: promise-chain",
    ]);
  });

  it("gives parameters with their types, and I/O calls", () => {
    const { functions } = analyze(FUNCTIONS, "jsx");
    const load = functions[0]!;
    assert.deepEqual(
      load.parameters.map(({ name, type, optional }) => [name, type, optional]),
      [
        ["id", "?string", false],
        ["cb", "(err: ?Error, x: U) => mixed", true],
      ],
    );
    assert.deepEqual(
      load.ioCalls.map(({ expression }) => expression),
      ["db.get"],
    );
    assert.deepEqual(
      functions[1]!.ioCalls.map(({ expression }) => expression),
      ["db.all"],
    );
  });

  const hasFlow = (text: string, language: Language = "js"): boolean => lex(text, language).hasFlow;

  it("is told by its pragma, or by what imports or exports a type", () => {
    assert.ok(hasFlow("#!/usr/bin/env node\n'use strict';\n/**\n * @noflow\n */\na();"));
    assert.ok(hasFlow("import type { A } from 'a';"));
    assert.ok(hasFlow("import type A from 'a';"));
    assert.ok(hasFlow("a(); export type B = string;"));
  });

  it("is told by whatever type JavaScript has no place for", () => {
    for (const text of [
      "async function load(a): Promise<Buffer> {}",
      "function debug(...args: any) {}",
      "const load = async (a, cb?: () => void): Promise<?Buffer> => {};",
      "const load = { run(a): string { return a; } };",
      "class A { +size: number; async load(): Promise<void> {} }",
      "const sizes: Map<string, number> = new Map();",
      "const text = (value: string);",
      "type Id = string;",
      "opaque type Id = string;",
      "export opaque type Id = string;",
      "interface Store { get(): string }",
    ])
      assert.ok(hasFlow(text), text);
    const { functions } = analyze(
      "async function load(a): Promise<Buffer> {\n  return await db.get(a);\n}",
      "js",
    );
    assert.deepEqual(
      functions.map(({ name }) => name),
      ["load"],
    );
  });

  it("is none where a colon means something in JavaScript", () => {
    for (const text of [
      "a ? (b) : c; a ? b(c) : d; (a ? b : c);",
      "switch (a) { case b(): c(); case (d): default: e(); }",
      "again: for (;;) { inner: { break again; } }",
      "f({ a: b, [c]: d, 'e': f, 1: g, async: h, get: i ? j : k });",
      "const { a: b, c: { d: e = f ? g : h } } = i;",
      "class A { a = b ? c : d; static { e: f(); } }",
      "`${a ? b : c}`; [a ? b : c];",
      "({ a() {}, b: function () {}, c: (d) => (d ? e : f) });",
      "var type = 1\ntype\nfoo(); type = 2; type: for (;;) break type;",
      "function f(a = b ? c : d, { e: g }) {}",
    ])
      assert.ok(!hasFlow(text), text);
  });

  it("is none where JavaScript could say the same, or in TypeScript", () => {
    assert.ok(!hasFlow("import type from 'a'; import type, { b } from 'a'; type = b; a.type({});"));
    assert.ok(!hasFlow("a(); // @flow"));
    assert.ok(!hasFlow("/* @flower */ a();"));
    assert.ok(!hasFlow("// @flow\nimport type { A } from 'a';", "ts"));
  });

  it("counts types by their names and signs, as TypeScript's", () => {
    assert.equal(lex("// @flow\ntype A = {| +b: ?Array<Array<c>> |};", "js").count, 19);
  });
});
