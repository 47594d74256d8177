import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import type { Pair } from "./pair.ts";
import { isSooner, timeReason, tradeOf } from "./trade.ts";

const [first] = comparisonDocument.pairs!;
const { results } = comparisonDocument;
const before = results[first!.baseResult]!.time!.nanosecondsPerCall.median;

/** A pair whose head takes so many times as long, and waits for so many I/O calls one after the other. */
function pairOf(times: number, base: number | null, head: number | null): Pair {
  const { time, ...rest } = first!;
  assert.ok(time.verdict !== "not-measured");
  const verdict = times > 1 ? ("slower" as const) : ("faster" as const);
  const judged = {
    ...time,
    verdict,
    reason: "Why.",
    ratio: { median: times, low: 1 + (times - 1) / 2, high: 1 + (times - 1) * 2 },
  };
  return { ...rest, time: judged, criticalPath: { base, head } };
}

describe("a pair that gives one thing for another", () => {
  it("takes more of the processor and waits for fewer I/O calls", () => {
    const trade = tradeOf(pairOf(1.5, 5, 1), results)!;
    assert.equal(trade.calls, -4);
    assert.deepEqual(trade.nanoseconds, { median: before / 2, low: before / 4, high: before });
    assert.deepEqual(trade.evenNanoseconds, { median: before / 8, low: before / 16, high: before / 4 });
  });

  it("takes less of the processor and waits for more of them", () => {
    const trade = tradeOf(pairOf(0.5, 1, 2), results)!;
    assert.equal(trade.calls, 1);
    assert.equal(trade.evenNanoseconds.median, before / 2);
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

  it("is done sooner only where that was measured with every n", () => {
    const pair = pairOf(1.5, 3, 1);
    const withMedians = (base: number[], head: number[]) =>
      results.map((result, index) => {
        const medians = index === pair.baseResult ? base : head;
        const series = medians.map((p50, at) => ({
          n: at + 1,
          milliseconds: { median: p50, low: p50, high: p50 },
          firstResolvedMilliseconds: p50,
          latencyMilliseconds: { p50, p90: 9, p99: 9, max: 9 },
        }));
        return { ...result, time: { ...result.time!, series } };
      });
    assert.equal(isSooner(pair, withMedians([3, 4], [1, 2])), true);
    assert.equal(isSooner(pair, withMedians([3, 4], [1, 5])), false);
    assert.equal(isSooner(pair, withMedians([3], [1, 2])), false);
    assert.equal(isSooner(pair, withMedians([], [])), false);
  });

  it("says so behind why its time is judged as it is, and others say nothing", () => {
    const sentence = timeReason(pairOf(1.5, 3, 1), results);
    assert.match(
      sentence,
      /^Why\. That is \S+ [nµ]s \(\S+\) more of the processor, but it waits for 2 I\/O calls fewer, so a call alone is done sooner where an I\/O call takes longer than \S+ [nµ]s \(\S+\)\.$/,
    );
    assert.match(
      timeReason(pairOf(0.5, 1, 2), results),
      /less of the processor, .* 1 I\/O call more, .* later/,
    );
    assert.equal(timeReason(pairOf(1.5, 1, 1), results), "Why.");
  });

  it("says that the verdict goes by the two in each process, where the medians of both give another percentage", () => {
    const of = (head: number): string => {
      const sides = results.map((result, index) =>
        index === first!.headResult && result.time !== undefined
          ? {
              ...result,
              time: { ...result.time, nanosecondsPerCall: { median: head, low: head, high: head } },
            }
          : result,
      );
      return timeReason(pairOf(1.5, 1, 1), sides);
    };
    assert.equal(of(before * 1.5), "Why.");
    assert.match(of(before * 3), /^Why\. The verdict compares the two within each process/);
  });
});
