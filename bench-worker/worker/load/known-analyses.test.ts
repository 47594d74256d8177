import assert from "node:assert/strict";
import type { FileAnalysis } from "../../../analysis/model.ts";
import { knownAnalyses } from "./known-analyses.ts";
import { Unread } from "./reading.ts";

describe("the analyses that a worker knows", () => {
  it("are made once of each text in each language, as long as they are asked for", () => {
    const read: string[] = [];
    const analyze = knownAnalyses((text, language) => {
      read.push(`${language} ${text}`);
      return { tokens: read.length, functions: [], problems: [] } satisfies FileAnalysis;
    });
    const first = analyze("a", "js");
    assert.equal(analyze("a", "js"), first);
    assert.notEqual(analyze("a", "ts"), first);
    for (let text = 0; text < 20; text++) {
      analyze(String(text), "js");
      assert.equal(analyze("a", "js"), first);
    }
    analyze("0", "js");
    assert.deepEqual(read.slice(0, 3), ["js a", "ts a", "js 0"]);
    assert.equal(read.filter((one) => one === "js 0").length, 2);
  });

  it("end with a sentence that lays it to us where a text takes too long to read, and throw what reading throws", () => {
    const endless = knownAnalyses(() => {
      for (;;);
    }, 50);
    assert.throws(
      () => endless("a", "js"),
      (error) => {
        assert.ok(error instanceof Unread);
        assert.equal(error.state, "timed-out");
        assert.match(error.message, /^Async Cost could not read this file in time/);
        return true;
      },
    );
    const failing = knownAnalyses(() => {
      throw new RangeError("no");
    });
    assert.throws(() => failing("a", "js"), RangeError);
  });
});
