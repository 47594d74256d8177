import assert from "node:assert/strict";
import { median } from "simple-statistics";
import type { Latency } from "../../benchmark-options.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { BackEnd, isPlain, type BackEndOptions } from "./back-end.ts";
import { latencies } from "./latencies.ts";
import { seededRandom } from "../measure/random.ts";

const fixed: Latency = { model: "fixed", milliseconds: 10 };

/** When each of `calls` answers comes, all asked for at once, on a clock that passes by jumps only. */
async function answersOf(options: Partial<BackEndOptions>, calls: number, trial = 0): Promise<number[]> {
  const clock = new VirtualClock();
  clock.lockstep = true;
  const backEnd = new BackEnd({ latency: fixed, seed: 1, ...options }, 100, trial, clock);
  const at: number[] = [];
  let answered = 0;
  await new Promise<void>((resolve) => {
    for (let i = 0; i < calls; i++) {
      backEnd.answer(
        () => {
          at[i] = clock.time();
          if (++answered === calls) resolve();
        },
        undefined,
        undefined,
      );
    }
  });
  return at;
}

describe("a back end", () => {
  it("is plain where there is one latency and nothing fails or waits", () => {
    assert.ok(isPlain({ latency: fixed, seed: 1 }));
    assert.ok(!isPlain({ latency: fixed, seed: 1, connections: 2 }));
    assert.ok(!isPlain({ latency: fixed, seed: 1, errorRate: 0.1 }));
    assert.ok(!isPlain({ latency: { model: "pareto", minimumMilliseconds: 1, shape: 2 }, seed: 1 }));
  });

  it("lets calls wait for a connection in the order in which they come", async () => {
    assert.deepEqual(await answersOf({ connections: 2 }, 5), [10, 10, 20, 20, 30]);
    assert.deepEqual(await answersOf({ connections: 5 }, 5), [10, 10, 10, 10, 10]);
  });

  it("has an answer take what is told of it, from when a connection is free", async () => {
    const clock = new VirtualClock();
    clock.lockstep = true;
    const backEnd = new BackEnd({ latency: { model: "recorded" }, seed: 1, connections: 1 }, 1, 0, clock);
    const at: number[] = [];
    await new Promise<void>((resolve) => {
      backEnd.answer(() => void at.push(clock.time()), undefined, undefined, 30);
      backEnd.answer(() => resolve(void at.push(clock.time())), undefined, undefined, 12);
    });
    assert.deepEqual(at, [30, 42]);
  });

  it("loses nobody in a queue that is long", async () => {
    const at = await answersOf({ connections: 1 }, 9_000);
    assert.equal(at.at(-1), 90_000);
    assert.deepEqual(
      at,
      [...at].sort((a, b) => a - b),
    );
  });

  it("repeats exactly for a seed and a trial, and differs for others", async () => {
    const options = { latency: { model: "lognormal", medianMilliseconds: 5, sigma: 0.5 } } as const;
    const first = await answersOf(options, 50);
    assert.deepEqual(await answersOf(options, 50), first);
    assert.notDeepEqual(await answersOf({ ...options, seed: 2 }, 50), first);
    assert.notDeepEqual(await answersOf(options, 50, 1), first);
    assert.deepEqual(
      await answersOf({ ...options, errorRate: 0.5 }, 50),
      first,
      "failures change no latency",
    );
  });

  it("lets the share of calls fail that it should, the same ones for the same seed", () => {
    const failing = (seed: number): boolean[] => {
      const backEnd = new BackEnd({ latency: fixed, errorRate: 0.1, seed }, 1, 0, new VirtualClock());
      const fails = Array.from({ length: 20_000 }, () => backEnd.fails());
      assert.equal(backEnd.calls, 20_000);
      assert.equal(backEnd.failures, fails.filter(Boolean).length);
      return fails;
    };
    const share = failing(3).filter(Boolean).length / 20_000;
    assert.ok(share > 0.09 && share < 0.11, `${share}`);
    assert.deepEqual(failing(3), failing(3));
    assert.notDeepEqual(failing(3), failing(4));
  });
});

describe("latencies", () => {
  const draw = (latency: Latency): number[] => {
    const next = latencies(latency, 10, seededRandom(5));
    return Array.from({ length: 20_000 }, next);
  };
  const near = (actual: number, expected: number): void =>
    assert.ok(Math.abs(actual / expected - 1) < 0.05, `${actual} is not near ${expected}`);

  it("of the lognormal model have its median and its spread", () => {
    const drawn = draw({ model: "lognormal", medianMilliseconds: 5, sigma: 0.5 });
    near(median(drawn), 5);
    near(drawn.filter((x) => x < 5 * Math.exp(0.5)).length / drawn.length, 0.8413);
  });

  it("of the heavy tail are never below its minimum and rarely far above it", () => {
    const drawn = draw({ model: "pareto", minimumMilliseconds: 2, shape: 1.5 });
    assert.ok(Math.min(...drawn) >= 2);
    near(median(drawn), 2 * 2 ** (1 / 1.5));
    near(drawn.filter((x) => x > 20).length / drawn.length, 0.1 ** 1.5);
  });

  it("of samples are samples, each as often as the others", () => {
    const drawn = draw({ model: "samples", file: "f", milliseconds: [1, 2, 4, 8] });
    assert.deepEqual([...new Set(drawn)].sort(), [1, 2, 4, 8]);
    near(drawn.filter((x) => x === 8).length / drawn.length, 0.25);
  });

  it("of the models without chance are always the same", () => {
    assert.deepEqual([...new Set(draw({ model: "load-dependent", millisecondsPerCallInFlight: 0.5 }))], [5]);
  });
});
