import type { Latency } from "../../document.ts";
import type { RunRequest, TimeRun } from "../../protocol.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { RealClock } from "../clock/real-clock.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import type { IoCore } from "../io/io-core.ts";
import { succeeded, type Contestant, type Outcome, type Report } from "./contestant.ts";
import { floorCall } from "./floor.ts";
import { seededRandom, shuffled } from "./random.ts";

/** CPU time a call is taken with so many calls in flight. */
export const ROUND_CALLS = 100;
/** Enough calls for the optimising compiler, where the budget lets them. */
const WARM_UP_CALLS = 30_000;
/** Shares of the budget. */
const WARM_UP_SHARE = 0.3;
const ROUNDS_SHARE = 0.7;
/** There is no answer from fewer rounds. */
const ROUNDS_AT_LEAST = 5;
const ROUNDS_AT_MOST = 2_000;
const SERIES_SAMPLES_AT_MOST = 200;

/** What is gathered of one contestant. */
interface Samples {
  readonly nanosecondsPerCall: number[];
  readonly floorNanosecondsPerCall: number[];
  readonly milliseconds: Map<number, number[]>;
  readonly firstResolvedMilliseconds: Map<number, number[]>;
}

/** Milliseconds that an I/O call takes while n calls of the target are in flight. */
export function latencyAt(latency: Latency, n: number): number {
  return latency.model === "fixed" ? latency.milliseconds : latency.millisecondsPerCallInFlight * n;
}

/**
 * Takes time of all contestants, round by round in random order, so that what disturbs the machine disturbs all
 * alike: CPU nanoseconds a call and those of the floor on the virtual clock, and the total over n on the clock that
 * was asked for. At least one sample each, however small the budget.
 */
export async function measureTime(
  contestants: readonly Contestant[],
  core: IoCore,
  runner: CallRunner,
  request: RunRequest,
  report: Report,
): Promise<Outcome<TimeRun>> {
  const { options, processBudgetMilliseconds: budget } = request;
  const random = seededRandom(options.seed * 7919 + request.processIndex);
  const virtual = new VirtualClock();
  const chosen = options.clock === "virtual" ? virtual : new RealClock();
  const began = harness.now();
  const share = (): number => (harness.now() - began) / budget;
  const failures = new Map<Contestant, unknown>();
  const samples = new Map<Contestant, Samples>(
    contestants.map((contestant) => [contestant, newSamples(options.concurrency)]),
  );
  const alive = (): Contestant[] => contestants.filter((contestant) => !failures.has(contestant));

  await warmUp();
  await takeRounds();
  do await takeSeries();
  while (share() < 1 && alive().length > 0 && seriesSamples() < SERIES_SAMPLES_AT_MOST);

  const results = new Map<Contestant, TimeRun>();
  for (const contestant of alive()) results.set(contestant, toRun(samples.get(contestant)!));
  return { results, failures };

  async function warmUp(): Promise<void> {
    for (
      let calls = 0;
      calls < WARM_UP_CALLS && (calls === 0 || share() < WARM_UP_SHARE);
      calls += ROUND_CALLS
    ) {
      report(share(), "warming up");
      for (const contestant of shuffled(alive(), random)) {
        await attempt(contestant, async () => {
          await round(contestant.start);
          await round(floorCall(core, contestant.recording.steps));
        });
      }
    }
  }

  async function takeRounds(): Promise<void> {
    for (
      let rounds = 0;
      rounds < ROUNDS_AT_MOST && (rounds < ROUNDS_AT_LEAST || share() < ROUNDS_SHARE);
      rounds++
    ) {
      report(share(), `timing ${ROUND_CALLS} calls at a time`);
      for (const contestant of shuffled(alive(), random)) {
        await attempt(contestant, async () => {
          const own = samples.get(contestant)!;
          own.nanosecondsPerCall.push(await round(contestant.start));
          own.floorNanosecondsPerCall.push(await round(floorCall(core, contestant.recording.steps)));
        });
      }
    }
  }

  async function takeSeries(): Promise<void> {
    for (const n of options.concurrency) {
      report(share(), `timing ${n} calls together`);
      for (const contestant of shuffled(alive(), random)) {
        await attempt(contestant, async () => {
          core.clock = chosen;
          core.latencyMilliseconds = latencyAt(options.latency, n);
          const trial = succeeded(await runner.run(contestant.start, n));
          const own = samples.get(contestant)!;
          own.milliseconds.get(n)!.push(trial.simulatedMilliseconds);
          own.firstResolvedMilliseconds.get(n)!.push(trial.firstSettledMilliseconds);
        });
      }
    }
  }

  /** CPU nanoseconds a call of one round. */
  async function round(start: StartCall): Promise<number> {
    core.clock = virtual;
    core.latencyMilliseconds = latencyAt(options.latency, ROUND_CALLS);
    harness.collectGarbage?.({ type: "minor" });
    const trial = succeeded(await runner.run(start, ROUND_CALLS));
    return (trial.elapsedMilliseconds * 1e6) / ROUND_CALLS;
  }

  async function attempt(contestant: Contestant, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      failures.set(contestant, error);
    }
  }

  function seriesSamples(): number {
    const first = samples.get(alive()[0]!)!;
    return first.milliseconds.get(options.concurrency[0]!)!.length;
  }
}

function newSamples(concurrency: readonly number[]): Samples {
  return {
    nanosecondsPerCall: [],
    floorNanosecondsPerCall: [],
    milliseconds: new Map(concurrency.map((n) => [n, []])),
    firstResolvedMilliseconds: new Map(concurrency.map((n) => [n, []])),
  };
}

function toRun(samples: Samples): TimeRun {
  return {
    nanosecondsPerCall: samples.nanosecondsPerCall,
    floorNanosecondsPerCall: samples.floorNanosecondsPerCall,
    series: [...samples.milliseconds].map(([n, milliseconds]) => ({
      n,
      milliseconds,
      firstResolvedMilliseconds: samples.firstResolvedMilliseconds.get(n)!,
    })),
  };
}
