import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import { changedNotRun, linesInWords } from "./changed-lines-words.ts";
import type { ChangedLinesRun, TargetResult } from "./target-result.ts";

function result(changedLines?: ChangedLinesRun): TargetResult {
  const counters = { ioCalls: 1, criticalPath: 1, ...(changedLines && { changedLines }) };
  return { ...comparisonDocument.results[0]!, counters };
}

const none = { run: [], notRun: [] };

describe("what is said of lines that changed", () => {
  it("is that the calls run none of them, where that is so", () => {
    assert.equal(
      changedNotRun(
        result({ run: [], notRun: [4] }),
        result({ run: [], notRun: [4, 7, 8, 9] }),
        "what it costs",
      ),
      "The measured calls run none of the lines that changed (line 4 before, lines 4, 7–9 after), so what it costs is not judged. Record a call that does (async-cost record), or give what leads there in a fakes file.",
    );
    assert.match(
      changedNotRun(result(none), result({ run: [], notRun: [2] }), "it")!,
      /\(line 2 after\), so it is not judged/,
    );
  });

  it("is nothing where one of them runs, none changed within the functions, or nobody knows", () => {
    assert.equal(
      changedNotRun(result({ run: [3], notRun: [] }), result({ run: [], notRun: [4] }), "it"),
      null,
    );
    assert.equal(changedNotRun(result(none), result(none), "it"), null);
    assert.equal(changedNotRun(result(), result({ run: [], notRun: [4] }), "it"), null);
  });

  it("is that they leave out I/O calls on them, where others of them run", () => {
    const leaving = (line: number): TargetResult => ({
      ...result({ run: [3], notRun: [4] }),
      remarks: [
        {
          code: "left-out",
          severity: "decisive",
          text: "",
          data: { calls: [{ expression: "db.put", line }] },
        },
      ],
    });
    assert.match(
      changedNotRun(leaving(4), result(none), "it")!,
      /^The measured calls do not come to I\/O calls that changed, or that what changed makes \(db\.put\), so it is not judged\./,
    );
    assert.equal(changedNotRun(leaving(9), leaving(9), "it"), null);
  });

  it("is so where lines changed that make them, and not where others were made in their place", () => {
    const leaving = (call: object): TargetResult => ({
      ...result({ run: [3], notRun: [4] }),
      remarks: [
        {
          code: "left-out",
          severity: "decisive",
          text: "",
          data: { calls: [{ expression: "db.put", line: 9, ...call }] },
        },
      ],
    });
    assert.match(
      changedNotRun(leaving({ around: [2, 3] }), result(none), "it")!,
      /\(db\.put\), so it is not judged/,
    );
    const replaced = leaving({ line: 4, isReplaced: true });
    assert.equal(changedNotRun(replaced, result(none), "it"), null);
    for (const base of [result(none), replaced])
      assert.match(changedNotRun(base, replaced, "it")!, /\(db\.put\)/);
    for (const call of [{ around: [2, 5] }, { around: [3], isReplaced: true }])
      assert.equal(changedNotRun(leaving(call), result(none), "it"), null);
  });

  it("names lines in a row together", () => {
    assert.equal(linesInWords([1, 2, 3, 5, 9, 10]), "lines 1–3, 5, 9–10");
    assert.equal(linesInWords([12]), "line 12");
  });
});
