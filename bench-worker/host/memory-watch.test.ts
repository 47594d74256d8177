import assert from "node:assert/strict";
import { readMemory, takesAll } from "./memory-watch.ts";

const GIGABYTE = 2 ** 30;

describe("the watch over memory", () => {
  it("finds who takes all that the machine has, and nobody else", () => {
    const total = 16 * GIGABYTE;
    assert.equal(takesAll({ resident: 13 * GIGABYTE, available: 0.5 * GIGABYTE, total }), true);
    // Others have it.
    assert.equal(takesAll({ resident: GIGABYTE, available: 0.5 * GIGABYTE, total }), false);
    assert.equal(takesAll({ resident: 12 * GIGABYTE, available: 3 * GIGABYTE, total }), false);
  });

  it("reads what a process has where the system tells, and nothing of one that is gone", async () => {
    const own = await readMemory(process.pid);
    if (process.platform !== "linux") assert.equal(own, null);
    else assert.ok(own !== null && own.resident > 10e6 && own.available < own.total);
    assert.equal(await readMemory(2 ** 30), null);
  });
});
