import assert from "node:assert/strict";
import { loadedOnce } from "./loaded-once.ts";

describe("what is loaded later", () => {
  it("is loaded once, and again after a failure", async () => {
    let times = 0;
    const load = loadedOnce(() =>
      ++times === 1 ? Promise.reject(new Error("The file is gone")) : Promise.resolve(times),
    );
    await assert.rejects(load(), /The file is gone/);
    assert.deepEqual(await Promise.all([load(), load()]), [2, 2]);
    assert.equal(await load(), 2);
  });
});
