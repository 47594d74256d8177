import assert from "node:assert/strict";
import { compileModule } from "./compile.ts";
import { withNamespaces } from "./namespaces.ts";

/** What a module of TypeScript exports. */
function exportsOf(text: string): Record<string, unknown> {
  const exports: Record<string, unknown> = {};
  const module = { exports };
  compileModule("/f.ts", text, "ts").evaluate(exports, () => ({ one: 1 }), module, "/f.ts", "/");
  return module.exports;
}

describe("a TypeScript namespace", () => {
  it("is an object that has what it exports, whatever else of its file these use", () => {
    const { Config } = exportsOf(`import { one } from "one";
export const ten = one * 10;
export namespace Config {
  const hidden: number = 2;
  export const limit = ten * hidden;
  export let count = 0;
  export function inc(by: number) { count += by; return limit; }
  export enum Kind { A = "a" }
  export interface Shape { x: number }
  export class Store<T> { get(key: T) { return [key, limit, ten]; } }
}
Config.inc(one);`) as {
      Config: Record<string, unknown> & { Store: new () => { get(key: string): unknown } };
    };
    const { limit, count, Kind, Store } = Config;
    assert.deepEqual({ limit, count, Kind }, { limit: 20, count: 1, Kind: { A: "a" } });
    assert.deepEqual(new Store().get("k"), ["k", 20, 10]);
    assert.deepEqual(Object.keys(Config), ["limit", "count", "inc", "Kind", "Store"]);
  });

  it("adds to a class, a function or an enum of its name, and to what another one of its name has", () => {
    const { told } = exportsOf(`export class Foo {}
export namespace Foo { export const a = 1 }
function* make() {}
namespace make { export const b = 2 }
enum E { X }
namespace E { export const c = 3 }
namespace A.B { export const d = 4 }
namespace A.B { export const e = 5 }
module A.C { export namespace D { export const f = 6 } }
export const told = [Foo.a, make.b, E.X, E.c, A.B.d, A.B.e, A.C.D.f];`);
    assert.deepEqual(told, [1, 2, 0, 3, 4, 5, 6]);
  });

  it("is nothing where it has but types, or only says what another file has", () => {
    const { Schema, ...others } = exportsOf(`export const Schema = 1;
export namespace Schema { export type A = string; export namespace Deep { export interface B {} } }
export declare namespace Gone { const x: number }
declare global { namespace NodeJS { interface Y {} } }
const namespace = 2, module = 3; namespace
label: { break label }`);
    assert.equal(Schema, 1);
    assert.deepEqual(others, {});
  });

  it("keeps every line on its line, and leaves to others what is not well-formed", () => {
    const text =
      "namespace A {\n  // first\n  export const a = `\n`;\n\n  export interface B {\n  }\n}\nA.a;\n";
    const plain = withNamespaces(text, "ts").split("\n");
    assert.equal(plain.length, text.split("\n").length);
    assert.match(plain[2]!, /const a = `/);
    assert.equal(plain[8], "A.a;");
    assert.throws(() => exportsOf("\nnamespace A {\n  export const = 1;\n}"), /\(3:16\)/);
  });
});
