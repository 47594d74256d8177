import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { breakdownOf } from "../../analysis/breakdown/breakdown.ts";
import { exampleFunction, exampleIoCall, exampleLeanest, exampleResult } from "../test/examples.ts";
import type { MatchedResult } from "../benchmark/result-store.ts";
import type { Compared } from "../hint/compared.ts";
import { hoverText } from "./hover-text.ts";

function textOf(
  given: Parameters<typeof exampleFunction>[0],
  matched?: MatchedResult,
  compared: Compared = {},
): string {
  return hoverText({ found: exampleFunction(given), kept: false, compared, matched });
}

describe("the hover of a function", () => {
  it("breaks its tokens down to the sum, with what each part means", () => {
    const source = "async function a() { try { await b(); } catch (e) { c(e); } return async () => d; }";
    const [found] = analyze(source, "js").functions;
    const text = hoverText(
      { found: found!, kept: false, compared: {}, matched: undefined },
      breakdownOf(source, "js", 0),
    );
    const rows = [...text.matchAll(/^\| \**(\d+)\** \| \**([^|*]+)\** \|/gm)].map(([, count, name]) => ({
      count: Number(count),
      name: name!.trim(),
    }));
    assert.deepEqual(
      rows.map(({ name }) => name),
      ["error handling", "plumbing", "I/O calls", "the rest", "nested", "in all"],
    );
    assert.match(text, /^\*\*Async Cost\*\* · .* · async\/await · \d+ I\/O calls?.*\n/);
    const total = rows.pop()!.count;
    assert.equal(total, found!.tokens);
    assert.equal(
      rows.reduce((sum, { count }) => sum + count, 0),
      total,
    );
  });

  it("says what is recorded, of when, and that it is of another text", () => {
    const newest = { recordedAt: "2026-11-25T12:00:00.000Z", command: "npm test" };
    const text = (isChanged: boolean): string =>
      hoverText({
        ...{ found: exampleFunction(), kept: false, compared: {}, matched: undefined },
        recorded: { paths: [{ calls: 11 }, { calls: 1 }], isChanged, newest },
      });
    assert.match(text(false), /^Recorded by `npm test` on 2026-11-25: 12 calls, 2 paths$/m);
    assert.match(text(true), /12 calls, 2 paths, but \*\*changed since\*\*: record again/);
  });

  it("says where the breakdown could not be found out", () => {
    const text = hoverText(
      { found: exampleFunction(), kept: false, compared: {}, matched: undefined },
      "not-found-out",
    );
    assert.match(text, /^302 tokens, as Esprima counts them/m);
    assert.match(text, /What the tokens are there for could not be found out: the log says why/);
  });

  it("says what it compares to: the last commit, and the leanest variant", () => {
    const base = exampleFunction({ tokens: 421, pattern: "callbacks", name: "store" });
    const commit = "c0ffee1234";
    const text = textOf({ tokens: 302 }, undefined, {
      sinceHead: { kind: "changed", commit, base },
      leanest: exampleLeanest({ tokens: 193, variants: 7 }),
    });
    assert.ok(text.includes("−119 since HEAD (`c0ffee1`): it had 421 tokens, named `store`, callbacks"));
    assert.ok(
      text.includes(
        "109 more than the leanest of 7 variants: `upload` in `async-await.js`, 193 tokens, async/await",
      ),
    );
    const plain = { ...base, isPlain: true };
    assert.match(
      textOf({ tokens: 302 }, undefined, { sinceHead: { kind: "changed", commit, base: plain } }),
      /named `store`, and its text did not tell that it is asynchronous$/m,
    );
    assert.match(textOf({}, undefined, { sinceHead: { kind: "same", commit } }), /^As in HEAD/m);
    assert.match(textOf({}, undefined, { sinceHead: { kind: "new", commit } }), /^New since HEAD/m);
    assert.match(
      textOf({}, undefined, { sinceHead: { kind: "too-long", commit } }),
      /^Not compared with HEAD \(`c0ffee1`\): the file is too long/m,
    );
    assert.match(
      textOf({}, undefined, { sinceHead: { kind: "too-much", commit } }),
      /^Not compared with HEAD \(`c0ffee1`\): too many functions have changed/m,
    );
    assert.match(
      textOf({}, undefined, { leanest: exampleLeanest({ isThis: true }) }),
      /^The leanest of 2 variants/m,
    );
  });

  it("counts its tokens where there is no breakdown", () => {
    const text = textOf({ tokens: 302, ownTokens: 280 });
    assert.match(
      text,
      /302 tokens, as Esprima counts them: 280 of its own, 22 in asynchronous functions nested/,
    );
    assert.match(textOf({ tokens: 5, ownTokens: 5 }), /5 tokens, as Esprima counts them$/m);
  });

  it("lists its I/O calls with their lines, and counts what is too much", () => {
    const ioCalls = Array.from({ length: 12 }, (_, index) => exampleIoCall(`db.get${index}`, index + 1));
    const text = textOf({ ioCalls, criticalPath: { ioCalls: 4, inLoop: false } });
    assert.match(text, /^12 I\/O calls, 4 in sequence:$/m);
    assert.match(text, /^- `db.get0` \(line 1, promise\)$/m);
    assert.match(text, /^- and 2 more$/m);
    assert.equal(text.includes("db.get10"), false);
  });

  it("says why a function cannot be benchmarked", () => {
    assert.match(
      textOf({ pattern: "generator", reach: null, unreachable: "It is a closure." }),
      /Cannot be benchmarked: It is a closure/,
    );
    assert.match(
      textOf({ reach: null, unreachable: "It is a closure." }),
      /Benchmarked apart from what is around it: It is a closure/,
    );
  });

  it("says why no function can be benchmarked where it stands", () => {
    const found = exampleFunction({ reach: null, unreachable: "It is a closure." });
    const text = hoverText(
      { found, kept: false, compared: {}, matched: undefined },
      undefined,
      [],
      "it lies elsewhere.",
    );
    assert.match(text, /^Cannot be benchmarked here: it lies elsewhere\.$/m);
    assert.doesNotMatch(text, /closure/);
  });

  it("gives the numbers of its benchmark with their intervals, and says when they are old", () => {
    const time = {
      nanosecondsPerCall: { median: 1200, low: 1100, high: 1300 },
      floorNanosecondsPerCall: 300,
      processes: 3,
      series: [],
    };
    const result = exampleResult({ time });
    const fresh = textOf({}, { result, stale: false });
    assert.match(fresh, /^Measured:$/m);
    assert.match(fresh, /1\.20 µs \(1\.10–1\.30\) of CPU time a call; its bare I\/O alone 300 ns/);
    assert.match(textOf({}, { result, stale: true }), /edited since/);
  });

  it("says where the measured call made other I/O calls than the text shows", () => {
    const inSource = { ioCalls: 3, criticalPath: 3, inLoop: false, why: ["not-reached"] } as const;
    const counters = { ioCalls: 2, criticalPath: 2, inSource: { ...inSource, why: [...inSource.why] } };
    const text = textOf({}, { result: exampleResult({ counters }), stale: false });
    assert.match(
      text,
      /^- Its source shows 3 I\/O calls in sequence; the measured call made 2 in sequence: it did not/m,
    );
    const same = exampleResult({ counters: { ioCalls: 3, criticalPath: 3 } });
    assert.doesNotMatch(textOf({}, { result: same, stale: false }), /source shows/);
  });

  it("lets nothing of the source act as Markdown", () => {
    const text = textOf({
      ioCalls: [exampleIoCall("a`](command:evil)`[b")],
      reach: null,
      unreachable: "[x](command:y)",
    });
    assert.ok(text.includes("- `` a`](command:evil)`[b `` (line 1, promise)"));
    assert.equal(text.includes("[x](command:y)"), false);
  });

  it("says when the text is half-typed, and gives no lines then", () => {
    const found = exampleFunction({ ioCalls: [exampleIoCall("db.get", 4)] });
    const text = hoverText({ found, kept: true, compared: {}, matched: undefined });
    assert.match(text, /half-typed/);
    assert.equal(text.includes("line 4"), false);
  });
});
