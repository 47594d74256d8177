import assert from "node:assert/strict";
import { LADDER, nextAttempt, type Attempt, type AttemptEnd } from "./attempts.ts";

/** The rungs that are tried where each attempt ends alike. */
function tried(end: AttemptEnd, rung = 0): string {
  const rungs: number[] = [];
  for (
    let attempt: Attempt | undefined = { rung };
    attempt !== undefined;
    attempt = nextAttempt(attempt, end)
  ) {
    rungs.push(attempt.rung);
    assert.ok(rungs.length < 20);
  }
  return rungs.join(" ");
}

describe("attempts", () => {
  it("make up more and more where calls fail", () => {
    assert.equal(tried("failed"), "0 1 2 3 4 5");
    assert.equal(LADDER.length, 6);
  });

  it("do not load again what does not load", () => {
    assert.equal(tried("not-loaded"), "0 1 5");
    assert.equal(tried("unreachable"), "0 3 4 5");
  });

  it("make up what a closure takes where nothing makes it, or what was made so does not do", () => {
    assert.equal(tried("not-made"), "0 4 5");
    assert.equal(tried("without-io", 3), "3 4 5");
    assert.equal(tried("caught", 3), "3 4");
  });

  it("make up what is called where a function came to no I/O call", () => {
    assert.equal(tried("without-io"), "0 1 5");
    assert.equal(tried("without-io", 2), "2 3 4 5");
    assert.equal(tried("endless-elsewhere"), "0 5");
  });

  it("leave what is real where a function takes its path of failure", () => {
    assert.equal(tried("caught"), "0 1");
    assert.equal(tried("caught", 2), "2 3 4");
    assert.equal(tried("caught", 5), "5");
  });
});
