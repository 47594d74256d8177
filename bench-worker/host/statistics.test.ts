import assert from "node:assert/strict";
import {
  estimate,
  estimateOverProcesses,
  estimateOverRounds,
  pairedLogRatios,
  studentCdf,
  studentQuantile,
  estimateOfTimes,
} from "./statistics.ts";

/** Small deterministic generator (mulberry32) so that coverage tests repeat exactly. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("Student's quantile", () => {
  it("agrees with printed tables", () => {
    const table: [p: number, degrees: number, t: number][] = [
      [0.975, 1, 12.7062],
      [0.975, 2, 4.30265],
      [0.975, 3, 3.18245],
      [0.975, 4, 2.77645],
      [0.975, 9, 2.26216],
      [0.975, 30, 2.04227],
      [0.995, 1, 63.6567],
      [0.995, 5, 4.03214],
      [0.995, 120, 2.61742],
      [0.95, 6, 1.94318],
    ];
    for (const [p, degrees, t] of table) {
      assert.ok(Math.abs(studentQuantile(p, degrees) - t) < 1e-4 * t, `t(${p}, ${degrees})`);
    }
  });

  it("is the inverse of the distribution function", () => {
    for (const degrees of [1, 2, 3, 8, 51]) {
      assert.ok(Math.abs(studentCdf(studentQuantile(0.9, degrees), degrees) - 0.9) < 1e-9);
    }
    assert.equal(studentQuantile(0.5, 7), 0);
  });

  it("refuses what has no answer", () => {
    assert.throws(() => studentQuantile(0.975, 0), RangeError);
    assert.throws(() => studentQuantile(0.975, 1.5), RangeError);
    assert.throws(() => studentQuantile(1, 3), RangeError);
    assert.throws(() => studentQuantile(Number.NaN, 3), RangeError);
  });
});

describe("an estimate over processes", () => {
  it("is the t interval of numbers that may be negative", () => {
    const { median, low, high } = estimateOverProcesses([-1, 0, 1, 2, 3]);
    assert.equal(median, 1);
    // mean 1, s = 1.5811, t(0.975, 4) = 2.77645: half-width 1.9632
    assert.ok(Math.abs(low - (1 - 1.9632)) < 1e-3);
    assert.ok(Math.abs(high - (1 + 1.9632)) < 1e-3);
  });

  it("stays above zero for positive numbers however noisy", () => {
    const { low, high } = estimateOverProcesses([1, 100, 10_000]);
    assert.ok(low > 0 && high > 10_000);
  });

  it("holds the median it reports even when one process is far out", () => {
    const { median, low, high } = estimateOverProcesses([...new Array<number>(40).fill(1), 1.0001, 1e9]);
    assert.ok(low <= median && median <= high);
  });

  it("has no width when all processes agree", () => {
    assert.deepEqual(estimateOverProcesses([512, 512, 512]), { median: 512, low: 512, high: 512 });
  });

  it("covers the true centre about as often as it says", () => {
    const random = generator(7);
    let covered = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const sample = Array.from({ length: 5 }, () => {
        const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
        return Math.exp(0.05 * normal) * 1000;
      });
      const { low, high } = estimateOverProcesses(sample);
      if (low <= 1000 && 1000 <= high) covered++;
    }
    assert.ok(covered > 1850 && covered < 1950, `covered ${covered} of 2000`);
  });

  it("needs two processes", () => {
    assert.throws(() => estimateOverProcesses([1]), RangeError);
  });
});

describe("an estimate over the rounds of one process", () => {
  it("lies between the order statistics of the sign test", () => {
    // n = 10 at 95 %: the 2nd and the 9th (covers 97.9 %).
    assert.deepEqual(estimateOverRounds([10, 1, 9, 2, 8, 3, 7, 4, 6, 5]), { median: 5.5, low: 2, high: 9 });
    // n = 20: the 6th and the 15th (covers 95.9 %).
    const twenty = Array.from({ length: 20 }, (_, i) => i + 1);
    assert.deepEqual(estimateOverRounds(twenty), { median: 10.5, low: 6, high: 15 });
  });

  it("is the whole range of too few rounds", () => {
    assert.deepEqual(estimateOverRounds([3, 1, 2]), { median: 2, low: 1, high: 3 });
    assert.deepEqual(estimateOverRounds([4]), { median: 4, low: 4, high: 4 });
  });

  it("copes with more rounds than 2 to the -n can tell from zero", () => {
    const many = Array.from({ length: 5001 }, (_, i) => i);
    const { median, low, high } = estimateOverRounds(many);
    assert.equal(median, 2500);
    // Half-width about 1.96 √n / 2 = 69.
    assert.ok(low > 2500 - 75 && low < 2500 - 60, String(low));
    assert.ok(high < 2500 + 75 && high > 2500 + 60, String(high));
  });

  it("needs a round", () => assert.throws(() => estimateOverRounds([]), RangeError));
});

describe("an estimate", () => {
  it("takes one number a process however many rounds each has", () => {
    const few = estimate([[1, 1, 1], [2], [3]]);
    const many = estimate([new Array<number>(999).fill(1), [2], [3]]);
    assert.deepEqual(few, many);
    assert.equal(few.median, 2);
  });

  it("falls back to the rounds of a single process", () => {
    assert.deepEqual(estimate([[1, 2, 3]]), { median: 2, low: 1, high: 3 });
  });

  it("spans the rounds of two processes, of which a t interval would say nothing", () => {
    assert.deepEqual(
      estimate([
        [1, 2, 3],
        [4, 6, 9],
      ]),
      { median: 4, low: 1, high: 9 },
    );
  });
});

describe("an estimate of times", () => {
  it("does not reach below the shortest round that was seen, and is as wide as need be above", () => {
    const apart = [
      [1000, 1100],
      [1010, 1050],
      [9000, 9500],
    ];
    assert.ok(estimate(apart).low < 1000);
    const { low, median, high } = estimateOfTimes(apart);
    assert.equal(low, 1000);
    assert.equal(median, 1050);
    assert.equal(high, estimate(apart).high);
  });

  it("is the estimate where processes agree", () => {
    const alike = [
      [100, 110],
      [101, 109],
      [90, 120, 105],
    ];
    assert.deepEqual(estimateOfTimes(alike), estimate(alike));
  });
});

describe("paired log ratios", () => {
  it("are zero for equal times and change sign with the sides", () => {
    assert.deepEqual(pairedLogRatios([5, 7], [5, 7]), [0, 0]);
    assert.deepEqual(pairedLogRatios([1, 2], [2, 1]), [Math.LN2, -Math.LN2]);
  });

  it("refuse rounds that do not pair up", () => {
    assert.throws(() => pairedLogRatios([1], [1, 2]), RangeError);
    assert.throws(() => pairedLogRatios([0], [1]), RangeError);
  });
});
