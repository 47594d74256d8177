import assert from "node:assert/strict";
import type { TargetResult } from "../document.ts";
import { sequenceTone } from "../verdict-words.ts";
import { comparedCounts, unjudged } from "./pair-of-results.ts";

const result = (criticalPath: number, warnings: string[] = [], made: string[] = []): TargetResult => ({
  target: { file: "a.js", name: "f", line: 1, column: 1, pattern: "async-await", tokens: 9, textHash: "0" },
  state: "completed",
  warnings,
  counters: { ioCalls: criticalPath, criticalPath },
  fakes: made.map((expression) => ({ expression, kind: "sync", from: "inferred", why: "it is not set" })),
});

const LOOP =
  "The loop at line 3 was made to end after a few rounds, as made-up values may give it no end. Without that it does not come back.";
const LOOPS =
  "The loops at lines 4, 9 were made to end after a few rounds, as made-up values may give them no end.";

describe("the I/O calls of a pair", () => {
  it("are judged where both were prepared alike, at whatever lines", () => {
    for (const [base, head] of [
      [result(1), result(3)],
      [result(1, [LOOP]), result(3, [LOOPS])],
      [result(1, ["f calls its callback more than once."]), result(3)],
      [result(1, [], ["db.get", "process.env.KEY"]), result(3, [], ["process.env.KEY"])],
      [result(1, ["Measured apart from the others: together the process failed."]), result(3)],
    ] as const) {
      const counts = comparedCounts(base, head);
      assert.equal(sequenceTone(counts), "worse");
      assert.deepEqual(unjudged(counts), []);
    }
  });

  it("are not where something was decided, ended or made up for one of them only", () => {
    for (const [{ warnings, fakes }, said] of [
      [result(3, [LOOP]), "loops were made to end"],
      [result(3, [LOOPS]), "loops were made to end"],
      [
        result(3, [
          "Made-up values alone did not bring it to its I/O calls: the branches at line 3 were decided for it.",
        ]),
        "branches were decided",
      ],
      [
        result(3, ["f gives more than 100 values: a call is taken to end with these."]),
        "a call was taken to end early",
      ],
      [
        result(3, ["Measured apart from its module: what it takes from there was made up."]),
        "measured apart from what is around it",
      ],
      [
        result(3, ["An error was caught at line 3, so the path of failure is what was measured."]),
        "its path of failure was measured",
      ],
      [result(3, [], ["process.env.KEY"]), "process.env.KEY was made up"],
    ] as const) {
      const prepared = { ...result(3), warnings: [...warnings], fakes: [...fakes] };
      const counts = comparedCounts(result(1), prepared);
      assert.equal(sequenceTone(counts), "open");
      assert.ok(unjudged(counts)[0]!.includes(`(${said} in the latter only)`), unjudged(counts)[0]);
      assert.ok(comparedCounts(prepared, result(1)).preparedUnlike!.includes(`(${said} in the former only)`));
    }
  });

  it("need no word where the numbers are the same or one of the two was not called", () => {
    assert.deepEqual(unjudged(comparedCounts(result(3), result(3, [LOOP]))), []);
    const { counters, ...uncalled } = result(3, [LOOP]);
    assert.ok(counters);
    assert.equal(comparedCounts(result(3), uncalled).preparedUnlike, undefined);
  });
});
