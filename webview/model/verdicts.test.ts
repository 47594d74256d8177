import assert from "node:assert/strict";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Pair } from "../../bench-worker/pair.ts";
import { comparisonDocument, recordedComparison } from "../fixtures/document.ts";
import { comparisonView } from "./verdicts.ts";

const rowsOf = (document: BenchmarkDocument) => comparisonView(document, false)!.pairs[0]!.rows;

/** The document with shares of time for collecting garbage: one a side of the first pair. */
function collecting(base: number | undefined, head: number | undefined): BenchmarkDocument {
  const [pair] = comparisonDocument.pairs!;
  const shares = new Map([
    [pair!.baseResult, base],
    [pair!.headResult, head],
  ]);
  const results = comparisonDocument.results.map((result, index) => {
    const share = shares.get(index);
    if (result.time === undefined) return result;
    const time = { ...result.time };
    delete time.garbageCollectionShare;
    return { ...result, time: share === undefined ? time : { ...time, garbageCollectionShare: share } };
  });
  return { ...comparisonDocument, results };
}

describe("a comparison's sentence", () => {
  const summaryOf = (change: Partial<BenchmarkDocument>) =>
    comparisonView({ ...comparisonDocument, ...change }, false)!.summary;

  it("tells the verdict where there is one pair, and counts where there are more", () => {
    assert.equal(
      summaryOf({ added: [] }),
      "upload, compared with HEAD (1a2b3c4d5e): slower, +96 % (+91 to +101 %); better stack traces.",
    );
    const [pair] = comparisonDocument.pairs!;
    const sequence = { ...pair!, criticalPath: { base: 7, head: 5 } };
    assert.match(summaryOf({ added: [], pairs: [sequence] }), /; fewer I\/O calls in sequence; better/);
    assert.equal(
      summaryOf({}),
      "1 pair compared with HEAD (1a2b3c4d5e): 1 with the same I/O calls, 1 slower, 1 with better stack traces, 1 added.",
    );
  });

  it("tells first what is saved on a recorded call", () => {
    assert.equal(
      summaryOf({ ...recordedComparison, added: [] }),
      "upload, compared with HEAD (1a2b3c4d5e): saves 12.0 ms of 30.0 ms on the recorded call; its own processor time: slower, +96 % (+91 to +101 %); better stack traces.",
    );
  });

  it("tells what else changed, also where the time did not", () => {
    const [pair] = comparisonDocument.pairs!;
    assert.ok(pair!.time.verdict !== "not-measured");
    const ratio = { median: 1, low: 1, high: 1 };
    const time = { ...pair!.time, verdict: "no-difference" as const, ratio };
    const judged = { reason: "", ratio, smallestDetectable: 0.01, processes: 4 };
    const memory = (inFlight: "more" | "no-difference", allocated: "more" | "less") => ({
      ...{ ...judged, verdict: inFlight },
      allocated: { ...judged, verdict: allocated },
    });
    const said = (change: Partial<Pair>) =>
      /: (.*)/.exec(summaryOf({ added: [], pairs: [{ ...pair!, time, ...change }] }))![1];
    const sameTraces = { base: 4, head: 4 };
    assert.equal(
      said({ memory: memory("more", "more"), stackTraces: { base: 5, head: 1 } }),
      "no difference of time, 0.00 %; holds and allocates more; worse stack traces.",
    );
    assert.equal(
      said({ memory: memory("more", "less"), stackTraces: sameTraces }),
      "no difference of time, 0.00 %; holds more in flight; allocates less.",
    );
    assert.equal(
      said({ memory: memory("no-difference", "less"), stackTraces: sameTraces }),
      "no difference of time, 0.00 %; allocates less.",
    );
    const warned = (warning: string): string => {
      const results = comparisonDocument.results.map((result, index) =>
        index === pair!.headResult ? { ...result, warnings: [warning] } : result,
      );
      return summaryOf({ added: [], results });
    };
    assert.match(
      warned("Later calls made no I/O calls instead of 2, as if it kept what the first one got: …"),
      /slower, .*\); the latter kept what its first call got; better stack traces\.$/,
    );
  });
});

describe("a comparison's rows", () => {
  it("begin with the recorded call, whose I/O calls are laid out over the same time", () => {
    const { rows, waterfalls } = comparisonView(recordedComparison, false)!.pairs[0]!;
    const { id, base, head, verdict, difference, tone } = rows[0]!;
    assert.deepEqual(
      [id, base, head, verdict, difference, tone],
      ["elapsed", "30.0 ms", "18.0 ms", "sooner", "−40 %", "better"],
    );
    const drawn = [waterfalls!.base, waterfalls!.head];
    assert.deepEqual(
      drawn.map(({ title, laid }) => [title, laid!.milliseconds, laid!.steps]),
      [
        ["Before: 30.0 ms", 30, 3],
        ["After: 18.0 ms", 30, 2],
      ],
    );
    assert.equal(comparisonView(comparisonDocument, false)!.pairs[0]!.waterfalls, null);
  });

  it("that are still to come say so, and nothing of reasons", () => {
    const [pair] = comparisonDocument.pairs!;
    const notMeasured = { verdict: "not-measured", reason: "It is being measured." } as const;
    const pairs = [{ ...pair!, time: notMeasured }];
    const results = comparisonDocument.results.map((result, index) => {
      if (index !== pair!.headResult) return result;
      const { time, ...rest } = result;
      assert.ok(time);
      return { ...rest, state: "running" as const };
    });
    const row = rowsOf({ ...comparisonDocument, pairs, results })[0]!;
    assert.deepEqual([row.base, row.head, row.verdict], ["1.23 µs", "…", "being measured"]);
    assert.deepEqual([row.reason, row.tone], ["", "none"]);
  });

  it("do not say what would have been seen where less was", () => {
    const [pair] = comparisonDocument.pairs!;
    const reasonWith = (smallestDetectable: number) => {
      const { time } = pair!;
      assert.ok(time.verdict === "slower");
      const pairs = [{ ...pair!, time: { ...time, smallestDetectable } }];
      return rowsOf({ ...comparisonDocument, pairs })[0]!.reason;
    };
    assert.match(reasonWith(0.021), /A difference of 2\.1 % would have been seen\.$/);
    assert.doesNotMatch(reasonWith(2.44), /would have been seen/);
  });

  it("that cannot be judged for one reason give it once", () => {
    const [pair] = comparisonDocument.pairs!;
    const none = { verdict: "not-measured", reason: "It was cancelled." } as const;
    const pairs = [{ ...pair!, time: none, memory: { ...none, allocated: none } }];
    const rows = rowsOf({ ...comparisonDocument, pairs }).filter(({ verdict }) => verdict === "not compared");
    assert.deepEqual(
      rows.map(({ reason }) => reason),
      ["It was cancelled.", "", ""],
    );
  });

  it("tell what share of the time goes into collecting garbage, and judge nothing by it", () => {
    const row = rowsOf(collecting(0.05, 0.125)).find(({ id }) => id === "collecting")!;
    assert.deepEqual([row.base, row.head, row.verdict, row.tone], ["5.0 %", "13 %", "not judged", "none"]);
    const half = rowsOf(collecting(undefined, 0.125)).find(({ id }) => id === "collecting")!;
    assert.equal(half.base, "not measured");
  });

  it("tell how many I/O calls come one after the other, which the time leaves out", () => {
    const [pair] = comparisonDocument.pairs!;
    const rowOf = (criticalPath: Pair["criticalPath"]) => {
      const changed = { ...pair!, ...(criticalPath === undefined ? {} : { criticalPath }) };
      if (criticalPath === undefined) delete changed.criticalPath;
      return rowsOf({ ...comparisonDocument, pairs: [changed] }).find(({ id }) => id === "sequence");
    };
    const fewer = rowOf({ base: 7, head: 5 })!;
    assert.deepEqual([fewer.base, fewer.head, fewer.verdict, fewer.tone], ["7", "5", "fewer", "better"]);
    assert.match(fewer.reason, /of 7 \(same\) in all/);
    assert.equal(rowOf({ base: 1, head: 2 })!.tone, "worse");
    assert.equal(rowOf({ base: null, head: 2 })!.verdict, "not measured");
    assert.equal(rowOf(undefined), undefined);
    const unlike = { ...pair!, criticalPath: { base: 1, head: 2 }, preparedUnlike: "One was steered." };
    const open = rowsOf({ ...comparisonDocument, pairs: [unlike] }).find(({ id }) => id === "sequence")!;
    assert.deepEqual([open.base, open.head, open.verdict, open.tone], ["1", "2", "not judged", "open"]);
    assert.match(open.reason, / One was steered\.$/);
  });

  it("leave it out where no runtime tells", () => {
    assert.ok(rowsOf(collecting(undefined, undefined)).every(({ id }) => id !== "collecting"));
  });
});
