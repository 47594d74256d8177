import assert from "node:assert/strict";
import { LADDER, nextAttempt, type Attempt, type AttemptEnd } from "./attempts.ts";

/** The rungs that are tried where each attempt ends alike; `+` where branches are decided. */
function tried(end: AttemptEnd, from: Attempt = { rung: 0, steers: false }): string {
  const names: string[] = [];
  for (let attempt: Attempt | undefined = from; attempt !== undefined; attempt = nextAttempt(attempt, end)) {
    names.push(`${attempt.rung}${attempt.steers ? "+" : ""}`);
    assert.ok(names.length < 20);
  }
  return names.join(" ");
}

describe("attempts", () => {
  it("decide branches before more is made up", () => {
    assert.equal(tried("failed"), "0 0+ 1 1+ 2 2+ 3 4 4+ 5 5+");
    assert.equal(LADDER.length, 6);
  });

  it("do not load again what does not load", () => {
    assert.equal(tried("not-loaded"), "0 1 5");
    assert.equal(tried("unreachable"), "0 3 4 5");
    assert.equal(tried("lacks-private"), "0 4 5");
  });

  it("make up what a closure takes where nothing makes it, or what was made so does not do", () => {
    assert.equal(tried("not-made"), "0 4 5");
    assert.equal(tried("without-io", { rung: 3, steers: false }), "3 4 4+ 5 5+");
    assert.equal(tried("caught", { rung: 3, steers: false }), "3 4 4+");
  });

  it("make up what is called where a function came to no I/O call", () => {
    assert.equal(tried("without-io"), "0 0+ 1 1+ 5 5+");
    assert.equal(tried("endless-elsewhere"), "0 5");
  });

  it("leave what is real where a function takes its path of failure", () => {
    assert.equal(tried("caught"), "0 0+ 1 1+");
    assert.equal(tried("caught", { rung: 2, steers: false }), "2 2+ 3 4 4+");
    assert.equal(tried("caught", { rung: 5, steers: false }), "5 5+");
  });
});
