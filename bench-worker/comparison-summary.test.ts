import assert from "node:assert/strict";
import { comparisonDocument } from "../webview/fixtures/document.ts";
import type { BenchmarkDocument } from "./document.ts";
import { comparisonSummary } from "./comparison-summary.ts";
import { ENDS_CACHE } from "./part-measured.ts";

describe("the one sentence of a comparison", () => {
  it("counts what waits for fewer or more I/O calls one after the other, beside the time that leaves it out", () => {
    const [pair] = comparisonDocument.pairs!;
    const pairs = [
      { ...pair!, criticalPath: { base: 3, head: 1 } },
      { ...pair!, criticalPath: { base: 1, head: 2 } },
      { ...pair!, criticalPath: { base: 2, head: null } },
      { ...pair!, criticalPath: { base: 2, head: 5 }, preparedUnlike: "One was steered." },
    ];
    const summary = (results: BenchmarkDocument["results"]): string =>
      comparisonSummary({ ...comparisonDocument, results, pairs });
    assert.equal(
      summary(comparisonDocument.results),
      "4 pairs compared with HEAD (1a2b3c4d5e): 1 with fewer I/O calls in sequence, 1 with more I/O calls in sequence, 4 slower, 3 with better stack traces, 1 added.",
    );
    // Sooner with every n, for all that.
    const sooner = comparisonDocument.results.map((result, index) => {
      const p50 = index === pair!.headResult ? 1 : 2;
      const series = [
        {
          n: 100,
          milliseconds: { median: p50, low: p50, high: p50 },
          firstResolvedMilliseconds: p50,
          latencyMilliseconds: { p50, p90: p50, p99: p50, max: p50 },
        },
      ];
      return { ...result, time: { ...result.time!, series } };
    });
    assert.equal(
      summary(sooner),
      "4 pairs compared with HEAD (1a2b3c4d5e): 1 with more I/O calls in sequence, 1 with fewer I/O calls in sequence for more of the processor, 3 slower, 3 with better stack traces, 1 added.",
    );
  });

  it("counts what makes fewer I/O calls in all, or more, and waits for as many in sequence, by long lists where it grows with these", () => {
    const [pair] = comparisonDocument.pairs!;
    const same = { ...pair!, criticalPath: { base: 2, head: 2 } };
    const summary = (base: object, head: object): string => {
      const results = comparisonDocument.results.map((result, index) => {
        const own = index === pair!.baseResult ? base : index === pair!.headResult ? head : {};
        return { ...result, counters: { ...result.counters!, ioCalls: 3, criticalPath: 2, ...own } };
      });
      return comparisonSummary({ ...comparisonDocument, results, pairs: [same] });
    };
    const constant = { once: 2, perItem: 0 };
    const eachItem = { ioCalls: { once: 1, perItem: 1 }, criticalPath: constant, lists: ["ids"] };
    assert.match(
      summary({ byItems: eachItem }, { ioCalls: 3 }),
      /: 1 with fewer I\/O calls in all, 1 slower/,
    );
    assert.match(summary({ ioCalls: 2 }, { ioCalls: 3 }), /: 1 with more I\/O calls in all, 1 slower/);
    assert.doesNotMatch(summary({ byItems: eachItem }, { byItems: eachItem }), /in all/);
  });

  it("says first what a caller has of it on the recorded call, before the processor's time", () => {
    const [pair] = comparisonDocument.pairs!;
    const { added, ...document } = comparisonDocument;
    assert.ok(added);
    const on = (base: number, head: number) => ({
      ...pair!,
      elapsed: { base: { milliseconds: base, io: [] }, head: { milliseconds: head, io: [] } },
    });
    assert.equal(
      comparisonSummary({ ...document, pairs: [on(30, 18)] }),
      "1 pair compared with HEAD (1a2b3c4d5e): saves 12.0 ms of 30.0 ms on the recorded call; its own processor time: slower, +96 % (+91 to +101 %); 1 with the same I/O calls; 1 with better stack traces.",
    );
    const other = { ...on(30, 18), outcome: { isSame: false, where: "", base: "1", head: "2" } };
    assert.equal(
      comparisonSummary({ ...document, pairs: [other, on(30, 45), on(30, 30)] }),
      "3 pairs compared with HEAD (1a2b3c4d5e): 1 that saves time on its recorded call, 1 that takes more time on its recorded call, 1 with another outcome on the recorded call, 3 with the same I/O calls, 3 slower, 3 with better stack traces.",
    );
  });

  it("counts what changed of memory and stack traces where the time is the same", () => {
    const [pair] = comparisonDocument.pairs!;
    const same = { ...pair!, time: SAME, memory: { ...SAME, allocated: SAME } };
    const pairs = [
      { ...same, memory: { ...MORE, allocated: SAME }, stackTraces: { base: 5, head: 1 } },
      { ...same, memory: { ...SAME, allocated: LESS }, stackTraces: { base: 5, head: 5 } },
      { ...same, memory: { ...MORE, allocated: LESS }, stackTraces: { base: null, head: 5 } },
    ];
    const { added, ...document } = comparisonDocument;
    assert.ok(added);
    assert.equal(
      comparisonSummary({ ...document, pairs }),
      "3 pairs compared with HEAD (1a2b3c4d5e): 3 with the same I/O calls, 3 without a difference of time, 2 with more memory, 1 with less memory, 1 with worse stack traces.",
    );
  });

  it("counts where a cache or an early exit of one version alone makes the two unlike", () => {
    const [pair] = comparisonDocument.pairs!;
    const { added, ...document } = comparisonDocument;
    assert.ok(added);
    const pairs = [{ ...pair!, stackTraces: { base: 5, head: 5 } }];
    for (const [changed, said] of [
      [{ warnings: [`Of its I/O calls, … ${ENDS_CACHE}`] }, "answered from a cache"],
      [{ counters: { ioCalls: 0, criticalPath: 0 } }, "made no I/O call"],
    ] as const) {
      const results = document.results.map((result, index) => ({
        ...result,
        counters: { ioCalls: 7, criticalPath: 7 },
        ...(index === pair!.headResult ? { ...changed, warnings: [...(changed.warnings ?? [])] } : {}),
      }));
      assert.equal(
        comparisonSummary({ ...document, results, pairs }),
        `1 pair compared with HEAD (1a2b3c4d5e): 1 slower, 1 of which one version ${said}.`,
      );
    }
  });
});

const NUMBERS = { reason: "", ratio: { median: 1, low: 1, high: 1 }, smallestDetectable: 0.01, processes: 4 };
const SAME = { verdict: "no-difference", ...NUMBERS } as const;
const MORE = { verdict: "more", ...NUMBERS } as const;
const LESS = { verdict: "less", ...NUMBERS } as const;
