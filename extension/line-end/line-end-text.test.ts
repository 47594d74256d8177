import assert from "node:assert/strict";
import { freshHint } from "../analysis/last-good.ts";
import type { FunctionHint } from "../hint/function-hints.ts";
import { exampleFunction, exampleResult } from "../test/examples.ts";
import { lineEndTexts } from "./line-end-text.ts";

const hint = (name: string, start: number, given: Partial<FunctionHint> = {}): FunctionHint => ({
  ...freshHint(exampleFunction({ name, range: { start, end: start + 5 } })),
  reference: { uri: "file:///a.js", name, ordinal: 0 },
  compared: {},
  matched: undefined,
  ...given,
});

describe("the texts at the ends of lines", () => {
  it("stand where functions begin, one a line", () => {
    const texts = lineEndTexts([hint("a", 10), hint("b", 20), hint("c", 25)], (offset) =>
      Math.floor(offset / 10),
    );
    assert.deepEqual(texts, [
      { line: 1, text: "302 tokens · async/await · no I/O calls" },
      {
        line: 2,
        text: "b: 302 tokens · async/await · no I/O calls | c: 302 tokens · async/await · no I/O calls",
      },
    ]);
  });

  it("end with what is recorded", () => {
    const recorded = { paths: [{ calls: 2 }], isChanged: false, newest: null };
    const texts = lineEndTexts([hint("a", 0, { recorded })], () => 0);
    assert.deepEqual(texts, [
      { line: 0, text: "302 tokens · async/await · no I/O calls · recorded · 2 calls, 1 path" },
    ]);
  });

  it("end with what a benchmark told", () => {
    const result = exampleResult({ state: "cancelled" });
    const texts = lineEndTexts([hint("a", 0, { matched: { result, stale: false } })], () => 0);
    assert.deepEqual(texts, [{ line: 0, text: "302 tokens · no I/O calls · benchmark cancelled" }]);
  });
});
