import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import { changesBesideTime, comparisonSummary } from "./comparison-summary.ts";
import type { Pair } from "./pair.ts";
import type { TargetResult } from "./target-result.ts";
import type { StackSite as Site } from "./stack-traces.ts";
import { endingsOf, stackSentences, underWaySentence } from "./endings.ts";
import { sequenceTone } from "./verdict-words.ts";

const NONE = {
  underWay: { base: 0, head: 0 },
  hidden: { base: 0, head: 0 },
  lost: 0,
  unhandled: 0,
  namesLine: { base: 1, head: 1 },
};
const [example] = comparisonDocument.pairs!;
const pair = (endings: Partial<Pair["endings"]>, more: Partial<Pair> = {}): Pair => ({
  ...example!,
  endings: { ...NONE, ...endings },
  ...more,
});

describe("how the calls of a pair end", () => {
  it("is counted from I/O calls that are under way and from errors that nobody hears of", () => {
    const site = { line: 3, expression: "db.get", mode: "error", exact: true, reportedLine: 3 } as const;
    const of = (underWay: number, ...sites: Partial<Site>[]) =>
      ({
        ...comparisonDocument.results[0],
        counters: { ioCalls: 2, criticalPath: 1, underWay },
        stackTraces: {
          level: 1,
          flag: null,
          why: "",
          sites: sites.map((one) => ({ ...site, crashed: false, stack: "", ...one })),
        },
      }) as TargetResult;
    const base = of(0, { found: true }, { found: true });
    const head = of(
      2,
      { found: false, swallowed: true },
      { found: false, swallowed: true },
      { found: true, line: 4 },
    );
    assert.deepEqual(endingsOf(base, head), {
      underWay: { base: 0, head: 2 },
      hidden: { base: 0, head: 1 },
      lost: 1,
      unhandled: 0,
      namesLine: { base: 1, head: 1 / 3 },
    });
    const thrown = { found: true, crash: "unhandledRejection" } as const;
    const [escapes, inside] = [of(0, thrown), of(0, { ...thrown, mode: "async-throw" })];
    assert.deepEqual(
      [escapes, inside].map((one) => [endingsOf(base, one).lost, endingsOf(base, one).unhandled]),
      [
        [1, 1],
        [0, 0],
      ],
    );
    const { counters, stackTraces, ...unmeasured } = base;
    assert.ok(counters !== undefined && stackTraces !== undefined);
    const nothing = { base: null, head: null };
    assert.deepEqual(endingsOf(unmeasured, unmeasured), {
      underWay: nothing,
      hidden: nothing,
      lost: null,
      unhandled: null,
      namesLine: nothing,
    });
  });

  it("is said, and no gain, where the head does not wait for what the base waits for", () => {
    const criticalPath = { base: 4, head: 0 };
    const floating = pair({ underWay: { base: 0, head: 2 } }, { criticalPath });
    assert.match(
      underWaySentence(floating)[0]!,
      /^When the latter settles, 2 of its I\/O calls are still under way, none of the former's: .* await it\.$/,
    );
    assert.equal(sequenceTone(floating), "open");
    assert.equal(sequenceTone(pair({}, { criticalPath })), "better");
    assert.equal(sequenceTone({ ...floating, criticalPath: { base: 1, head: 2 } }), "worse");
    assert.deepEqual(changesBesideTime(floating, [])[0], "does not wait for all of its I/O calls");
    assert.match(
      comparisonSummary({ ...comparisonDocument, pairs: [floating] }),
      /: 1 with more I\/O calls that nobody waits for, /,
    );
    for (const underWay of [
      { base: 2, head: 2 },
      { base: 2, head: 0 },
      { base: null, head: 2 },
    ])
      assert.deepEqual(underWaySentence(pair({ underWay })), []);
  });

  it("is said where errors no longer reach the caller", () => {
    const hiding = pair({ hidden: { base: 1, head: 3 }, lost: 2 });
    assert.match(
      stackSentences(hiding)[0]!,
      /^In the latter errors of 2 I\/O calls no longer reach the caller/,
    );
    assert.match(
      stackSentences(hiding)[0]!,
      /does not wait for them, or catches what they throw and goes on/,
    );
    assert.match(
      stackSentences(pair({ lost: 2, unhandled: 1 }))[0]!,
      /^In the latter errors of 2 I\/O calls no longer reach the caller: those of 1 are unhandled rejections, which end a Node process\./,
    );
    assert.match(
      changesBesideTime(pair({ lost: 1, unhandled: 1 }), []).join(),
      /the caller: they are unhandled rejections/,
    );
    assert.match(
      comparisonSummary({ ...comparisonDocument, pairs: [hiding] }),
      /1 with errors that no longer reach the caller/,
    );
    assert.deepEqual(
      stackSentences(pair({ hidden: { base: 2, head: 3 }, lost: 0 }, { stackTraces: { base: 1, head: 5 } })),
      [],
    );
  });

  it("is not told of versions that were prepared in different ways", () => {
    const endings = {
      underWay: { base: 0, head: 2 },
      hidden: { base: 0, head: 1 },
      lost: 1,
      namesLine: { base: 0, head: 1 },
    };
    const unlike = pair(endings, {
      preparedUnlike: "One was measured apart.",
      stackTraces: { base: 1, head: 1 },
    });
    assert.deepEqual([underWaySentence(unlike), stackSentences(unlike)], [[], []]);
    assert.doesNotMatch(
      comparisonSummary({ ...comparisonDocument, pairs: [unlike] }),
      /nobody waits|reach the caller/,
    );
  });

  it("tells how many errors name a line where the level does not", () => {
    const namesLine = { base: 0, head: 2 / 3 };
    assert.match(
      stackSentences(pair({ namesLine }, { stackTraces: { base: 1, head: 1 } })).join(),
      /level of stack traces is the same, but 67 % of the injected errors name a line of the latter, 0 % of the former/,
    );
    assert.deepEqual(stackSentences(pair({ namesLine }, { stackTraces: { base: 1, head: 4 } })), []);
  });
});
