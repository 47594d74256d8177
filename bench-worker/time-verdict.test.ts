import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import { CACHE_MISS } from "./deciding.ts";
import { ENDS_CACHE } from "./part-measured.ts";
import { timeVerdictLine } from "./time-verdict.ts";

describe("the verdict on a pair's time", () => {
  const { pairs, results } = comparisonDocument;
  const [pair] = pairs!;
  const said = (base: string[], head: string[]): string => {
    const warned = [...results];
    warned[pair!.baseResult] = { ...results[pair!.baseResult]!, warnings: base };
    warned[pair!.headResult] = { ...results[pair!.headResult]!, warnings: head };
    return timeVerdictLine(pair!, warned).split("; ").slice(1).join("; ");
  };

  it("says which of the two is of a cache that has it, or has it not", () => {
    assert.equal(said([], []), "");
    assert.equal(said([], [`… ${CACHE_MISS}`]), "the latter: cache miss");
    assert.equal(
      said([`… ${ENDS_CACHE}`], [`… ${CACHE_MISS}`]),
      "the former: from a cache; the latter: cache miss",
    );
    assert.equal(said([`… ${CACHE_MISS}`], [`… ${CACHE_MISS}`]), "both: cache miss");
  });
});
