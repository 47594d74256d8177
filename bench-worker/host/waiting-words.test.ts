import assert from "node:assert/strict";
import { saysWhy, waitingWords } from "./waiting-words.ts";

type Waiting = NonNullable<Parameters<typeof waitingWords>[0]["waiting"]>;

const WAITING: Waiting = { modules: 3, module: "pg (index.js)", attempt: 1, passed: 100, computed: 90 };
const soFar = { reason: "f never settled.", hint: "Check that every path calls back." };

/** What is said after so many milliseconds, the last of them without a word of the process. */
function said(given: Partial<Waiting>, passed = 0, silent = 0): string {
  return waitingWords(
    { fraction: 0, activity: "loading a.js", waiting: { ...WAITING, ...given } },
    { passed, silent },
  );
}

describe("what is said while a target is made ready", () => {
  it("is how many modules are there, and which attempt it is", () => {
    assert.equal(said({}), "loading a.js");
    assert.equal(said({ modules: 2310 }), "loading a.js: 2,310 modules so far");
    assert.equal(
      said({ attempt: 2, modules: 60 }),
      "loading a.js again, with other made-up values: attempt 2, 60 modules so far",
    );
  });

  it("says after a while what makes it quicker, by why it takes long", () => {
    const long = { passed: 3_900, computed: 3_800 };
    assert.equal(said(long, 3_900), "loading a.js");
    assert.match(
      said({ ...long, computed: 900, modules: 900 }, 3_900),
      /Others keep the machine busy: close/,
    );
    assert.match(
      said({ ...long, attempt: 4, modules: 900 }, 3_900),
      /attempt 4, 900 .*fakes file.* --write$/,
    );
    assert.match(said({ ...long, modules: 900 }, 3_900), /It imports much.*: wait, or benchmark/);
    assert.match(said({ ...long, attempt: 2 }, 4_100), /attempt 2\. A fakes file/);
    assert.match(said(long, 4_100), /What it imports computes for long/);
    assert.match(said({ ...long, modules: 1 }, 4_100), /look for a loop at its top/);
  });

  it("says why there are no numbers yet, once somebody has waited", () => {
    const quick = said({ attempt: 3, soFar }, 1_000);
    assert.deepEqual([saysWhy(quick), /never/.test(quick)], [false, false]);
    const late = said({ attempt: 3, soFar, passed: 3_000, computed: 300 }, 3_000);
    assert.ok(saysWhy(late));
    assert.equal(
      late,
      "loading a.js again, with other made-up values: attempt 3. So far: f never settled. Check that every path calls back.",
    );
  });

  it("names what it was at when it was last heard of, and for how long that has been", () => {
    assert.match(
      said({}, 4_000, 3_200),
      /^loading a\.js for 3 s now; pg \(index\.js\) was begun last\. What it imports/,
    );
    assert.match(
      said({ mayBeBehind: true }, 4_000, 3_200),
      /^loading a\.js for 3 s now; one after pg \(index\.js\) was begun last\./,
    );
    assert.match(
      said({ call: { name: "f", line: 12 }, attempt: 2 }, 4_000, 2_000),
      /^in a call of f for 2 s now, from line 12 on, at attempt 2\. If that goes on, look for a loop/,
    );
    assert.match(
      said({ call: { name: "f" }, soFar }, 4_000, 2_000),
      /^in a call of f for 2 s now\. So far: /,
    );
    const timing = { fraction: 0.5, activity: "timing 100 calls together" };
    assert.match(waitingWords(timing, { passed: 5_000, silent: 2_400 }), /together, for 2 s now\. Its calls/);
    assert.equal(waitingWords(timing, { passed: 3_900, silent: 2_400 }), timing.activity);
    assert.equal(waitingWords(timing, { passed: 0, silent: 2_400 }), timing.activity);
  });
});
