import assert from "node:assert/strict";
import { types } from "node:util";
import vm from "node:vm";
import { watchTurns } from "./turns.ts";

describe("Turns of the event loop", () => {
  it("are not begun by reactions of promises, nor by those of another realm, as Jest's tests have", async () => {
    const begun: object[] = [];
    watchTurns((by) => begun.push(by));
    const inRealm = `(async () => { await null; await new Promise((resolve) => setImmediate(resolve)); await null; })()`;
    await vm.runInNewContext(inRealm, { setImmediate });
    await (vm.runInThisContext(`(async () => { await null; })()`) as Promise<void>);
    assert.deepEqual(begun.filter(types.isPromise), []);
    assert.ok(begun.length > 0);
  });
});
