import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf } from "../patterns/file-view.ts";
import { uncalledIn } from "./uncalled.ts";

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

  it("are those that it calls only if they are functions", () => {
    assert.deepEqual(uncalled('if (typeof a === "function") return a(null); return db.get(a);'), ["a"]);
    assert.deepEqual(uncalled('a(1); if (typeof a === "function") a(2);'), []);
  });
});
