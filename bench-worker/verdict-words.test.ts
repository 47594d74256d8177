import assert from "node:assert/strict";
import { sequenceText } from "./verdict-words.ts";

describe("the words for I/O calls in sequence", () => {
  it("say what became of them", () => {
    assert.equal(sequenceText({ criticalPath: { base: 3, head: 1 } }), "3 → 1");
    assert.equal(sequenceText({ criticalPath: { base: 2, head: 2 } }), "2 (same)");
    assert.equal(sequenceText({ criticalPath: { base: null, head: 2 } }), "– → 2");
    assert.equal(sequenceText({ criticalPath: undefined }), "not measured");
  });

  it("do not call alike what is not judged", () => {
    const preparedUnlike = "The latter answered from a cache, so …";
    assert.equal(sequenceText({ criticalPath: { base: 1, head: 1 }, preparedUnlike }), "1 → 1, not judged");
    assert.equal(sequenceText({ criticalPath: { base: 3, head: 1 }, preparedUnlike }), "3 → 1, not judged");
    assert.equal(sequenceText({ criticalPath: { base: 1, head: null }, preparedUnlike }), "1 → –");
  });
});
