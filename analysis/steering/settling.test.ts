import assert from "node:assert/strict";
import { settlingCalls } from "./settling.ts";

describe("what resolves a promise of a function's own", () => {
  it("are calls of its executor's first parameter", () => {
    const text =
      "resolve(0);\n() => new Promise<Order>((resolve$, no) => { go((x) => resolve$(x)); a.resolve$(1); no(2); });";
    const calls = settlingCalls(text, 12, text.length);
    assert.deepEqual(
      calls.map((at) => text.slice(at, at + 11)),
      ["resolve$(x)"],
    );
    assert.deepEqual(settlingCalls("new Promise(function run(ok) { ok(1); })", 0, 40).length, 1);
    assert.deepEqual(settlingCalls("await all(1)", 0, 12), []);
  });
});
