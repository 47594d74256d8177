import assert from "node:assert/strict";
import { recordedTitle } from "./recorded-hint.ts";

describe("what a hint says of recorded calls", () => {
  const title = (paths: number[], isChanged = false): string =>
    recordedTitle({ paths: paths.map((calls) => ({ calls })), isChanged, newest: null });

  it("is how many there are, by how many paths, or that the text is another one since", () => {
    assert.equal(title([7, 4, 1]), "recorded · 12 calls, 3 paths");
    assert.equal(title([1]), "recorded · 1 call, 1 path");
    assert.equal(title([7, 5], true), "recorded · 12 calls, changed since");
  });

  it("is only how many calls there are where there is little room", () => {
    const short = (isChanged: boolean): string =>
      recordedTitle({ paths: [{ calls: 7 }, { calls: 5 }], isChanged, newest: null }, true);
    assert.equal(short(false), "recorded · 12 calls");
    assert.equal(short(true), "recorded · 12 calls, changed since");
  });
});
