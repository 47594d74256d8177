import assert from "node:assert/strict";
import { exampleDocument, runningDocument } from "../fixtures/document.ts";
import { asEnded } from "./ended.ts";

describe("asEnded", () => {
  it("shows nothing as under way, and keeps what was measured", () => {
    const { results } = asEnded(runningDocument);
    assert.deepEqual(new Set(results.map(({ state }) => state)), new Set(["cancelled"]));
    assert.deepEqual(results[0]!.time, runningDocument.results[0]!.time);
    assert.equal(results[0]!.reason, "The run ended before this function was measured.");
  });

  it("leaves a finished benchmark as it is", () => {
    assert.equal(asEnded(exampleDocument), exampleDocument);
  });
});
