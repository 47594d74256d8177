import assert from "node:assert/strict";
import { compareGrowth, itemsText, lawText } from "./item-law.ts";

const none = { ioCalls: { once: 0, perItem: 1 }, criticalPath: { once: 0, perItem: 1 } };

describe("how many I/O calls there are for lists of N items", () => {
  it("is written as one does on paper", () => {
    const written = [
      { once: 3, perItem: 0 },
      { once: 0, perItem: 0 },
      { once: 0, perItem: 1 },
      { once: 1, perItem: 2 },
      { once: -1, perItem: 1 },
      { once: 1, perItem: 1, perItemSquared: 1 },
      { once: 0, perItem: 0, perItemSquared: 2 },
    ].map(lawText);
    assert.deepEqual(written, ["3", "0", "N", "1 + 2N", "N − 1", "1 + N + N²", "2N²"]);
  });

  it("names the lists, what an operation gives by the operation", () => {
    assert.equal(itemsText({ ...none, lists: ["ids"] }), "N items in ids");
    assert.equal(itemsText({ ...none, lists: ["ids", "db.query()"] }), "N items in each of ids, db.query()");
    assert.equal(itemsText({ ...none, lists: ["db.query()"] }), "N items in what db.query gives");
    assert.equal(itemsText({ ...none, lists: [] }), "N items of a stream");
  });

  it("is compared by what grows most, however many there are once", () => {
    assert.ok(compareGrowth({ once: 9, perItem: 0 }, { once: 1, perItem: 1 }) < 0);
    assert.ok(compareGrowth({ once: 0, perItem: 0, perItemSquared: 1 }, { once: 0, perItem: 9 }) > 0);
    assert.equal(compareGrowth({ once: 3, perItem: 1 }, { once: 0, perItem: 1 }), 0);
  });
});
