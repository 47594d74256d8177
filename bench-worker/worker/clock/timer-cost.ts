import { harness } from "../harness/intrinsics.ts";
import type { Clock } from "./clock.ts";
import { RealClock } from "./real-clock.ts";
import { VirtualClock, type TimerCost } from "./virtual-clock.ts";

/** Samples of each clock that count, and those before them in which the engine's timers get warm. */
const SAMPLES = 3;
const WARM_UP_SAMPLES = 1;
/** Waits in a row, each from the end of the one before, as in a chain of I/O calls. */
const WAITS = 5;
/** Longer waits than this are not sat through: a machine that sleeps longer does not sleep deeper. */
const WAIT_AT_MOST = 10;
/** Three microseconds: what seems to be more was the machine, or a collection in the midst of a sample. */
const EXCESS_AT_MOST = 0.003;
const TIMERS = { least: 100, most: 2_000 };
/** Waits of each timer, one after the other: that many are set while others fire. */
const CHAIN = 2;

/**
 * Measures, on this machine and in this process, what the virtual clock has to add in order to say what real timers
 * would take. Whatever else keeps the machine busy makes waits and work longer and never shorter, so the shortest of a
 * few count.
 *
 * @param timers How many are set at once, within limits: many of them no longer fit into the processor's caches.
 * @param latencyMilliseconds How long waits are, as a rule: from longer ones a process wakes up later.
 */
export async function measureTimerCost(timers: number, latencyMilliseconds: number): Promise<TimerCost> {
  const count = Math.min(Math.max(timers, TIMERS.least), TIMERS.most);
  const clocks = { real: new RealClock(), virtual: new VirtualClock() };
  const least = { real: Infinity, virtual: Infinity };
  for (let sample = -WARM_UP_SAMPLES; sample < SAMPLES; sample++) {
    for (const name of ["real", "virtual"] as const) {
      const own = await burst(clocks[name], count);
      if (sample >= 0) least[name] = Math.min(least[name], own);
    }
  }
  const wait = Math.min(Math.max(Math.round(latencyMilliseconds), 1), WAIT_AT_MOST);
  return {
    lateness: Math.max(0, await lateness(wait)),
    excess: Math.min(Math.max(0, least.real - least.virtual), EXCESS_AT_MOST),
  };
}

/** By how many milliseconds a wait is longer than it should be: the second shortest of some in a row. */
function lateness(milliseconds: number): Promise<number> {
  return new harness.Promise((resolve) => {
    const waits: number[] = [];
    let startedAt = NaN;
    const fired = (): void => {
      const now = harness.now();
      // The first only brings the chain into step with the event loop.
      if (!Number.isNaN(startedAt)) waits.push(now - startedAt - milliseconds);
      startedAt = now;
      if (waits.length < WAITS) harness.setTimeout(fired, milliseconds);
      else resolve(waits.sort((a, b) => a - b)[1]!);
    };
    harness.setTimeout(fired, milliseconds);
  });
}

/** Waits for many promises at once: milliseconds of processor time that each wait takes. */
async function burst(clock: Clock, timers: number): Promise<number> {
  const wait = async (): Promise<void> => {
    for (let i = 0; i < CHAIN; i++) {
      await new harness.Promise((answer) => {
        clock.after(1, answer, undefined, undefined);
      });
    }
  };
  const startedAt = harness.cpuMilliseconds();
  const all: Promise<void>[] = [];
  for (let i = 0; i < timers; i++) all.push(wait());
  for (const one of all) await one;
  return (harness.cpuMilliseconds() - startedAt) / (timers * CHAIN);
}
