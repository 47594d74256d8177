import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import { ENDS_CACHE, KEPT } from "./part-measured.ts";
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

  it("says which of the two is of a cache that has it, or of what an earlier call got", () => {
    assert.equal(said([], []), "");
    assert.equal(said([], [`… ${KEPT}`]), "the latter: from what it keeps");
    assert.equal(
      said([`… ${ENDS_CACHE}`], [`… ${KEPT}`]),
      "the former: from a cache; the latter: from what it keeps",
    );
    assert.equal(said([`… ${KEPT}`], [`… ${KEPT}`]), "both: from what it keeps");
  });
});
