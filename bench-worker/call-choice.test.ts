import assert from "node:assert/strict";
import { choiceOf } from "./call-choice.ts";
import type { Recordings } from "./contract/played-scenario.ts";

const recordings: Recordings = {
  paths: [
    { calls: 9, ioCalls: 3, outcome: "value" },
    { calls: 2, ioCalls: 1, outcome: "error" },
  ],
  stale: false,
};
const notReplayed = { code: "did-not-end", text: "Played, it came to no end." } as const;

describe("the call that is measured again", () => {
  it("is the recorded one that was played, or was to be", () => {
    assert.equal(choiceOf({ scenario: { origin: "recorded", path: 2, recordings } }), 2);
    assert.equal(choiceOf({ scenario: { origin: "inferred", path: 2, recordings, notReplayed } }), 2);
  });

  it("is none that is recorded where somebody has chosen so", () => {
    assert.equal(choiceOf({ scenario: { origin: "inferred", recordings } }), null);
    assert.equal(choiceOf({ scenario: { origin: "given", recordings } }), null);
  });

  it("is the usual one where nobody has chosen", () => {
    assert.equal(choiceOf({}), undefined);
    assert.equal(choiceOf({ scenario: { origin: "inferred" } }), undefined);
    const stale = { paths: [], stale: true };
    assert.equal(choiceOf({ scenario: { origin: "inferred", recordings: stale } }), undefined);
  });
});
