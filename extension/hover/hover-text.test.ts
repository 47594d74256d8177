import assert from "node:assert/strict";
import { exampleFunction, exampleIoCall, exampleResult } from "../test/examples.ts";
import { hoverText } from "./hover-text.ts";

function textOf(given: Parameters<typeof exampleFunction>[0], matched?: Parameters<typeof hoverText>[1]) {
  const found = exampleFunction(given);
  return hoverText({ found, range: found.range, kept: false }, matched);
}

describe("the hover of a function", () => {
  it("breaks its tokens down to the sum", () => {
    const text = textOf({ tokens: 302, ownTokens: 280 });
    assert.match(
      text,
      /302 tokens, as Esprima counts them: 280 of its own, 22 in asynchronous functions nested/,
    );
    assert.match(textOf({ tokens: 5, ownTokens: 5 }), /5 tokens, as Esprima counts them$/m);
  });

  it("lists its I/O calls with their lines, and counts what is too much", () => {
    const ioCalls = Array.from({ length: 12 }, (_, index) => exampleIoCall(`db.get${index}`, index + 1));
    const text = textOf({ ioCalls });
    assert.match(text, /^12 I\/O calls:$/m);
    assert.match(text, /^- `db.get0` \(line 1, promise\)$/m);
    assert.match(text, /^- and 2 more$/m);
    assert.equal(text.includes("db.get10"), false);
  });

  it("says why a function cannot be benchmarked", () => {
    assert.match(
      textOf({ reach: null, unreachable: "It is a closure." }),
      /Cannot be benchmarked: It is a closure/,
    );
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
    const text = hoverText({ found, range: found.range, kept: true }, undefined);
    assert.match(text, /half-typed/);
    assert.equal(text.includes("line 4"), false);
  });
});
