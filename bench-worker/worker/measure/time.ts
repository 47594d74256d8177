import { typicalMilliseconds } from "../../latency.ts";
import type { RunRequest, TimeRun } from "../../protocol.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { explainCall } from "../explain-call.ts";
import { harness } from "../harness/intrinsics.ts";
import type { IoCore } from "../io/io-core.ts";
import { succeeded, type Contestant, type Outcome, type Report } from "./contestant.ts";
import { floorCall } from "./floor.ts";
import { isUnlike } from "./later-calls.ts";
import { collectionMeter } from "./garbage-collection.ts";
import { seededRandom, shuffled } from "./random.ts";
import type { LoadedTrial } from "./loaded-trial.ts";
import { lockstepClock } from "./lockstep.ts";
import { SeriesTaker } from "./series.ts";
import { isSteady } from "./steady.ts";
import { stepsOfCalls, type StepsOfCalls } from "./steps-of-calls.ts";

/** CPU time a call is taken with so many calls in flight: the most whose round does not take too long. */
const ROUND_CALLS = [100, 10, 1] as const;
/** The floor is always taken with so many. */
const FLOOR_CALLS = ROUND_CALLS[0];
/** Milliseconds of CPU time of a round that is not too long. */
const ROUND_AT_MOST = 400;
/** So many times as long a call may take that is cold. */
const COLD = 3;
/** Enough calls for the optimising compiler, where the budget lets them. */
const WARM_UP_CALLS = 30_000;
/** Of each contestant so many calls are made to warm up, though it takes longer than its share: up to so many milliseconds. */
const EXTRA_WARM_UP = { calls: 3_000, milliseconds: 300 } as const;
/** Before how many rounds of warming up there is a minor collection. */
const WARM_UP_COLLECTS_EVERY = 16;
/** There is no answer from fewer rounds; even, as every order is followed by its reverse. */
const ROUNDS_AT_LEAST = 6;
const ROUNDS_AT_MOST = 2_000;
/** So many times its budget of CPU time may a process take where others keep the machine busy. */
const PATIENCE = 3;
/**
 * A process whose calls take so long that it has spent so many times its budget, and so many milliseconds for each contestant,
 * ends as soon as it may; the first, for which somebody waits, sooner.
 */
const LATE = { budgets: 2, milliseconds: 3_000, quickMilliseconds: 1_000 } as const;
/** Rounds that are enough of a process that is late. */
const ROUNDS_WHEN_LATE = 2;
/** Milliseconds of each contestant in which collecting garbage is watched. */
const STRETCH = 20;

/** How a process spends its budget: shares of it at which warming up and the rounds end, and how often each n is taken. */
interface Plan {
  readonly warmUpUntil: number;
  readonly roundsUntil: number;
  readonly seriesAtMost: number;
  /** Before how many rounds, of all contestants, there is a minor collection. */
  readonly collectEvery: number;
  /** The floor is steady: it is taken with every so many rounds of a contestant only. */
  readonly floorEvery: number;
}

const PLANS: Readonly<Record<NonNullable<RunRequest["purpose"]>, Plan>> = {
  benchmark: { warmUpUntil: 0.3, roundsUntil: 0.5, seriesAtMost: 200, collectEvery: 1, floorEvery: 4 },
  // The verdict comes from the rounds alone. A collection takes as long as a round and empties the caches: with fewer of them
  // the same time tells a difference of two thirds as much.
  comparison: { warmUpUntil: 0.4, roundsUntil: 0.95, seriesAtMost: 1, collectEvery: 16, floorEvery: 16 },
};

/**
 * From this process of a comparison on there are the rounds alone, which its verdict rests on: the rest is shown beside it, and
 * so many processes are enough for that.
 */
const ROUNDS_ONLY_FROM = 3;

/** What is gathered of one contestant. */
interface Samples {
  readonly nanosecondsPerCall: number[];
  readonly floorNanosecondsPerCall: number[];
  garbageCollectionShare: number | undefined;
}

/**
 * Takes time of all contestants, round by round, so that what disturbs the machine disturbs all alike: CPU
 * nanoseconds a call and those of the floor on the virtual clock, and the total over n on the clock that was asked
 * for. Every second round has the reverse of the random order before it, so that each is as often first as last. The
 * rounds of all contestants that hold out pair up by their index. At least some samples each, however small the
 * budget.
 */
export async function measureTime(
  contestants: readonly Contestant[],
  core: IoCore,
  runner: CallRunner,
  request: RunRequest,
  report: Report,
): Promise<Outcome<TimeRun>> {
  const { options, processBudgetMilliseconds: budget } = request;
  const plan = PLANS[request.purpose ?? "benchmark"];
  const random = seededRandom(options.seed * 7919 + request.processIndex);
  const virtual = lockstepClock();
  const began = harness.now();
  const beganCpu = harness.cpuMilliseconds();
  const patience = options.clock === "virtual" ? PATIENCE : 1;
  /** Of the budget, in CPU time, so that a busy machine lets a process get as warm as an idle one does. */
  const share = (): number =>
    (Math.max(harness.cpuMilliseconds() - beganCpu, (harness.now() - began) / patience) - extra) / budget;
  /** Milliseconds that warming up took beyond its share. */
  let extra = 0;
  const lateEach = request.isQuick === true ? LATE.quickMilliseconds : LATE.milliseconds;
  const lateAfter = Math.max(LATE.budgets * budget, lateEach * contestants.length);
  const spent = (): number => harness.cpuMilliseconds() - beganCpu;
  const isLate = (): boolean => spent() > lateAfter;
  const failures = new Map<Contestant, unknown>();
  const samples = new Map<Contestant, Samples>(contestants.map((contestant) => [contestant, newSamples()]));
  let roundsTaken = 0;
  /** I/O calls of those that are timed, step after step, where they make another number than the one that was watched. */
  const laterSteps = new Map<Contestant, StepsOfCalls>();
  const alive = (): Contestant[] => contestants.filter((contestant) => !failures.has(contestant));

  const roundCalls = await fittingRounds();
  const callsOf = (contestant: Contestant): number => roundCalls.get(contestant) ?? ROUND_CALLS[0];
  const warmUpRounds = await warmUp();
  await takeRounds();
  const series = new SeriesTaker(contestants, { core, runner, request, random, attempt, alive });
  let isCut = false;
  if (request.purpose !== "comparison" || request.processIndex < ROUNDS_ONLY_FROM) {
    await takeGarbageCollection();
    isCut = await takeSeries();
  }

  const results = new Map<Contestant, TimeRun>();
  const ownWarnings = new Map<Contestant, readonly string[]>();
  for (const contestant of alive()) {
    const calls = callsOf(contestant);
    const isWhole = calls === ROUND_CALLS[0];
    if (!isWhole) ownWarnings.set(contestant, [fewerInFlight(calls, request.purpose === "comparison")]);
    results.set(contestant, {
      ...toRun(samples.get(contestant)!, series.trials.get(contestant)!, warmUpRounds * calls),
      ...(isWhole ? {} : { roundCalls: calls }),
      ...ioCallsOfLater(contestant),
      ...(isCut ? { isCut } : {}),
    });
  }
  return { results, failures, ownWarnings };

  /** Calls of a round with which contestants can be timed: as many as each can be; the same of those that are compared. */
  async function fittingRounds(): Promise<ReadonlyMap<Contestant, number>> {
    const told = new Map((request.roundCalls ?? []).map(({ id, calls }) => [id, calls]));
    const fitting = new Map<Contestant, number>();
    for (const contestant of alive()) {
      await attempt(contestant, async () => {
        const known = told.get(contestant.target.source.id);
        fitting.set(contestant, known ?? (await fittingRoundOf(contestant)));
      });
    }
    if (request.purpose !== "comparison") return fitting;
    const fewest = Math.min(...fitting.values());
    return new Map([...fitting.keys()].map((contestant) => [contestant, fewest]));
  }

  /** The most, tried from the fewest on, as a call may take longer the more are in flight. */
  async function fittingRoundOf({ start, coldMilliseconds }: Contestant): Promise<number> {
    if (coldMilliseconds * ROUND_CALLS[0] <= ROUND_AT_MOST) return ROUND_CALLS[0];
    let fits: number = ROUND_CALLS.at(-1)!;
    for (const calls of ROUND_CALLS.toReversed()) {
      const each = (await round(start, calls)) / 1e6;
      if (calls > fits && each * calls > ROUND_AT_MOST) break;
      fits = calls;
      // They may get warm yet.
      if (each * 10 * calls > COLD * ROUND_AT_MOST) break;
    }
    return fits;
  }

  /** Gives how many rounds there were of each contestant. */
  async function warmUp(): Promise<number> {
    let rounds = 0;
    const most = Math.max(...alive().map(callsOf));
    // A process that has loaded much is not to time code that the engine is still compiling: that would be for nothing.
    const goesOn = request.purpose !== "comparison" && request.isQuick !== true;
    const extraAtMost = goesOn ? EXTRA_WARM_UP.milliseconds * contestants.length : 0;
    const isDue = (): boolean =>
      share() < plan.warmUpUntil || (rounds * most < EXTRA_WARM_UP.calls && spent() < extraAtMost);
    // What was done before is no warming up.
    const shareBefore = share();
    while (rounds * most < WARM_UP_CALLS && (rounds === 0 || isDue())) {
      report(share(), "warming up");
      // Nothing is timed: each would take as long as a round, and leave half of them.
      const collects = rounds % WARM_UP_COLLECTS_EVERY === 0;
      for (const contestant of shuffled(alive(), random)) {
        await attempt(contestant, async () => {
          if (rounds === 0) await watchedRound(contestant);
          else await round(contestant.start, callsOf(contestant), collects);
          if (rounds % plan.floorEvery === 0) await round(floorOf(contestant), FLOOR_CALLS, collects);
        });
      }
      rounds++;
    }
    // Every fourth round is too few for the floor where there are few; a bare call takes next to nothing.
    if (goesOn) {
      await warmUpFloors(rounds / plan.floorEvery);
      extra = Math.max(0, share() - Math.max(plan.warmUpUntil, shareBefore)) * budget;
    }
    return rounds;
  }

  /** @param rounds Of each floor that were made already. */
  async function warmUpFloors(rounds: number): Promise<void> {
    for (let made = rounds; made * FLOOR_CALLS < EXTRA_WARM_UP.calls; made++)
      for (const contestant of alive())
        await attempt(contestant, async () => {
          await round(floorOf(contestant), FLOOR_CALLS, false);
        });
  }

  function leastRounds(): number {
    return isLate() ? ROUNDS_WHEN_LATE : ROUNDS_AT_LEAST;
  }

  async function takeRounds(): Promise<void> {
    for (
      let rounds = 0;
      rounds < ROUNDS_AT_MOST && (rounds < leastRounds() || share() < plan.roundsUntil);
      rounds += 2
    ) {
      report(share(), "timing some calls at a time");
      const order = shuffled(alive(), random);
      for (const contestant of [...order, ...order.toReversed()]) {
        if (failures.has(contestant)) continue;
        await attempt(contestant, async () => {
          samples
            .get(contestant)!
            .nanosecondsPerCall.push(await round(contestant.start, callsOf(contestant)));
        });
      }
      if (rounds % plan.floorEvery !== 0) continue;
      for (const contestant of alive()) {
        await attempt(contestant, async () => {
          samples
            .get(contestant)!
            .floorNanosecondsPerCall.push(await round(floorOf(contestant), FLOOR_CALLS));
        });
      }
    }
  }

  /** In a stretch of its own, as the rounds are kept free of collections. */
  async function takeGarbageCollection(): Promise<void> {
    if (isLate()) return;
    for (const contestant of shuffled(alive(), random)) {
      await attempt(contestant, async () => {
        core.clock = virtual;
        core.latencyMilliseconds = typicalMilliseconds(options.latency, callsOf(contestant));
        harness.collectGarbage?.({ type: "minor" });
        const meter = collectionMeter();
        for (let calls = 0; calls === 0 || (meter.milliseconds() < STRETCH && calls < WARM_UP_CALLS);) {
          succeeded(await runner.run(contestant.start, callsOf(contestant)));
          calls += callsOf(contestant);
        }
        samples.get(contestant)!.garbageCollectionShare = meter.share();
      });
    }
  }

  /** Gives whether fewer n were taken than were asked for, as the calls take so long. */
  async function takeSeries(): Promise<boolean> {
    const slowest = Math.max(0, ...alive().map((one) => Math.min(...samples.get(one)!.nanosecondsPerCall)));
    series.keepTo(Math.max(0, lateAfter - spent()), slowest / 1e6);
    if (isLate()) return true;
    // Also where each n is taken once: a single sample of cold code would stand for all.
    await series.prepare();
    do {
      await series.takePass(request.processIndex * plan.seriesAtMost, (n) =>
        report(share(), `timing ${n} calls together`),
      );
    } while (share() < 1 && alive().length > 0 && series.passes < plan.seriesAtMost);
    return series.isCut;
  }

  function floorOf(contestant: Contestant): StartCall {
    return floorCall(core, (laterSteps.get(contestant) ?? contestant.recording).steps);
  }

  /** What calls make that came after others, so that the floor is of as many I/O calls as what is timed. */
  async function watchedRound(contestant: Contestant): Promise<void> {
    const calls = callsOf(contestant);
    const steps = await stepsOfCalls(core, calls, () => round(contestant.start, calls));
    if (isUnlike(steps.ioCallsEach, contestant.recording.operations.length))
      laterSteps.set(contestant, steps);
  }

  function ioCallsOfLater(contestant: Contestant): Pick<TimeRun, "ioCallsPerCall"> {
    const steps = laterSteps.get(contestant);
    return steps === undefined ? {} : { ioCallsPerCall: steps.ioCallsEach };
  }

  /** CPU nanoseconds a call of one round. */
  async function round(start: StartCall, calls: number, collects = true): Promise<number> {
    core.clock = virtual;
    core.latencyMilliseconds = typicalMilliseconds(options.latency, calls);
    if (collects && roundsTaken++ % plan.collectEvery === 0) harness.collectGarbage?.({ type: "minor" });
    const trial = succeeded(await runner.run(start, calls));
    return (trial.busyMilliseconds * 1e6) / calls;
  }

  async function attempt(contestant: Contestant, action: () => Promise<void>): Promise<void> {
    core.forgetEnds();
    try {
      contestant.target.fakes.enter();
      await action();
    } catch (error) {
      failures.set(contestant, explainCall(error, contestant.target, core));
    }
  }
}

function fewerInFlight(calls: number, isCompared: boolean): string {
  return `${isCompared ? "Calls of what is compared" : "Its calls"} take so long that they were timed ${calls === 1 ? "one" : calls} at a time instead of ${ROUND_CALLS[0]}.`;
}

function newSamples(): Samples {
  return {
    nanosecondsPerCall: [],
    floorNanosecondsPerCall: [],
    garbageCollectionShare: undefined,
  };
}

function toRun(
  samples: Samples,
  series: ReadonlyMap<number, readonly LoadedTrial[]>,
  calls: number,
): TimeRun {
  const { garbageCollectionShare } = samples;
  return {
    warmUp: { calls, isSteady: isSteady(samples.nanosecondsPerCall) },
    ...(garbageCollectionShare === undefined ? {} : { garbageCollectionShare }),
    nanosecondsPerCall: samples.nanosecondsPerCall,
    floorNanosecondsPerCall: samples.floorNanosecondsPerCall,
    series: [...series].map(([n, trials]) => {
      const failures = trials.flatMap((trial) => trial.failures ?? []);
      return {
        n,
        milliseconds: trials.map(({ milliseconds }) => milliseconds),
        firstResolvedMilliseconds: trials.map(({ firstResolvedMilliseconds: first }) => first),
        latencyMilliseconds: trials.map(({ latencyMilliseconds: latency }) => latency),
        ...(failures.length === 0 ? {} : { failures }),
      };
    }),
  };
}
