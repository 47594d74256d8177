import assert from "node:assert/strict";
import { keeps, keepsOrSends, setsState, subscribes } from "./given-functions.ts";

describe("what operations do with the function that they are given", () => {
  for (const [name, is] of [
    ["use", keeps],
    ["registerCommand", keeps],
    ["onRequest", keeps],
    ["addHook", keeps],
    ["psubscribe", subscribes],
    ["consumeMessages", subscribes],
    ["setItems", setsState],
  ] as const)
    it(`is to keep it, and to run it neither now nor elsewhere by that name alone: ${name}`, () => {
      assert.ok(is(name));
      assert.ok(keepsOrSends(name));
    });

  it("may be something else by names that are no handler's alone", () => {
    for (const name of ["once", "watch", "process", "evaluate", "$$eval", "set"]) {
      assert.ok(keepsOrSends(name), name);
      assert.ok(![keeps, subscribes, setsState].some((is) => is(name)), name);
    }
    for (const name of ["map", "run", "retry", "transaction", "settle"]) assert.ok(!keepsOrSends(name), name);
  });
});
