import assert from "node:assert/strict";
import { sequenceText, sequenceTone } from "./verdict-words.ts";

describe("the words for I/O calls in sequence", () => {
  it("say what became of them", () => {
    assert.equal(sequenceText({ criticalPath: { base: 3, head: 1 } }), "3 → 1");
    assert.equal(sequenceText({ criticalPath: { base: 2, head: 2 } }), "2 (same)");
    assert.equal(sequenceText({ criticalPath: { base: null, head: 2 } }), "– → 2");
    assert.equal(sequenceText({ criticalPath: undefined }), "not measured");
    const criticalPathAtItems = { items: 120, base: 1, head: 12 };
    const batches = { criticalPath: { base: 1, head: 1 }, criticalPathAtItems };
    assert.deepEqual([sequenceText(batches), sequenceTone(batches)], ["1 → 12 with 120 items", "worse"]);
  });

  it("say how many there are for N items, and judge by what grows more, however many there are for two", () => {
    const criticalPath = { base: 3, head: 3 };
    const criticalPathByItems = { base: { once: 1, perItem: 1 }, head: { once: 3, perItem: 0 } };
    const fewer = { criticalPath, criticalPathByItems };
    assert.deepEqual([sequenceText(fewer), sequenceTone(fewer)], ["1 + N → 3", "better"]);
    const { base, head } = criticalPathByItems;
    const more = { criticalPath, criticalPathByItems: { base: head, head: base } };
    assert.deepEqual([sequenceText(more), sequenceTone(more)], ["3 → 1 + N", "worse"]);
    const once = {
      criticalPath: { base: 4, head: 3 },
      criticalPathByItems: { base: { once: 2, perItem: 1 }, head: base },
    };
    assert.deepEqual([sequenceText(once), sequenceTone(once)], ["2 + N → 1 + N", "better"]);
    const same = { criticalPath, criticalPathByItems: { base, head: base } };
    assert.deepEqual([sequenceText(same), sequenceTone(same)], ["1 + N (same)", "same"]);
  });

  it("do not call alike what is not judged", () => {
    const preparedUnlike = "The latter answered from a cache, so …";
    assert.equal(sequenceText({ criticalPath: { base: 1, head: 1 }, preparedUnlike }), "1 → 1, not judged");
    assert.equal(sequenceText({ criticalPath: { base: 3, head: 1 }, preparedUnlike }), "3 → 1, not judged");
    assert.equal(sequenceText({ criticalPath: { base: 1, head: null }, preparedUnlike }), "1 → –");
  });
});
