import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf } from "../patterns/file-view.ts";
import { settlingCalls } from "./settling.ts";

/** The beginnings of the calls by which the first function of a text that starts with `start` settles. */
function settling(text: string, start: string): string[] {
  const view = viewOf(findFunctions(lex(text, "ts"), "ts"));
  const target = view.functions.find((one) => view.tokens.starts[one.start] === text.indexOf(start))!;
  return settlingCalls(view, target).map((at) => text.slice(at, at + 11));
}

describe("what settles a function", () => {
  it("are calls of its executor's first parameter", () => {
    const text =
      "resolve(0);\n() => new Promise<Order>((resolve$, no) => { go((x) => resolve$(x)); a.resolve$(1); no(2); });";
    assert.deepEqual(settling(text, "() =>"), ["resolve$(x)"]);
    assert.deepEqual(settling("() => new Promise(function run(ok) { ok(1); })", "() =>"), ["ok(1); })"]);
    assert.deepEqual(settling("async (all) => { await all(1) }", "async"), []);
  });

  it("are calls of its callback", () => {
    const text = "function f(a, done) { a.on('x', (y) => { if (y) done(null, y); }); undone(1); }";
    assert.deepEqual(settling(text, "function"), ["done(null, "]);
  });
});
