import assert from "node:assert/strict";
import type { RunProgress } from "../protocol.ts";
import { LoadProgress, waitingWords, type Waiting } from "./load-progress.ts";

const waiting: Waiting = { file: "a.js", modules: 3, attempt: 1, passed: 100, computed: 90 };

describe("what is said while a target is made ready", () => {
  it("is how many modules are there, and which attempt it is", () => {
    assert.equal(waitingWords(waiting), "loading a.js");
    assert.equal(waitingWords({ ...waiting, modules: 2310 }), "loading a.js: 2,310 modules so far");
    assert.equal(
      waitingWords({ ...waiting, attempt: 2, modules: 60 }),
      "loading a.js again, with other made-up values: attempt 2, 60 modules so far",
    );
  });

  it("says after a while what makes it quicker, by why it takes long", () => {
    const long = { ...waiting, passed: 4_000, computed: 3_900 };
    assert.equal(waitingWords(long), "loading a.js");
    assert.match(
      waitingWords({ ...long, computed: 900, modules: 900 }),
      /Others keep the machine busy: close/,
    );
    assert.match(
      waitingWords({ ...long, attempt: 4, modules: 900 }),
      /attempt 4, 900 .*fakes file.* --write$/,
    );
    assert.match(waitingWords({ ...long, modules: 900 }), /It imports much.*: wait, or benchmark/);
    const veryLong = { ...waiting, passed: 6_000, computed: 5_900 };
    assert.match(waitingWords({ ...veryLong, attempt: 2 }), /attempt 2\. A fakes file/);
    assert.match(waitingWords(veryLong), /computes for long: wait/);
  });

  it("counts the modules of each attempt, and names the file", () => {
    const said: RunProgress[] = [];
    const times = { now: () => 0, cpuMilliseconds: () => 0 };
    const progress = new LoadProgress("a.js", times, (make) => said.push(make()));
    progress.onTry();
    for (let i = 0; i < 60; i++) progress.onModule();
    progress.onTry();
    progress.onModule();
    assert.deepEqual(said.at(60), {
      fraction: 0,
      activity: "loading a.js: 60 modules so far",
      loading: "a.js",
    });
    assert.match(said.at(-1)!.activity, /attempt 2$/);
  });
});
