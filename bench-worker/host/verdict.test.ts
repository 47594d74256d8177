import assert from "node:assert/strict";
import { seededGauss } from "./fixtures/gauss.ts";
import {
  DEFAULT_THRESHOLD,
  FALSE_ALARMS,
  isLook,
  judge,
  Looks,
  processesToFind,
  type Judgement,
  type ProcessRatio,
} from "./verdict.ts";

const PROCESSES_AT_MOST = 48;
/** What being loaded first costs: as much as was seen of real functions. */
const ORDER_EFFECT = 0.015;

interface Ending {
  readonly judgement: Judgement;
  readonly processes: number;
}

/** One comparison by the rule of the engine: adds processes until the answer is clear or there are `atMost`. */
function compare(nextLogRatio: () => number, atMost: number, threshold = DEFAULT_THRESHOLD): Ending {
  const ratios: ProcessRatio[] = [];
  const looks = new Looks();
  for (;;) {
    const order = ratios.length % 2 === 0 ? "base-first" : "head-first";
    ratios.push({
      logRatio: nextLogRatio() + (order === "base-first" ? ORDER_EFFECT : -ORDER_EFFECT),
      order,
    });
    const processes = ratios.length;
    if (!isLook(processes) && processes < atMost) continue;
    const judgement = looks.look(ratios, threshold, processes / atMost);
    if (judgement.verdict !== "too-noisy" || processes >= atMost) return { judgement, processes };
  }
}

function simulate(
  count: number,
  simulated: { effect: number; noise: number; atMost: number; seed: number; threshold?: number },
) {
  const gauss = seededGauss(simulated.seed);
  const next = (): number => Math.log1p(simulated.effect) + simulated.noise * gauss();
  const endings = Array.from({ length: count }, () => compare(next, simulated.atMost, simulated.threshold));
  const share = (...verdicts: Judgement["verdict"][]): number =>
    endings.filter(({ judgement }) => verdicts.includes(judgement.verdict)).length / count;
  const processes = endings.reduce((sum, ending) => sum + ending.processes, 0) / count;
  return { endings, share, processes };
}

describe("a verdict of equal functions", () => {
  it("is wrong in at most 1 % of comparisons, looked at as often as there are processes, at any noise", () => {
    for (const noise of [0.0033, 0.02, 0.3]) {
      const { share } = simulate(10_000, { effect: 0, noise, atMost: PROCESSES_AT_MOST, seed: 1 });
      assert.ok(share("less", "more") <= 0.01, `noise ${noise}: ${share("less", "more")}`);
    }
  });

  it("is so as well where the budget ends between two looks, which is one look more", () => {
    for (const atMost of [5, 7, 9, 13, 17]) {
      const { share } = simulate(10_000, { effect: 0, noise: 0.02, atMost, seed: 23 });
      assert.ok(share("less", "more") <= 0.01, `${atMost}: ${share("less", "more")}`);
    }
  });

  it("would be wrong more often if every look were at 95 %", () => {
    const gauss = seededGauss(3);
    const wrong = Array.from({ length: 2000 }, () => {
      const ratios: ProcessRatio[] = [];
      while (ratios.length < 32) {
        ratios.push({
          logRatio: 0.03 * gauss(),
          order: ratios.length % 2 === 0 ? "base-first" : "head-first",
        });
        if (!isLook(ratios.length)) continue;
        const { ratio } = judge(ratios, DEFAULT_THRESHOLD);
        if (ratio.low > 1 || ratio.high < 1) return true;
      }
      return false;
    });
    assert.ok(wrong.filter(Boolean).length / wrong.length > 0.1);
  });

  it("is no difference where noise is low", () => {
    const { share, processes } = simulate(2_000, { effect: 0, noise: 0.0033, atMost: 16, seed: 5 });
    assert.ok(share("no-difference") > 0.95, String(share("no-difference")));
    assert.ok(processes < 8, String(processes));
  });

  it("leaves to a look what those before it have not spent, however they lie, and never more than 1 % together", () => {
    const looks = new Looks();
    const apart = [0.2, 0.21, 0.2, 0.21].map((logRatio, i): ProcessRatio => {
      return { logRatio, order: i % 2 === 0 ? "base-first" : "head-first" };
    });
    assert.equal(looks.look(apart, DEFAULT_THRESHOLD, 0).verdict, "too-noisy");
    looks.look(apart, DEFAULT_THRESHOLD, 0.5);
    assert.ok(Math.abs(looks.left - (7 / 8) * FALSE_ALARMS) < 1e-9, String(looks.left));
    for (const share of [0.4, 1, 1.5]) looks.look(apart, DEFAULT_THRESHOLD, share);
    assert.ok(Math.abs(looks.left) < 1e-12, String(looks.left));
  });
});

describe("a verdict of different functions", () => {
  it("finds 1 % in 16 processes that differ by three quarters of that", () => {
    const { share } = simulate(2_000, { effect: 0.01, noise: 0.007, atMost: 16, seed: 29 });
    assert.ok(share("more") >= 0.95, String(share("more")));
  });

  it("finds 1 % in 8 processes at the noise of a machine that is shared but not saturated", () => {
    for (const effect of [0.01, -0.01]) {
      const { share } = simulate(2_000, { effect, noise: 0.0033, atMost: 8, seed: 7 });
      assert.ok(share(effect > 0 ? "more" : "less") >= 0.95, String(share("more")));
      assert.equal(share(effect > 0 ? "less" : "more"), 0);
    }
  });

  it("says too noisy rather than something wrong where noise hides 5 %", () => {
    const { share } = simulate(5_000, { effect: 0.05, noise: 0.08, atMost: 8, seed: 11 });
    assert.ok(share("too-noisy") > 0.5);
    assert.ok(share("no-difference", "less") <= 0.001, String(share("no-difference", "less")));
  });

  it("names a smallest detectable difference that is found in 95 of 100 comparisons", () => {
    const noise = 0.02;
    const { endings } = simulate(300, { effect: 0, noise, atMost: 8, seed: 13 });
    const named = endings.map(({ judgement }) => judgement.smallestDetectable!).sort((a, b) => a - b);
    const typical = named[Math.floor(named.length / 2)]!;
    const { share } = simulate(2_000, { effect: typical, noise, atMost: 8, seed: 17 });
    assert.ok(share("more") >= 0.93, `${typical} is found in ${share("more")}`);
  });

  it("says how many processes would find a difference, and they do in 95 of 100 comparisons", () => {
    const gauss = seededGauss(31);
    const some = Array.from({ length: 400 }, (_, i): ProcessRatio => {
      return { logRatio: 0.02 * gauss(), order: i % 2 === 0 ? "base-first" : "head-first" };
    });
    const needed = processesToFind(some, 0.02, 100)!;
    const found = (atMost: number): number =>
      simulate(2_000, { effect: 0.02, noise: 0.02, atMost, seed: 37 }).share("more");
    assert.ok(found(needed) >= 0.93, `${needed}: ${found(needed)}`);
    assert.ok(found(needed - 6) < 0.95, `${needed - 6}: ${found(needed - 6)}`);
    assert.equal(processesToFind(some, 0.002, 100), undefined);
  });

  it("needs the difference to reach the threshold", () => {
    const { share } = simulate(2_000, { effect: 0.02, noise: 0.0033, atMost: 16, seed: 19, threshold: 0.05 });
    assert.equal(share("no-difference"), 1);
  });
});

describe("a look", () => {
  it("is taken at even numbers of processes only, so that each target was loaded first as often as second", () => {
    const looks = Array.from({ length: PROCESSES_AT_MOST + 1 }, (_, n) => n).filter(isLook);
    assert.deepEqual(looks.slice(0, 9), [4, 6, 8, 10, 12, 14, 16, 20, 24]);
    assert.ok(looks.every((n) => n % 2 === 0));
  });

  it("tells nothing from fewer than four processes", () => {
    const alike = (count: number): ProcessRatio[] =>
      Array.from({ length: count }, (_, i) => ({
        logRatio: 0.5,
        order: i % 2 === 0 ? "base-first" : "head-first",
      }));
    assert.equal(judge(alike(3), DEFAULT_THRESHOLD).verdict, "too-noisy");
    assert.equal(judge(alike(4), DEFAULT_THRESHOLD).verdict, "more");
    assert.throws(() => judge(alike(2), DEFAULT_THRESHOLD), RangeError);
  });
});
