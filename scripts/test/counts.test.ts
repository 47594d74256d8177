import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { countRun, parseCounts, type Counts } from "./counts.ts";

describe("counting a run", () => {
  it("counts passed, failed and skipped, and keeps what the failures said", () => {
    const runner = new EventEmitter();
    const ends: Counts[] = [];
    countRun(runner, (counts) => ends.push(counts));
    runner.emit("pass");
    runner.emit("pass");
    runner.emit("pending");
    runner.emit("fail", { fullTitle: () => "a lens is there" }, new Error("it was not"));
    runner.emit("fail", { fullTitle: () => 'a lens "before all" hook' }, "thrown text");
    runner.emit("fail", { fullTitle: () => "a hint is there" }, { message: "it was not", name: "Error" });
    assert.deepEqual(ends, []);
    runner.emit("end");
    const expected: Counts = {
      passed: 2,
      failed: 3,
      skipped: 1,
      failures: [
        { title: "a lens is there", message: "it was not" },
        { title: 'a lens "before all" hook', message: "thrown text" },
        { title: "a hint is there", message: "it was not" },
      ],
    };
    assert.deepEqual(ends, [expected]);
    assert.deepEqual(parseCounts(JSON.stringify(expected)), expected);
  });

  it("refuses a file that holds no counts", () => {
    assert.throws(() => parseCounts('{"passed":"7"}'));
  });
});
