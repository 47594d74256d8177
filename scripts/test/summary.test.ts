import assert from "node:assert/strict";
import { chooseParts, PARTS } from "./parts.ts";
import { summary, type PartResult } from "./summary.ts";

const counted = (passed: number, failed: number, skipped = 0): PartResult => ({
  name: "unit",
  seconds: 1.2,
  state: "counted",
  counts: {
    passed,
    failed,
    skipped,
    failures: Array.from({ length: failed }, () => ({ title: "adds", message: "1 is not 2\n+ more" })),
  },
});

describe("the summary of npm test", () => {
  it("adds up all parts in the closing line", () => {
    const { lines, ok } = summary([counted(3, 0), { ...counted(4, 0, 2), name: "window" }]);
    assert.equal(lines.at(-1), "7 passed, 0 failed");
    assert.ok(ok);
    assert.match(lines.join("\n"), /window +4 passed, 0 failed, 2 skipped/);
  });

  it("names what failed by the first line it said", () => {
    const { lines, ok } = summary([counted(3, 1)]);
    assert.equal(ok, false);
    assert.ok(lines.some((line) => line.endsWith("✗ adds: 1 is not 2")));
    assert.equal(lines.at(-1), "3 passed, 1 failed");
  });

  it("counts a part that did not run as a failure", () => {
    const { lines, ok } = summary([
      counted(3, 0),
      { name: "editor", seconds: 0, state: "broken", reason: "no Chromium" },
    ]);
    assert.equal(ok, false);
    assert.equal(lines.at(-1), "3 passed, 1 failed");
    assert.match(lines.join("\n"), /editor +BROKEN: no Chromium/);
  });
});

describe("choosing parts", () => {
  it("takes all when none is named", () => assert.deepEqual(chooseParts([]), PARTS));
  it("builds before a part that needs it, and keeps the order", () => {
    assert.deepEqual(chooseParts(["window", "unit"]), ["build", "unit", "window"]);
    assert.deepEqual(chooseParts(["check"]), ["check"]);
  });
  it("refuses an unknown one", () => assert.throws(() => chooseParts(["untis"]), /"untis" is no part.*unit/));
});
