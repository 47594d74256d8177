import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import type { Pair } from "./document.ts";
import { isSooner, timeReason, tradeOf } from "./trade.ts";

const [first] = comparisonDocument.pairs!;
const { results } = comparisonDocument;
const before = results[first!.baseResult]!.time!.nanosecondsPerCall.median;

/** A pair whose head takes so many times as long, and waits for so many I/O calls one after the other. */
function pairOf(times: number, base: number | null, head: number | null): Pair {
  const { time, ...rest } = first!;
  assert.ok(time.verdict !== "not-measured");
  const verdict = times > 1 ? ("slower" as const) : ("faster" as const);
  const judged = { ...time, verdict, reason: "Why.", ratio: { median: times, low: times, high: times } };
  return { ...rest, time: judged, criticalPath: { base, head } };
}

describe("a pair that gives one thing for another", () => {
  it("takes more of the processor and waits for fewer I/O calls", () => {
    const trade = tradeOf(pairOf(1.5, 5, 1), results)!;
    assert.equal(trade.calls, -4);
    assert.equal(trade.nanoseconds, before / 2);
    assert.equal(trade.evenNanoseconds, before / 8);
  });

  it("takes less of the processor and waits for more of them", () => {
    const trade = tradeOf(pairOf(0.5, 1, 2), results)!;
    assert.equal(trade.calls, 1);
    assert.equal(trade.evenNanoseconds, before / 2);
  });

  it("is none where both are better, both worse, or one cannot be told", () => {
    for (const pair of [
      pairOf(1.5, 1, 2),
      pairOf(0.5, 2, 1),
      pairOf(1.5, 2, 2),
      pairOf(1.5, null, 1),
      { ...pairOf(1.5, 2, 1), preparedUnlike: "One was steered." },
      {
        ...pairOf(1.5, 2, 1),
        endings: {
          underWay: { base: 0, head: 1 },
          hidden: { base: 0, head: 0 },
          lost: 0,
          namesLine: { base: 1, head: 1 },
        },
      },
    ])
      assert.equal(tradeOf(pair, results), null);
  });

  it("is done sooner where an I/O call takes longer than what it takes more of the processor for each that it saves", () => {
    const fewer = { calls: -2, nanoseconds: 4_000, evenNanoseconds: 2_000 };
    assert.equal(isSooner(fewer, { model: "fixed", milliseconds: 0.0021 }), true);
    assert.equal(isSooner(fewer, { model: "fixed", milliseconds: 0.0019 }), false);
    const more = { ...fewer, calls: 2, nanoseconds: -4_000 };
    assert.equal(isSooner(more, { model: "fixed", milliseconds: 0.0021 }), false);
    assert.equal(isSooner(more, { model: "fixed", milliseconds: 0.0019 }), true);
  });

  it("says so behind why its time is judged as it is, and others say nothing", () => {
    const sentence = timeReason(pairOf(1.5, 3, 1), results);
    assert.match(
      sentence,
      /^Why\. That is \S+ [nµ]s more of the processor, but it waits for 2 I\/O calls fewer, so its caller has the answer sooner where an I\/O call takes longer than \S+ [nµ]s\.$/,
    );
    assert.match(
      timeReason(pairOf(0.5, 1, 2), results),
      /less of the processor, .* 1 I\/O call more, .* later/,
    );
    assert.equal(timeReason(pairOf(1.5, 1, 1), results), "Why.");
  });
});
