import assert from "node:assert/strict";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import { comparisonDocument } from "../fixtures/document.ts";
import { comparisonView } from "./verdicts.ts";

const rowsOf = (document: BenchmarkDocument) => comparisonView(document, false)!.pairs[0]!.rows;

/** The document with shares of time for collecting garbage: one a side of the first pair. */
function collecting(base: number | undefined, head: number | undefined): BenchmarkDocument {
  const [pair] = comparisonDocument.pairs!;
  const shares = new Map([
    [pair!.baseResult, base],
    [pair!.headResult, head],
  ]);
  const results = comparisonDocument.results.map((result, index) => {
    const share = shares.get(index);
    if (result.time === undefined) return result;
    const time = { ...result.time };
    delete time.garbageCollectionShare;
    return { ...result, time: share === undefined ? time : { ...time, garbageCollectionShare: share } };
  });
  return { ...comparisonDocument, results };
}

describe("a comparison's rows", () => {
  it("tell what share of the time goes into collecting garbage, and judge nothing by it", () => {
    const row = rowsOf(collecting(0.05, 0.125)).find(({ id }) => id === "collecting")!;
    assert.deepEqual([row.base, row.head, row.verdict, row.tone], ["5.0 %", "13 %", "not judged", "none"]);
    const half = rowsOf(collecting(undefined, 0.125)).find(({ id }) => id === "collecting")!;
    assert.equal(half.base, "not measured");
  });

  it("leave it out where no runtime tells", () => {
    assert.ok(rowsOf(collecting(undefined, undefined)).every(({ id }) => id !== "collecting"));
  });
});
