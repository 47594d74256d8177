import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import type { Pair } from "./pair.ts";
import type { InSource, TargetResult } from "./target-result.ts";
import { growthSentence } from "./item-growth.ts";

const [pair] = comparisonDocument.pairs!;
const of: Pair = { ...pair!, baseResult: 0, headResult: 1 };

/** A result whose call waited for so many I/O calls one after the other; its source shows `once`, some of them in a loop. */
function result(criticalPath: number, once?: number, change: Partial<InSource> = {}): TargetResult {
  const inSource: InSource = {
    ioCalls: once ?? 0,
    criticalPath: once ?? 0,
    inLoop: true,
    why: ["repeated"],
    ...change,
  };
  return {
    ...comparisonDocument.results[0]!,
    counters: { ioCalls: criticalPath, criticalPath, ...(once === undefined ? {} : { inSource }) },
  };
}

describe("what is said of I/O calls that a loop makes in each round", () => {
  it("is that they become more with each round, where those of the other version do not", () => {
    assert.equal(
      growthSentence(of, [result(3, 2), result(2)]),
      "I/O calls in sequence: 3, more with each round of a loop → 2. A list that is made up has two items.",
    );
    assert.match(growthSentence(of, [result(1), result(4, 2)])!, /: 1 → 4, more with each round of a loop\./);
  });

  it("is nothing where neither version has such a loop, both have the same, or they cannot be set against each other", () => {
    assert.equal(growthSentence(of, [result(3), result(2)]), null);
    assert.equal(growthSentence(of, [result(3, 2), result(4, 2)]), null);
    assert.equal(growthSentence(of, [result(3, 2, { inLoop: false }), result(2)]), null);
    assert.equal(
      growthSentence({ ...of, preparedUnlike: "One was steered." }, [result(3, 2), result(2)]),
      null,
    );
  });
});
