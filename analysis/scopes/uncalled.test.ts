import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf } from "../patterns/file-view.ts";
import { goesThrough, uncalledIn, uncalledMembers } from "./uncalled.ts";

describe("parameters that a function never calls", () => {
  const uncalledOf = (text: string, start: number): string[] => [
    ...uncalledIn(viewOf(findFunctions(lex(text, "js"), "js")), start, ["a"]),
  ];
  const uncalled = (body: string): string[] => uncalledOf(`async function f(a) { ${body} }`, 0);

  it("are those that it only reads or hands on, whatever is called by that name elsewhere", () => {
    for (const body of [
      "return a.load(1);",
      "await unlink(a);",
      "a = [a];",
      "await db.a(1);",
      "return b`${a}`;",
    ])
      assert.deepEqual(uncalled(body), ["a"], body);
    assert.deepEqual(uncalledOf("a(); async function f(a) {}", 5), ["a"]);
  });

  it("are not those that it calls, constructs or binds", () => {
    for (const body of [
      "a(1);",
      "await a?.(1);",
      "new a();",
      "class B extends a {}",
      "return b instanceof a;",
      "a.call(b);",
      "return a`b`;",
    ])
      assert.deepEqual(uncalled(body), [], body);
  });

  it("are not those that it calls with type arguments", () => {
    const text = "async function f(a: A) { await a<B>(1); return await a.load<Record<string, B[]>>(1); }";
    const view = viewOf(findFunctions(lex(text, "ts"), "ts"));
    assert.deepEqual([...uncalledIn(view, 0, ["a"]), ...uncalledMembers(view, 0, ["a"])], []);
  });

  it("are those that it calls only if they are functions", () => {
    assert.deepEqual(uncalled('if (typeof a === "function") return a(null); return db.get(a);'), ["a"]);
    assert.deepEqual(uncalled('a(1); if (typeof a === "function") a(2);'), []);
  });
});

describe("members of parameters that a file never calls", () => {
  const found = (text: string): string[] => [
    ...uncalledMembers(viewOf(findFunctions(lex(text, "js"), "js")), 0, ["a", "options"]),
  ];

  it("are told by what they are read of, and by what a pattern takes", () => {
    assert.deepEqual(
      found("async function f(a, options) { await write(a.file, options.data, b.c, d.a.e); }"),
      ["a.file", "options.data"],
    );
    assert.deepEqual(
      found("async function f({ file, data = 1 } = {}, [b]) { await write(file, data, b); }"),
      ["options.file", "options.data"],
    );
  });

  it("are none of those that are called by that name anywhere in the file", () => {
    for (const text of [
      "async function f(a) { await a.run(1); log(a.run); }",
      "async function f(a) { log(a.run); } function g(b) { b.run(); }",
      "async function f({ run }) { await run(1); }",
      "async function f(a) { new a.run(); }",
    ])
      assert.deepEqual(found(text), [], text);
  });
});

describe("a list that a function goes through", () => {
  const isThrough = (body: string): boolean =>
    goesThrough(viewOf(findFunctions(lex(`async function f(...a) { ${body} }`, "js"), "js")), 0, "a");

  it("is told by its loop, or the method that goes through it", () => {
    for (const body of [
      "for (const one of a) await b(one);",
      "await Promise.all(a.map(b));",
      "a.forEach(b);",
    ])
      assert.equal(isThrough(body), true, body);
    for (const body of [
      "const last = a[a.length - 1]; return b(...a);",
      "for (const one of a.slice(1)) await b(one);",
      "return b.a.map(c);",
      "return b(a);",
    ])
      assert.equal(isThrough(body), false, body);
  });
});
