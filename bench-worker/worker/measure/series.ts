import { typicalMilliseconds } from "../../latency.ts";
import type { RunRequest } from "../../protocol.ts";
import type { CallRunner } from "../call/run-calls.ts";
import { RealClock } from "../clock/real-clock.ts";
import { measureTimerCost } from "../clock/timer-cost.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import type { IoCore } from "../io/io-core.ts";
import type { Contestant } from "./contestant.ts";
import { loadedTrial, type LoadedTrial } from "./loaded-trial.ts";
import { shuffled } from "./random.ts";

/** More calls in flight than this are not warmed up: they take long, and so many of them warm themselves up. */
const WARM_UP_IN_FLIGHT = 2_500;
/** Passes that are not counted on the real clock, with latencies of a millisecond. */
const REAL_WARM_UP_PASSES = 3;
const SHORT = { model: "fixed", milliseconds: 1 } as const;
/** One that is not counted, and one that is. */
const PASSES_AT_LEAST = 2;

/** What time over n is taken with. */
export interface SeriesTools {
  readonly core: IoCore;
  readonly runner: CallRunner;
  readonly request: RunRequest;
  readonly random: () => number;
  /** Does something with a contestant; who fails is left out from there on. */
  readonly attempt: (contestant: Contestant, action: () => Promise<void>) => Promise<void>;
  /** Those that have not failed. */
  readonly alive: () => Contestant[];
}

/**
 * Those n whose calls, at so many milliseconds each, take no longer than `milliseconds` together: the largest are left out
 * first, and the smallest stays.
 */
export function withinTime(
  concurrency: readonly number[],
  milliseconds: number,
  millisecondsEach: number,
): readonly number[] {
  const kept = [...concurrency].sort((a, b) => a - b);
  const calls = (): number => kept.reduce((sum, n) => sum + n, 0);
  while (kept.length > 1 && calls() * millisecondsEach > milliseconds) kept.pop();
  return concurrency.filter((n) => kept.includes(n));
}

/** Takes time over n, each n once for all contestants in every pass. */
export class SeriesTaker {
  readonly trials = new Map<Contestant, Map<number, LoadedTrial[]>>();
  readonly #tools: SeriesTools;
  readonly #virtual = new VirtualClock();
  readonly #real = new RealClock();
  #concurrency: readonly number[];

  constructor(contestants: readonly Contestant[], tools: SeriesTools) {
    this.#tools = tools;
    const { concurrency } = tools.request.options;
    this.#concurrency = concurrency;
    for (const contestant of contestants)
      this.trials.set(contestant, new Map(concurrency.map((n) => [n, []])));
  }

  /** Passes that were taken. */
  get passes(): number {
    const [contestant] = this.#tools.alive();
    const [first] = this.#concurrency;
    return contestant === undefined ? 0 : this.trials.get(contestant)!.get(first!)!.length;
  }

  /** Whether fewer n are taken than were asked for. */
  get isCut(): boolean {
    return this.#concurrency.length < this.#tools.request.options.concurrency.length;
  }

  /** Takes only so many n from here on as may be taken in so many milliseconds of CPU time, by what a call took. */
  keepTo(milliseconds: number, millisecondsPerCall: number): void {
    const each = PASSES_AT_LEAST * millisecondsPerCall * this.#tools.alive().length;
    this.#concurrency = withinTime(this.#concurrency, milliseconds, each);
  }

  /**
   * Measures what real timers would cost, and takes a pass that is not counted: many calls in flight at once take other
   * ways through the engine than rounds do, and the first of each n costs three times as much as those after it.
   */
  async prepare(): Promise<void> {
    const { request, alive } = this.#tools;
    const { latency, clock } = request.options;
    const concurrency = this.#concurrency;
    if (alive().length === 0) return;
    const n = Math.min(Math.max(...concurrency), WARM_UP_IN_FLIGHT);
    if (clock === "virtual") {
      this.#virtual.timerCost = await measureTimerCost(n, typicalMilliseconds(latency, n));
    }
    const some = concurrency.filter((one, index) => index === 0 || one <= WARM_UP_IN_FLIGHT);
    // What waits in earnest waits as short as it can here, and takes longer to get warm: it has not run before.
    const passes = clock === "real" ? REAL_WARM_UP_PASSES : 1;
    for (let pass = 0; pass < passes; pass++) await this.#pass(some, 0);
  }

  /**
   * One trial of each n. What comes first finds the code of such a load cold: each process begins elsewhere, and each
   * trial after a collection, so that no other's garbage falls to it.
   *
   * @param firstTrial The number of the first pass's trials, by which a back end with a seed is told.
   */
  async takePass(firstTrial: number, report: (n: number) => void): Promise<void> {
    await this.#pass(this.#concurrency, firstTrial, report);
  }

  /** Counts only where somebody wants to hear of it. */
  async #pass(
    concurrency: readonly number[],
    firstTrial: number,
    report?: (n: number) => void,
  ): Promise<void> {
    const { request, alive, random, attempt, core, runner } = this.#tools;
    const isReal = request.options.clock === "real";
    const clock = isReal ? this.#real : this.#virtual;
    const isWarmUp = report === undefined;
    const options = isReal && isWarmUp ? { ...request.options, latency: SHORT } : request.options;
    for (const n of shuffled(concurrency, random)) {
      report?.(n);
      for (const contestant of shuffled(alive(), random)) {
        await attempt(contestant, async () => {
          const own = this.trials.get(contestant)!.get(n)!;
          const number = firstTrial + own.length;
          harness.collectGarbage?.({ type: "minor" });
          const trial = await loadedTrial(contestant.start, n, number, options, clock, core, runner);
          if (!isWarmUp) own.push(trial);
        });
      }
    }
  }
}
