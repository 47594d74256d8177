import assert from "node:assert/strict";
import { isSteady } from "./steady.ts";

const times = (count: number, at: (round: number) => number): number[] =>
  Array.from({ length: count }, (_, round) => at(round));

describe("the steadiness of a process", () => {
  it("is seen in rounds that stay as long as they were", () => {
    assert.ok(isSteady(times(60, (round) => 1000 + (round % 7))));
  });

  it("is not seen in rounds that go on getting shorter, or longer", () => {
    assert.ok(!isSteady(times(60, (round) => 2000 - 15 * round)));
    assert.ok(!isSteady(times(60, (round) => 1000 + 15 * round)));
  });

  it("does not suffer from single rounds that something else interrupts", () => {
    assert.ok(isSteady(times(60, (round) => (round > 40 && round % 3 === 0 ? 5000 : 1000))));
  });

  it("is not doubted where there are hardly any rounds", () => assert.ok(isSteady([9, 1])));
});
