import assert from "node:assert/strict";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Pair } from "../../bench-worker/pair.ts";
import type { TargetIdentity } from "../../bench-worker/target-result.ts";
import { exampleDocument, exampleResult } from "../test/examples.ts";
import { comparisonOf } from "./again.ts";

const { target } = exampleResult();

function pair(baseResult: number, headResult: number, base: TargetIdentity = target): Pair {
  const notMeasured = { verdict: "not-measured", reason: "made up" } as const;
  return {
    name: target.name,
    base,
    head: target,
    baseResult,
    headResult,
    tokens: { base: 1, head: 1, delta: 0 },
    time: notMeasured,
    memory: { ...notMeasured, allocated: notMeasured },
    stackTraces: { base: null, head: null },
    warnings: [],
  };
}

const documentOf = (results: number, given: Partial<BenchmarkDocument> = {}): BenchmarkDocument => ({
  ...exampleDocument(Array.from({ length: results }, () => exampleResult())),
  ...given,
});

describe("what is compared again", () => {
  it("is nothing for a benchmark", () => {
    assert.equal(comparisonOf(documentOf(2)), undefined);
  });

  it("are the same pairs, where files were compared", () => {
    const document = documentOf(4, { pairs: [pair(0, 1), pair(2, 3)], removed: [target] });
    assert.deepEqual(comparisonOf(document), {
      kind: "groups",
      groups: [
        [0, 1],
        [2, 3],
      ],
      added: [],
      removed: [target],
    });
  });

  it("is the function among the gallery, where it was that", () => {
    const amongGallery = { own: 0, variants: [], missing: [] };
    assert.deepEqual(comparisonOf(documentOf(2, { amongGallery })), { kind: "gallery", result: 0 });
  });

  it("is one group, where several were compared with the first", () => {
    const comparison = comparisonOf(documentOf(3, { pairs: [pair(0, 1), pair(0, 2)] }));
    assert.ok(comparison?.kind === "groups");
    assert.deepEqual(comparison.groups, [[0, 1, 2]]);
  });

  it("is the present version with the last commit, where it was", () => {
    const document = documentOf(2, { pairs: [pair(0, 1, { ...target, revision: "HEAD" })] });
    assert.deepEqual(comparisonOf(document), { kind: "head", result: 1 });
  });
});
