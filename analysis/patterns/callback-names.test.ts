import assert from "node:assert/strict";
import { isCallbackName, isFunctionName, mayEndCallbackName } from "./callback-names.ts";

const NAMES = [
  ...["cb", "cbk", "cback", "clbk", "clb", "callb", "callbk", "callback", "callBack", "_cb", "cb_", "cb2"],
  ...["done", "_done_", "next", "finish", "finished", "complete", "completed", "onDone", "onComplete"],
  ...["onFinish", "onEnd", "userCallback", "saveCb", "whenDone", "fn", "func"],
];

describe("the last letters of a name", () => {
  for (const name of NAMES)
    it(`let pass ${name}, which says that it is a callback or a function`, () => {
      assert.ok(isCallbackName(name) || isFunctionName(name));
      assert.ok(mayEndCallbackName(new TextEncoder().encode(name), name.length));
    });

  it("tell that others are none", () => {
    for (const name of ["value", "object", "iteratee", "index", "a"])
      assert.ok(!mayEndCallbackName(new TextEncoder().encode(name), name.length), name);
  });
});
