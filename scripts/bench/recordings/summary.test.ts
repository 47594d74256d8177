import assert from "node:assert/strict";
import { summaryOf } from "./summary.ts";

describe("Counts of a suite", () => {
  for (const [runner, output, passed, failed] of [
    ["Mocha", "  a\n    ✔ is 1 passing thing\n\n  330 passing (2s)\n  3 pending\n", 330, 0],
    ["Mocha, with failures", "\n  9 passing (2s)\n  2 failing\n\n  1) a\n", 9, 2],
    ["an old Mocha", "\n  \u2716 2 of 330 tests failed:\n", 0, 2],
    ["tape", "ok 1 a\nok 2 b\n\n1..2\n# tests 2\n# pass  2\n\n# ok\n", 2, 0],
    ["node --test", "\u001b[34mℹ tests 4\u001b[39m\nℹ pass 3\nℹ fail 1\n", 3, 1],
    ["Jest", "Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 20 passed, 21 total\n", 20, 1],
    ["Vitest", " Test Files  2 passed (2)\n      Tests  1 failed | 5 passed (6)\n", 5, 1],
    ["the Test Anything Protocol", "TAP version 14\n    ok 1 - a\nnot ok 1 - b\nok 2 - c\n1..2\n", 2, 1],
  ] as const) {
    it(`are read of ${runner}`, () => {
      assert.deepEqual(summaryOf(output), { passed, failed });
    });
  }

  it("are none where nothing was counted", () => {
    assert.equal(summaryOf("Error: Cannot find module 'mocha'\n"), null);
  });
});
