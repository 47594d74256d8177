import assert from "node:assert/strict";
import { changeBetween } from "./text-edit.ts";

describe("the change between two texts", () => {
  for (const [before, after, change] of [
    ["abc", "abXc", { start: 2, end: 2, text: "X" }],
    ["aba", "ababa", { start: 3, end: 3, text: "ba" }],
    ["abc", "ac", { start: 1, end: 2, text: "" }],
    ["same", "same", { start: 4, end: 4, text: "" }],
    ["", "new", { start: 0, end: 0, text: "new" }],
  ] as const) {
    it(`of ${JSON.stringify(before)} and ${JSON.stringify(after)} is as small as can be`, () => {
      assert.deepEqual(changeBetween(before, after), change);
    });
  }
});
