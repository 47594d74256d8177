import assert from "node:assert/strict";
import type { BenchmarkDocument, Pair } from "../../bench-worker/document.ts";
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

  it("tell how many I/O calls come one after the other, which the time leaves out", () => {
    const [pair] = comparisonDocument.pairs!;
    const rowOf = (criticalPath: Pair["criticalPath"]) => {
      const changed = { ...pair!, ...(criticalPath === undefined ? {} : { criticalPath }) };
      if (criticalPath === undefined) delete changed.criticalPath;
      return rowsOf({ ...comparisonDocument, pairs: [changed] }).find(({ id }) => id === "sequence");
    };
    const fewer = rowOf({ base: 7, head: 5 })!;
    assert.deepEqual([fewer.base, fewer.head, fewer.verdict, fewer.tone], ["7", "5", "fewer", "better"]);
    assert.match(fewer.reason, /of 7 \(same\) in all/);
    assert.equal(rowOf({ base: 1, head: 2 })!.tone, "worse");
    assert.equal(rowOf({ base: null, head: 2 })!.verdict, "not measured");
    assert.equal(rowOf(undefined), undefined);
    const unlike = { ...pair!, criticalPath: { base: 1, head: 2 }, preparedUnlike: "One was steered." };
    const open = rowsOf({ ...comparisonDocument, pairs: [unlike] }).find(({ id }) => id === "sequence")!;
    assert.deepEqual([open.base, open.head, open.verdict, open.tone], ["1", "2", "not judged", "open"]);
    assert.match(open.reason, / One was steered\.$/);
  });

  it("leave it out where no runtime tells", () => {
    assert.ok(rowsOf(collecting(undefined, undefined)).every(({ id }) => id !== "collecting"));
  });
});
