import assert from "node:assert/strict";
import { withinTime } from "../../bench-worker/host/reading.ts";
import { ReadHere } from "./read-here.ts";

describe("a small text that the editor waits for", () => {
  const readsForEver = (): never => {
    for (;;);
  };

  it("is ended where it takes too long, is laid to us, and is another thread's until it is closed", () => {
    const said: string[] = [];
    const here = new ReadHere(
      (read) => withinTime(read, 50),
      (sentence) => said.push(sentence),
    );
    assert.equal(here.read("a.js", readsForEver), undefined);
    assert.match(said.join("\n"), /^a\.js could not be read in time: that is a fault of Async Cost.*$/);
    assert.deepEqual([here.isSlow("a.js"), here.isSlow("b.js")], [true, false]);
    here.forget("a.js");
    assert.equal(here.isSlow("a.js"), false);
  });

  it("is what it gives otherwise", () => {
    const said: string[] = [];
    const here = new ReadHere(withinTime, (sentence) => said.push(sentence));
    assert.deepEqual(
      here.read("a.js", () => 1),
      { read: 1 },
    );
    assert.deepEqual([said, here.isSlow("a.js")], [[], false]);
  });
});
