import assert from "node:assert/strict";
import vm from "node:vm";
import { MADE, makingOf } from "./making.ts";

/** What a text hands over as it runs, by links: `1 of 2`; with the names of the links. */
function handed(text: string, start: string) {
  const making = makingOf(text, "js", text.indexOf(start))!;
  assert.equal(making.text.split("\n").length, text.split("\n").length);
  const made: unknown[][] = [];
  const context = {
    module: { exports: {} },
    [MADE]: (link: number, ...what: unknown[]) => {
      made[link] ??= what;
      return what[0];
    },
  };
  vm.runInNewContext(making.text + making.appended, context);
  return { made, names: making.links.map(({ name }) => name), links: making.links };
}

describe("how a function is made", () => {
  it("is by calls of the functions around it, the outermost first", () => {
    const { made, names, links } = handed(
      "const outer = (db) => {\n  'use strict';\n  return inner;\n  function inner(cache) { return async () => db.get(cache); }\n};",
      "async () =>",
    );
    assert.deepEqual([names, made.length], [["outer", "inner", "the function at line 4"], 1]);
    assert.deepEqual(
      links[0]!.parameters.map(({ name }) => name),
      ["db"],
    );
    const inner = (made[0]![0] as (db: unknown) => (cache: unknown) => unknown)({});
    assert.equal(made[1]![0], inner, "also where it is declared behind a return");
    assert.equal(inner({}), made[2]![0]);
  });

  it("hands over what has it, where it is a method, and how it is read off that", () => {
    const { made, links } = handed(
      "function make() { return { size: 1, async get() { return this.size; } }; }\nmake();",
      "async get",
    );
    const [holder, read] = made[1] as [{ get: unknown }, (made: unknown) => unknown];
    assert.equal(read(holder), holder.get);
    assert.deepEqual([links[0]!.holder, links[1]!.holder], ["none", "object"]);
    const ofClass = handed("class Store { #a = 1; async #get() { return this.#a; } }", "async #get");
    const [Store, readOff] = ofClass.made[0] as [new () => unknown, (made: unknown) => unknown];
    assert.equal(typeof readOff(new Store()), "function", "private ones too");
  });

  it("tells what an assigned one is a member of", () => {
    const { made, links } = handed(
      "(function () { function Store() {} Store.prototype.get = function (id, done) { done(); }; })();",
      "function (id",
    );
    assert.equal((made[1]![2] as () => { name: string })().name, "Store");
    assert.ok(links[1]!.isOfPrototype);
    const ofSymbol = handed(
      "{ class Store {} Store.prototype[Symbol.iterator] = function (id, done) { done(); }; }",
      "function (id",
    );
    assert.equal((ofSymbol.made[0]![2] as () => { name: string })().name, "Store");
    assert.ok(ofSymbol.links[0]!.isOfPrototype);
  });

  it("is told behind a text that is no directive, and keeps the name that a variable gives", () => {
    const text =
      "function outer(out) {\n  'a b'.split(' ').forEach((one) => out.push(one));\n  async function load() {}\n}\nouter([]);";
    assert.equal((handed(text, "async function").made[1]![0] as { name: string }).name, "load");
    assert.equal(
      handed("const out = () => { const load = async () => 1; };", "async ()").links[1]!.ownName,
      "load",
    );
  });

  it("is told where one around it is asynchronous", () => {
    const { links } = handed("async function outer() { return async () => 1; }", "async () =>");
    assert.deepEqual(
      links.map(({ name }) => name),
      ["outer", "the function at line 1"],
    );
  });

  it("is not told where one around it is a generator, or has no name that can be written", () => {
    for (const text of [
      "function* outer() { yield async () => 1; }",
      "function outer(key) { switch (key) { case 1: function load() { return async () => 1; } } }",
      "const outer = new function () { this.load = async () => 1; };",
      "function outer(key) { return { [key]: function () { return async () => 1; } }; }",
    ])
      assert.equal(makingOf(text, "js", text.indexOf("async () =>")), undefined, text);
  });
});
