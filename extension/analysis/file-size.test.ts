import assert from "node:assert/strict";
import { LARGE_CHARACTERS, limitNotice, passedLimit, sizeClass } from "./file-size.ts";

describe("the size of a document", () => {
  it("decides where it is read", () => {
    assert.equal(sizeClass(LARGE_CHARACTERS, 10), "small");
    assert.equal(sizeClass(LARGE_CHARACTERS + 1, 10), "large");
    assert.equal(sizeClass(10_000_000, 10), "large");
    assert.equal(sizeClass(10_000_001, 10), "too-large");
    assert.equal(sizeClass(1001, 0.001), "too-large");
  });

  it("is told when it is over the limit, and never as the limit itself", () => {
    assert.equal(passedLimit(10_000_000, 10), undefined);
    const notice = (characters: number) => limitNotice(passedLimit(characters, 10)!);
    assert.equal(notice(10_000_001), "No hints: 10.1 MB are over the limit of 10 MB");
    assert.equal(notice(12_340_000), "No hints: 12.4 MB are over the limit of 10 MB");
  });
});
