import assert from "node:assert/strict";
import type { NotMeasured } from "../pair.ts";
import { lookAtTime, newPairTally, timeVerdict, type PairTally } from "./pair-tally.ts";

const THRESHOLD = 0.005;
const notMeasured = (reason: string): NotMeasured => ({ verdict: "not-measured", reason });
const over = { missing: notMeasured(""), isOver: true, spentMilliseconds: 5000 };

/** A pair of which each process said this much, in turn loaded first and second. */
function pairOf(...logRatios: number[]): PairTally {
  const pair = newPairTally("base", "head");
  for (const [index, logRatio] of logRatios.entries()) {
    pair.time.push({ logRatio, order: index % 2 === 0 ? "base-first" : "head-first" });
    lookAtTime(pair, THRESHOLD, index / logRatios.length);
  }
  return pair;
}

describe("what is said of the time of a pair", () => {
  it("is that a difference is likely where the interval says so and it is not sure enough for a verdict", () => {
    const said = timeVerdict(pairOf(0.4, 0.6, 0.3, 0.5), THRESHOLD, over);
    assert.ok(said.verdict === "too-noisy" && said.ratio.low > 1);
    assert.match(
      said.reason,
      /^It is likely to take 57 % \(.*\) more time, but 4 processes are too few to be sure\./,
    );
    const less = timeVerdict(pairOf(-0.4, -0.6, -0.3, -0.5), THRESHOLD, over);
    assert.match(less.reason, /likely to take .* less time/);
    const thrice = timeVerdict(pairOf(1.1, 1.3, 1, 1.2), THRESHOLD, over);
    assert.match(thrice.reason, /takes? 3\.16 \(\d\.\d\d to \d\.\d\d\) times as long/);
  });

  it("names the budget that would tell a smaller difference, and only one that somebody may wait for", () => {
    const steps = [0.004, -0.006, 0.009, -0.003, -0.008, 0.005, 0.001, -0.002];
    const noisy = (scale: number): string =>
      timeVerdict(pairOf(...steps.map((step) => step * scale)), THRESHOLD, over).reason;
    assert.match(
      noisy(1),
      /would have to be \d\.\d % .* raise the budget: about (9|10|15|20) s would tell 1 %\.$/,
    );
    assert.match(noisy(20), /raise the budget: about \d+ s would tell (5|10) %\.$/);
    assert.match(noisy(1000), /raise the budget\.$/);
    // Where the processes took three times their budget, more of them take so much longer, too.
    const slowly = timeVerdict(pairOf(...steps), THRESHOLD, { ...over, spentMilliseconds: 15_000 }).reason;
    assert.match(slowly, /raise the budget: about (25|30|35|40|45|50|55|60) s would tell 1 %\.$/);
  });

  it("is what was decided, from the processes that decided it", () => {
    const pair = pairOf(0.2, 0.2, 0.2001, 0.2001, -3, 3, -3, 3);
    const said = timeVerdict(pair, THRESHOLD, over);
    assert.ok(said.verdict === "slower" && said.processes === 4);
    assert.ok(Math.abs(said.ratio.median - Math.exp(0.2)) < 0.001);
  });

  it("is open while further processes may come", () => {
    const said = timeVerdict(pairOf(0.1, 0.11, 0.1), THRESHOLD, { ...over, isOver: false });
    assert.ok(said.verdict === "too-noisy");
    assert.equal(said.reason, "After 3 processes it is not clear yet.");
  });

  it("is decided also where processes come two at once and one of them had no pair of numbers", () => {
    const pair = newPairTally("base", "head");
    for (const [index, logRatio] of [0.2, 0.2001, 0.2, 0.2001, 0.2].entries()) {
      pair.time.push({ logRatio, order: index % 2 === 0 ? "base-first" : "head-first" });
      // Asked after 1, 3 and 5 of them.
      if (index % 2 === 0) lookAtTime(pair, THRESHOLD, 0.5);
    }
    assert.equal(pair.decided?.afterProcesses, 5);
    const { looks } = pair;
    const { left } = looks;
    lookAtTime(pair, THRESHOLD, 0.6);
    assert.equal(looks.left, left);
  });

  it("leaves all to the look at the end where the budget is over before the processes are", () => {
    const pair = pairOf(0.4, -0.6, 0.3, -0.5);
    pair.time.push({ logRatio: 0.1, order: "base-first" }, { logRatio: 0.2, order: "head-first" });
    lookAtTime(pair, THRESHOLD, 1.5);
    pair.time.push({ logRatio: 0.1, order: "base-first" });
    const said = timeVerdict(pair, THRESHOLD, over);
    assert.ok(said.verdict === "too-noisy" && said.smallestDetectable! > THRESHOLD, said.reason);
  });

  it("is no verdict where one of the two was loaded first in every process", () => {
    const pair = newPairTally("base", "head");
    for (const logRatio of [0.2, 0.2001, 0.2, 0.2001]) {
      pair.time.push({ logRatio, order: "base-first" });
      lookAtTime(pair, THRESHOLD, 0.5);
    }
    assert.equal(pair.decided, null);
    const said = timeVerdict(pair, THRESHOLD, over);
    assert.equal(said.verdict, "too-noisy");
    assert.match(said.reason, /the same of the two was loaded first/);
  });

  it("is the reason why there is none where there are too few processes for a ratio", () => {
    const said = timeVerdict(pairOf(0.1, 0.1), THRESHOLD, { ...over, missing: notMeasured("They crash.") });
    assert.deepEqual(said, notMeasured("They crash."));
  });
});
