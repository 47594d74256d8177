import assert from "node:assert/strict";
import { GlobalState } from "./global-state.ts";

describe("the state of the global object", () => {
  const own = globalThis as Record<PropertyKey, unknown>;
  const { Promise: before } = globalThis;

  it("is put back: what was added, changed or taken away", () => {
    own["kept"] = 1;
    process.env["ASYNC_COST_KEPT"] = "1";
    const state = new GlobalState();
    try {
      own["kept"] = 2;
      own["added"] = {};
      own[Symbol.for("added")] = 1;
      own["__asyncCostOwn"] = 1;
      own["Promise"] = Object.create(before);
      process.env["ASYNC_COST_KEPT"] = "2";
      process.env["ASYNC_COST_ADDED"] = "3";
      state.putBack();
      assert.deepEqual([own["kept"], "added" in own, Symbol.for("added") in own], [1, false, false]);
      assert.equal(globalThis.Promise, before);
      assert.equal(own["__asyncCostOwn"], 1);
      assert.deepEqual([process.env["ASYNC_COST_KEPT"], "ASYNC_COST_ADDED" in process.env], ["1", false]);
      delete own["kept"];
      delete process.env["ASYNC_COST_KEPT"];
      state.putBack();
      assert.deepEqual([own["kept"], process.env["ASYNC_COST_KEPT"]], [1, "1"]);
    } finally {
      globalThis.Promise = before;
      for (const name of ["kept", "added", "__asyncCostOwn"]) Reflect.deleteProperty(own, name);
      delete process.env["ASYNC_COST_KEPT"];
    }
  });

  it("leaves what was made for good", () => {
    const state = new GlobalState();
    const name = "asyncCostForGood";
    Object.defineProperty(globalThis, name, { value: 1, configurable: false });
    state.putBack();
    assert.equal(own[name], 1);
  });
});
