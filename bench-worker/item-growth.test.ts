import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import { growthInWords, growthSentence } from "./item-growth.ts";
import type { ItemLaw } from "./item-law.ts";
import type { Pair } from "./pair.ts";
import type { TargetResult } from "./target-result.ts";

const [pair] = comparisonDocument.pairs!;
const of: Pair = { ...pair!, baseResult: 0, headResult: 1 };

/** A result whose call makes so many I/O calls, and as many one after the other; by the items of its lists where laws are given. */
function result(calls: number, ioCalls?: ItemLaw, criticalPath = ioCalls): TargetResult {
  const byItems = ioCalls && criticalPath && { ioCalls, criticalPath, lists: ["ids"] };
  return {
    ...comparisonDocument.results[0]!,
    counters: { ioCalls: calls, criticalPath: calls, ...(byItems && { byItems }) },
  };
}

const each = { once: 1, perItem: 1 };

describe("what is said of I/O calls that grow with the items of a list", () => {
  it("is how many there are for N items in both versions, one after the other and in all", () => {
    assert.equal(
      growthSentence(of, [result(3, each), result(2)]),
      "I/O calls in sequence: 1 + N → 2; I/O calls in all: 1 + N → 2, for N items in ids.",
    );
    assert.equal(
      growthSentence(of, [result(3, each), result(3, each, { once: 2, perItem: 0 })]),
      "I/O calls in sequence: 1 + N → 2, for N items in ids.",
    );
    assert.equal(
      growthSentence(of, [result(1), result(4, { once: 0, perItem: 2 })]),
      "I/O calls in sequence: 1 → 2N; I/O calls in all: 1 → 2N, for N items in ids.",
    );
  });

  it("is how many there are in all where none grows, and those one after the other do not tell it", () => {
    const together = (calls: number): TargetResult => {
      const one = result(calls);
      return { ...one, counters: { ...one.counters!, criticalPath: 1 } };
    };
    assert.equal(growthSentence(of, [together(3), together(2)]), "I/O calls in all: 3 → 2.");
    assert.equal(growthSentence(of, [together(2), together(2)]), null);
    assert.equal(growthSentence(of, [result(3), result(2)]), null);
  });

  it("is what there is with many items where one of them follows no law", () => {
    const atItems = { items: 120, ioCalls: 120, criticalPath: 12 };
    const batches = result(2);
    const limited = { ...batches, counters: { ...batches.counters!, atItems } };
    const together = result(2, { once: 0, perItem: 1 }, { once: 1, perItem: 0 });
    assert.equal(
      growthSentence(of, [together, limited]),
      "I/O calls in sequence: 1 → 12, for 120 items in each list.",
    );
    assert.equal(
      growthSentence(of, [limited, result(1)]),
      "I/O calls in sequence: 12 → 1; I/O calls in all: 120 → 1, for 120 items in each list.",
    );
    const other = { ...limited, counters: { ...limited.counters, atItems: { ...atItems, items: 15 } } };
    assert.equal(growthSentence(of, [limited, other]), null, "they were asked with other numbers of items");
    const longer = {
      ...limited,
      counters: { ...limited.counters, atItems: { ...atItems, items: 2_400 } },
    };
    assert.equal(growthSentence(of, [longer, result(1)]), null, "the other was asked with fewer");
    assert.match(growthSentence(of, [longer, together]) ?? "", /for 2400 items in each list\.$/);
  });

  it("is nothing where neither grows, both grow alike, or they cannot be set against each other", () => {
    assert.equal(growthSentence(of, [result(3), result(2)]), null);
    assert.equal(growthSentence(of, [result(3, each), result(3, each)]), null);
    assert.equal(
      growthSentence({ ...of, preparedUnlike: "One was steered." }, [result(3, each), result(2)]),
      null,
    );
  });

  it("is one clause of a function by itself", () => {
    assert.equal(
      growthInWords(result(3, each).counters!),
      "1 + N I/O calls, 1 + N in sequence, for N items in ids",
    );
    assert.equal(growthInWords(result(3).counters!), null);
  });
});
