import assert from "node:assert/strict";
import { newestOnly } from "./newest-only.ts";

describe("work of which only the newest counts", () => {
  it("is done once at a time, and once more for all that asked meanwhile", async () => {
    const ends: (() => void)[] = [];
    const ask = newestOnly(() => new Promise((resolve) => void ends.push(resolve)));
    const asked = [ask(), ask(), ask()];
    assert.equal(ends.length, 1);
    ends[0]!();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(ends.length, 2);
    ends[1]!();
    await Promise.all(asked);
    assert.equal(ends.length, 2);
    const again = ask();
    assert.equal(ends.length, 3);
    ends[2]!();
    await again;
  });

  it("can be asked for again after it has failed", async () => {
    let times = 0;
    const ask = newestOnly(() => (++times === 1 ? Promise.reject(new Error("no")) : Promise.resolve()));
    await assert.rejects(ask(), /no/);
    await ask();
    assert.equal(times, 2);
  });
});
