import assert from "node:assert/strict";
import { comparisonMarkdown } from "../bench-worker/comparison-markdown.ts";
import { comparisonDocument, recordedComparison } from "../webview/fixtures/document.ts";
import { compareReport } from "./compare-report.ts";

const gate = { failures: [], unjudged: [] };

describe("a comparison on a recorded call", () => {
  it("has a column of its waits for I/O on the command line, both drawn below, and what such a time is", () => {
    const report = compareReport(recordedComparison, gate, false);
    assert.match(report, /I\/O in sequence +recorded call +processor time/);
    assert.match(report, /30\.0 ms → 18\.0 ms/);
    assert.match(report, /\nupload, on the recorded call .*\nbefore [^]*\n {2}5 db\.user +█+ [^]*\nafter /);
    assert.match(
      report,
      /recorded call: It saves 12\.0 ms of 30\.0 ms on the recorded call\. That is its wait/,
    );
    assert.match(
      report,
      /: saves 12\.0 ms of 30\.0 ms on the recorded call; its own processor time: slower, /,
    );
    assert.doesNotMatch(compareReport(comparisonDocument, gate, false), /recorded call/);
  });

  it("says the same to a pull request", () => {
    const text = comparisonMarkdown(recordedComparison);
    assert.match(text, /^### Async Cost\n\n\*\*1 pair .*: saves 12\.0 ms of 30\.0 ms on the recorded call; /);
    assert.match(text, /\| I\/O in sequence \| Recorded call \| Processor time \|/);
    assert.match(text, /\| 30\.0 ms → 18\.0 ms \|/);
    assert.match(text, /Recorded call: It saves 12\.0 ms of 30\.0 ms on the recorded call\. /);
    assert.doesNotMatch(comparisonMarkdown(comparisonDocument), /ecorded call/);
  });
});
