import assert from "node:assert/strict";
import { Expected } from "./expected.ts";

describe("how much of a benchmark is done", () => {
  it("is its share of the budget where that is more than what is owed", () => {
    const expected = new Expected(10_000, 1, ["time", "memory", "stack"]);
    expected.began("time", 1000, 0);
    assert.equal(expected.fraction(1000), 0.1);
    expected.ended(1000);
    for (const measure of ["memory", "stack"] as const) {
      expected.began(measure, 1000, 1000);
      expected.ended(2000);
    }
    assert.equal(expected.fraction(5000), 0.5);
    // Late, it still moves, and is never full.
    const [inTime, late] = [10_000, 20_000].map((elapsed) => expected.fraction(elapsed));
    assert.ok(late! > inTime!);
    assert.ok(expected.fraction(1e6) < 1);
  });

  it("leaves room for measures that take longer than the budget, by how slow the first one was", () => {
    const expected = new Expected(13_000, 13, ["time", "memory", "stack"]);
    expected.began("time", 100, 0);
    // What is late now is late later on, too.
    assert.ok(expected.fraction(7000) < 0.25);
    // Four times as long as is owed: so will be the others.
    expected.ended(4 * 13 * 150);
    const after = expected.fraction(4 * 13 * 150);
    assert.ok(after > 0.15 && after < 0.25, String(after));
    expected.began("memory", 100, 4 * 13 * 150);
    assert.ok(expected.fraction(14_000) < 0.45);
    expected.ended(4 * 13 * 550);
    expected.began("stack", 100, 4 * 13 * 550);
    assert.ok(expected.fraction(36_000) > 0.9);
  });

  it("leaves room for what is measured later as others kept the machine busy", () => {
    const expected = new Expected(5_000, 1, ["time"]);
    expected.began("time", 150, 0);
    expected.ended(600);
    assert.equal(expected.fraction(5_000, 5_000), 0.5);
  });

  it("never goes back", () => {
    const expected = new Expected(1000, 10, ["time", "memory"]);
    expected.began("time", 100, 0);
    const before = expected.fraction(1400);
    expected.ended(30_000);
    assert.ok(expected.fraction(30_000) >= before);
  });
});
