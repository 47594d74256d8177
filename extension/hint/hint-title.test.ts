import assert from "node:assert/strict";
import { exampleFunction, exampleIoCall, exampleLeanest, exampleResult } from "../test/examples.ts";
import { hintTitle, ioCallsTitle } from "./hint-title.ts";

describe("what a hint says of a function", () => {
  it("is tokens, pattern and I/O calls", () => {
    const ioCalls = Array.from({ length: 7 }, () => exampleIoCall("db.get"));
    const found = exampleFunction({ ioCalls, criticalPath: { ioCalls: 7, inLoop: false } });
    assert.equal(hintTitle(found), "302 tokens · async/await · 7 I/O calls in sequence");
  });

  it("minds one and none", () => {
    const found = exampleFunction({
      tokens: 1,
      pattern: "generator",
      runner: "co",
      ioCalls: [exampleIoCall("a")],
    });
    assert.equal(hintTitle(found), "1 token · generator (co) · 1 I/O call");
    assert.equal(hintTitle(exampleFunction()), "302 tokens · async/await · no I/O calls");
  });

  it("tells which of its I/O calls wait for each other", () => {
    const title = (count: number, inSequence: number, inLoop = false) =>
      ioCallsTitle(
        exampleFunction({
          ioCalls: Array.from({ length: count }, () => exampleIoCall("a")),
          criticalPath: { ioCalls: inSequence, inLoop },
        }),
      );
    assert.equal(title(7, 5), "7 I/O calls, 5 in sequence");
    assert.equal(title(3, 1), "3 I/O calls, 1 in sequence");
    assert.equal(title(2, 2, true), "2 I/O calls in sequence, in a loop");
    assert.equal(title(1, 1, true), "1 I/O call in a loop");
  });

  it("has the I/O calls of a real call that was measured, where that stands beside it", () => {
    const found = exampleFunction({
      ioCalls: [exampleIoCall("a")],
      criticalPath: { ioCalls: 1, inLoop: true },
    });
    const title = (origin: "recorded" | "given" | "inferred", stale = false): string => {
      const counters = { ioCalls: 9, criticalPath: 7 };
      const result = exampleResult({ counters, scenario: { origin } });
      return hintTitle(found, {}, { short: true, matched: { result, stale } });
    };
    assert.equal(title("recorded"), "302 tokens · 9 I/O calls, 7 in sequence");
    assert.equal(title("given"), title("recorded"));
    for (const other of [title("inferred"), title("recorded", true)])
      assert.equal(other, "302 tokens · 1 I/O call in a loop");
  });

  it("begins with the name where several functions share a line", () => {
    assert.equal(
      hintTitle(exampleFunction(), {}, { named: true }),
      "upload: 302 tokens · async/await · no I/O calls",
    );
  });
});

describe("what a hint compares a function with", () => {
  const tokensOf = (...given: Parameters<typeof hintTitle>) => hintTitle(...given).split(" · ")[0];
  const changed = (tokens: number) =>
    ({ kind: "changed", commit: "c0ffee", base: exampleFunction({ tokens }) }) as const;

  it("is the last commit where it has changed since", () => {
    assert.equal(tokensOf(exampleFunction(), { sinceHead: changed(421) }), "302 tokens, −119 since HEAD");
    assert.equal(tokensOf(exampleFunction(), { sinceHead: changed(300) }), "302 tokens, +2 since HEAD");
    assert.equal(tokensOf(exampleFunction(), { sinceHead: changed(302) }), "302 tokens, ±0 since HEAD");
  });

  it("is its I/O calls in sequence, where others had to come one after the other there", () => {
    const having = (count: number, inSequence: number, inLoop = false) =>
      exampleFunction({
        ioCalls: Array.from({ length: count }, () => exampleIoCall("a")),
        criticalPath: { ioCalls: inSequence, inLoop },
      });
    const title = (now: ReturnType<typeof having>, base: ReturnType<typeof having>) =>
      hintTitle(now, { sinceHead: { kind: "changed", commit: "c0ffee", base } }).split(" · ")[2];
    assert.equal(title(having(3, 1), having(3, 3)), "3 I/O calls, 1 in sequence (was 3)");
    assert.equal(title(having(2, 2), having(1, 1, true)), "2 I/O calls in sequence (was 1 in a loop)");
    assert.equal(title(having(1, 1, true), having(2, 2)), "1 I/O call in a loop (was 2 in sequence)");
    assert.equal(title(having(0, 0), having(1, 1)), "no I/O calls (was 1 in sequence)");
    assert.equal(title(having(2, 2), having(2, 2)), "2 I/O calls in sequence");
  });

  it("is the leanest variant else", () => {
    const leanest = exampleLeanest({ tokens: 193 });
    const same = { kind: "same", commit: "c0ffee" } as const;
    assert.equal(tokensOf(exampleFunction(), { leanest }), "302 tokens, 109 more than in async-await.js");
    assert.equal(
      tokensOf(exampleFunction(), { leanest, sinceHead: same }),
      "302 tokens, 109 more than in async-await.js",
    );
    assert.equal(
      tokensOf(exampleFunction(), { leanest, sinceHead: changed(300) }),
      "302 tokens, +2 since HEAD",
    );
    assert.equal(
      tokensOf(exampleFunction(), { leanest: exampleLeanest({ isThis: true, variants: 7 }) }),
      "302 tokens, the leanest of 7",
    );
  });

  it("is shorter beside a result", () => {
    const leanest = exampleLeanest({ tokens: 193 });
    assert.equal(tokensOf(exampleFunction(), { leanest }, { short: true }), "302 tokens");
    assert.equal(
      hintTitle(exampleFunction(), { sinceHead: changed(421) }, { short: true }),
      "302 tokens, −119 since HEAD · no I/O calls",
    );
  });

  it("is nothing where it is new, or nothing is known yet", () => {
    assert.equal(tokensOf(exampleFunction(), { sinceHead: { kind: "new", commit: "c0ffee" } }), "302 tokens");
    assert.equal(tokensOf(exampleFunction()), "302 tokens");
  });
});
