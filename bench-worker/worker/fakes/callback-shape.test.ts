import assert from "node:assert/strict";
import { isErrorFirst, takesOnlyValue } from "./callback-shape.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;
const parsed = (text: string): AnyFunction => (0, eval)(`(${text})`) as AnyFunction;

describe("what a callback is to be given", () => {
  it("is an error first where its first parameter is named so", () => {
    const texts = [
      "err => 1",
      "(error, rows) => 1",
      "function (e) {}",
      "async function done(_err) {}",
      "(_, b) => 1",
    ];
    for (const text of texts) {
      assert.ok(isErrorFirst(parsed(text)), text);
      assert.ok(!takesOnlyValue(parsed(text)), text);
    }
  });

  it("is the value where that is all it takes", () => {
    for (const text of ["row => 1", "async (chunk) => 1", "function each({ data }) {}", "([a]) => 1"]) {
      assert.ok(takesOnlyValue(parsed(text)), text);
    }
  });

  it("is both where it takes several or names none", () => {
    for (const text of ["(a, b) => 1", "() => 1", "function () { arguments; }", "(...all) => 1"]) {
      assert.ok(!takesOnlyValue(parsed(text)), text);
    }
  });
});
