import assert from "node:assert/strict";
import { Endless, nextPatience, withinComputing, withinTime } from "./time-limit.ts";

describe("a time limit", () => {
  it("leaves alone what has come back as the engine tells that the time is over", () => {
    // The engine sorts these in one go, in which nothing can be ended.
    const numbers = Float64Array.from({ length: 2_000_000 }, (_, index) => Math.sin(index));
    let hasBegun = false;
    while (!hasBegun) {
      try {
        withinTime(1, () => {
          hasBegun = true;
          numbers.sort();
        });
      } catch (error) {
        // A machine that is busy may let the time be over before it begins.
        if (hasBegun || !(error instanceof Endless)) throw error;
      }
    }
    assert.ok(numbers[0]! < numbers.at(-1)!);
  });

  it("lets go what comes back, and what it throws", () => {
    let ran = 0;
    withinTime(10_000, () => ran++);
    assert.equal(ran, 1);
    const thrown = new Error("its own");
    assert.throws(
      () =>
        withinTime(10_000, () => {
          throw thrown;
        }),
      (error) => error === thrown,
    );
  });

  it("ends a loop, whatever it catches, and the process goes on", async () => {
    const loop = (): void => {
      for (;;) {
        try {
          for (;;);
        } catch {
          // It would go on.
        }
      }
    };
    assert.throws(() => withinTime(50, loop), Endless);
    await Promise.resolve();
    withinTime(10_000, () => undefined);
  });

  it("may be any part of a millisecond", () => {
    let ran = 0;
    withinTime(10_000.5, () => ran++);
    assert.equal(ran, 1);
  });

  it("is sure of a loop by what it computed, not by the time that passed", () => {
    assert.equal(new Endless(1_500, 710, 700).isSure, true);
    assert.equal(new Endless(60_000, 40, 700).isSure, false);
  });

  it("grows by the share of the machine that the code got, and doubles at least, where it is not sure", () => {
    assert.equal(nextPatience(1, new Endless(1_500, 70, 700)), 15);
    assert.equal(nextPatience(3, new Endless(4_500, 690, 700)), 6);
    assert.ok(Number.isFinite(nextPatience(1, new Endless(1_500, 0, 700))));
  });

  it("shrinks again where a loop got more than it takes to be sure, and never below the usual", () => {
    assert.equal(nextPatience(15, new Endless(22_500, 10_500, 700)), 1.5);
    assert.equal(nextPatience(2, new Endless(3_000, 1_000, 700)), 2);
    assert.equal(nextPatience(1, new Endless(1_500, 1_500, 700)), 1);
  });

  it("is no limit for what was kept waiting, which is run anew, but for what goes on", () => {
    const waiting = new Int32Array(new SharedArrayBuffer(4));
    let runs = 0;
    withinComputing(200, () => {
      if (runs++ === 0) Atomics.wait(waiting, 0, 0);
    });
    assert.equal(runs, 2);
    assert.throws(
      () =>
        withinComputing(200, () => {
          for (;;);
        }),
      Endless,
    );
  });

  it("can be put within another", () => {
    assert.throws(
      () =>
        withinTime(10_000, () =>
          withinTime(20, () => {
            for (;;);
          }),
        ),
      Endless,
    );
  });
});
