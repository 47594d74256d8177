import assert from "node:assert/strict";
import { elapsedDifference, elapsedSentence, elapsedText, elapsedTone, savingInWords } from "./elapsed.ts";

const pair = (base: number, head: number) => ({
  elapsed: { base: { milliseconds: base, io: [] }, head: { milliseconds: head, io: [] } },
});

describe("how long two versions wait for the I/O of one recorded call", () => {
  it("is what one saves of what the other takes", () => {
    assert.equal(savingInWords(pair(30, 18)), "saves 12.0 ms of 30.0 ms on the recorded call");
    assert.equal(elapsedText(pair(30, 18)), "30.0 ms → 18.0 ms");
    assert.equal(elapsedDifference(pair(30, 18)), "−40 %");
    assert.equal(elapsedTone(pair(30, 18)), "better");
    assert.match(
      elapsedSentence(pair(30, 18))!,
      /^It saves 12\.0 ms .* by the latencies of one recorded call: /,
    );
  });

  it("or what it takes more", () => {
    assert.equal(savingInWords(pair(30, 45)), "takes 15.0 ms more than 30.0 ms on the recorded call");
    assert.equal(elapsedDifference(pair(30, 45)), "+50 %");
    assert.equal(elapsedTone(pair(30, 45)), "worse");
    assert.equal(elapsedDifference(pair(0, 45)), "");
  });

  it("or the same, where they differ by no more than nobody notices", () => {
    for (const same of [pair(30, 30.01), pair(0, 0)]) {
      assert.equal(savingInWords(same), null);
      assert.equal(elapsedTone(same), "same");
      assert.equal(elapsedDifference(same), "");
      assert.match(elapsedText(same), / \(same\)$/);
      assert.match(elapsedSentence(same)!, /on the recorded call, as the former does\./);
    }
  });

  it("or unknown, where both did not play one", () => {
    assert.deepEqual(
      [savingInWords({}), elapsedText({}), elapsedDifference({}), elapsedTone({}), elapsedSentence({})],
      [null, "", "", "open", null],
    );
  });
});
