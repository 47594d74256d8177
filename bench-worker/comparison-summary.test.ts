import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import { comparisonSummary } from "./comparison-summary.ts";

describe("the one sentence of a comparison", () => {
  it("counts what waits for fewer or more I/O calls one after the other, beside the time that leaves it out", () => {
    const [pair] = comparisonDocument.pairs!;
    const pairs = [
      { ...pair!, criticalPath: { base: 3, head: 1 } },
      { ...pair!, criticalPath: { base: 1, head: 2 } },
      { ...pair!, criticalPath: { base: 2, head: null } },
      { ...pair!, criticalPath: { base: 2, head: 5 }, preparedUnlike: "One was steered." },
    ];
    assert.equal(
      comparisonSummary({ ...comparisonDocument, pairs }),
      "4 pairs compared with HEAD (1a2b3c4d5e): 4 slower, 1 with fewer I/O calls in sequence, 1 with more I/O calls in sequence, 1 added.",
    );
  });
});
