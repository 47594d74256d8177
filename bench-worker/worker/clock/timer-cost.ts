import { harness } from "../harness/intrinsics.ts";
import type { Clock } from "./clock.ts";
import { RealClock } from "./real-clock.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** What waiting costs with real timers and not with ours, in milliseconds. */
export interface TimerCost {
  /** How much later than it should this process wakes up from a wait. */
  readonly lateness: number;
  /** How much more processor time it takes to set a real timer and to fire it. */
  readonly excess: number;
}

/** So many samples are remembered for each number of timers. */
const SAMPLES = 15;
/** And so many at least are taken before the first answer. */
const SAMPLES_AT_LEAST = 3;
/** A microsecond: what seems to be more was the machine, or a collection in the midst of a sample. */
const EXCESS_AT_MOST = 0.001;
const TIMERS = { least: 100, most: 5_000 };

/**
 * Measures, on this machine and in this process, what the virtual clock has to add in order to say what real timers
 * would take: the median of the last samples. One more is taken for each answer, since it depends on what else is
 * going on, and for each number of timers apart, since many of them no longer fit into the processor's caches, which
 * others fill while this process sleeps.
 */
export class TimerCostMeter {
  readonly #real = new RealClock();
  readonly #virtual = new VirtualClock();
  readonly #samples = new Map<number, TimerCost[]>();

  /** Takes one more sample of `n` timers that are set at once, within limits. */
  async measure(n: number): Promise<TimerCost> {
    const timers = Math.min(Math.max(n, TIMERS.least), TIMERS.most);
    const samples = this.#samples.get(timers) ?? [];
    this.#samples.set(timers, samples);
    do {
      const lateness = await oneWait();
      const real = await burst(this.#real, timers);
      const virtual = await burst(this.#virtual, timers);
      samples.push({ lateness, excess: real - virtual });
    } while (samples.length < SAMPLES_AT_LEAST);
    if (samples.length > SAMPLES) samples.shift();
    return {
      lateness: Math.max(0, middle(samples.map(({ lateness }) => lateness))),
      excess: Math.min(Math.max(0, middle(samples.map(({ excess }) => excess))), EXCESS_AT_MOST),
    };
  }
}

/** By how many milliseconds a wait of one millisecond is longer. */
function oneWait(): Promise<number> {
  return new harness.Promise((resolve) => {
    const startedAt = harness.now();
    harness.setTimeout(() => resolve(harness.now() - startedAt - 1), 1);
  });
}

/** Waits for many promises at once: milliseconds of processor time that each takes. */
function burst(clock: Clock, timers: number): Promise<number> {
  return new harness.Promise((resolve) => {
    let woken = 0;
    let firstAt = 0;
    const wait = async (): Promise<void> => {
      await new harness.Promise((answer) => {
        clock.after(1, answer, undefined, undefined);
      });
      woken++;
      if (woken === 1) firstAt = harness.now();
      if (woken === timers) resolve(setting + (harness.now() - firstAt) / timers);
    };
    const startedAt = harness.now();
    for (let i = 0; i < timers; i++) void wait();
    const setting = (harness.now() - startedAt) / timers;
  });
}

function middle(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
}
