import type { Latency } from "../benchmark-options.ts";
import type { RunRequest, TimeRun } from "../protocol.ts";
import type { CallRunner, StartCall, Trial } from "./calls.ts";
import { RealClock, VirtualClock, type Clock } from "./clock.ts";
import { whyFailed, type Contestant, type Report } from "./contestant.ts";
import { engine } from "./engine.ts";
import { asLongAs, forEachInTurn, type Next } from "./flow.ts";
import type { Io } from "./io.ts";
import { seededRandom, shuffled } from "./random.ts";

/** CPU time a call is taken with so many calls in flight. */
const ROUND_CALLS = 100;
const WARM_UP_CALLS = 30_000;
/** Even, as every order is followed by its reverse. */
const ROUNDS_AT_LEAST = 6;
const ROUNDS_AT_MOST = 2_000;
const FLOOR_EVERY = 4;
const SERIES_AT_MOST = 200;
/** Shares of the budget at which warming up and the rounds end, as in the worker for today's Node. */
const PLANS = {
  benchmark: { warmUpUntil: 0.3, roundsUntil: 0.65, seriesAtMost: SERIES_AT_MOST },
  comparison: { warmUpUntil: 0.4, roundsUntil: 0.95, seriesAtMost: 1 },
} as const;

interface Samples {
  readonly nanosecondsPerCall: number[];
  readonly floorNanosecondsPerCall: number[];
  readonly series: { n: number; milliseconds: number[]; firstResolvedMilliseconds: number[] }[];
}

/** Milliseconds of an I/O call with n calls in flight. Other models are refused before anything is measured. */
export function latencyOf(latency: Latency, n: number): number {
  if (latency.model === "fixed") return latency.milliseconds;
  return latency.model === "load-dependent" ? latency.millisecondsPerCallInFlight * n : 1;
}

/** What the fake I/O alone costs: as many bare operations in the same sequence, by plain callbacks. */
export function floorCall(io: Io, steps: readonly number[]): StartCall {
  return (settled) => {
    let step = 0;
    let waiting = 1;
    const next = (): void => {
      if (--waiting > 0) return;
      if (step === steps.length) {
        settled(null);
        return;
      }
      waiting = steps[step++]!;
      for (let i = waiting; i > 0; i--) io.call("floor", undefined, next);
    };
    next();
  };
}

/**
 * Takes time of all contestants, round by round, so that what disturbs the machine disturbs all alike; every second
 * round has the reverse of the random order before it. A contestant that fails is ended and left out.
 */
export function measureTime(
  contestants: readonly Contestant[],
  request: RunRequest,
  io: Io,
  runner: CallRunner,
  report: Report,
  done: (runs: (TimeRun | null)[]) => void,
): void {
  const { options, processBudgetMilliseconds: budget, processIndex } = request;
  const plan = PLANS[request.purpose ?? "benchmark"];
  const random = seededRandom(options.seed * 7919 + processIndex);
  const rounds = new VirtualClock();
  const loaded = new VirtualClock();
  loaded.lockstep = false;
  const chosen: Clock = options.clock === "virtual" ? loaded : new RealClock();
  const began = engine.now();
  const share = (): number => (engine.now() - began) / budget;
  const samples = contestants.map((): Samples => ({
    nanosecondsPerCall: [],
    floorNanosecondsPerCall: [],
    series: options.concurrency.map((n) => ({ n, milliseconds: [], firstResolvedMilliseconds: [] })),
  }));
  const indices = contestants.map((_, index) => index);
  const alive = (): number[] => indices.filter((index) => contestants[index]!.ended === null);

  const take = (
    index: number,
    start: StartCall,
    [clock, n]: readonly [Clock, number],
    taken: (trial: Trial) => void,
    next: Next,
  ): void => {
    const contestant = contestants[index]!;
    if (contestant.ended !== null) {
      next();
      return;
    }
    io.forgetEnds();
    io.clock = clock;
    io.latencyMilliseconds = latencyOf(options.latency, n);
    if (clock === rounds && engine.collectGarbage !== undefined) engine.collectGarbage(true);
    runner.run(start, n, (trial) => {
      contestant.ended = whyFailed(trial, contestant, io);
      if (contestant.ended === null) taken(trial);
      next();
    });
  };
  const nanoseconds = ({ busyMilliseconds }: Trial): number => (busyMilliseconds * 1e6) / ROUND_CALLS;
  const ignore = (): void => undefined;
  const target = (index: number): StartCall => contestants[index]!.start;
  const floor = (index: number): StartCall => floorCall(io, contestants[index]!.recording.steps);

  let warmUpCalls = 0;
  const warmUp = (next: Next): void => {
    report(share(), "warming up");
    const withFloor = warmUpCalls % (FLOOR_EVERY * ROUND_CALLS) === 0;
    warmUpCalls += ROUND_CALLS;
    forEachInTurn(
      shuffled(alive(), random),
      (index, after) =>
        take(index, target(index), [rounds, ROUND_CALLS], ignore, () => {
          if (withFloor) take(index, floor(index), [rounds, ROUND_CALLS], ignore, after);
          else after();
        }),
      next,
    );
  };

  let taken = 0;
  const takeRounds = (next: Next): void => {
    report(share(), `timing ${ROUND_CALLS} calls at a time`);
    const order = shuffled(alive(), random);
    const withFloor = taken % FLOOR_EVERY === 0;
    taken += 2;
    const push = (index: number) => (trial: Trial) => {
      samples[index]!.nanosecondsPerCall.push(nanoseconds(trial));
    };
    const floors = (after: Next): void =>
      forEachInTurn(
        withFloor ? alive() : [],
        (index, next) =>
          take(
            index,
            floor(index),
            [rounds, ROUND_CALLS],
            (trial) => samples[index]!.floorNanosecondsPerCall.push(nanoseconds(trial)),
            next,
          ),
        after,
      );
    forEachInTurn(
      order.concat(order.slice().reverse()),
      (index, after) => take(index, target(index), [rounds, ROUND_CALLS], push(index), after),
      () => floors(next),
    );
  };

  let passes = 0;
  const takeSeries = (next: Next): void => {
    passes++;
    forEachInTurn(
      shuffled(
        options.concurrency.map((_, at) => at),
        random,
      ),
      (at, after) => {
        const n = options.concurrency[at]!;
        report(share(), `timing ${n} calls together`);
        forEachInTurn(
          shuffled(alive(), random),
          (index, following) =>
            take(
              index,
              target(index),
              [chosen, n],
              ({ simulatedMilliseconds, firstSettledMilliseconds }) => {
                const own = samples[index]!.series[at]!;
                own.milliseconds.push(simulatedMilliseconds);
                own.firstResolvedMilliseconds.push(firstSettledMilliseconds);
              },
              following,
            ),
          after,
        );
      },
      next,
    );
  };

  const someAlive = (): boolean => alive().length > 0;
  asLongAs(
    () => someAlive() && warmUpCalls < WARM_UP_CALLS && (warmUpCalls === 0 || share() < plan.warmUpUntil),
    warmUp,
    () =>
      asLongAs(
        () =>
          someAlive() && taken < ROUNDS_AT_MOST && (taken < ROUNDS_AT_LEAST || share() < plan.roundsUntil),
        takeRounds,
        () =>
          asLongAs(
            () => someAlive() && (passes === 0 || (share() < 1 && passes < plan.seriesAtMost)),
            takeSeries,
            () => done(samples.map((own, index) => (contestants[index]!.ended === null ? { ...own } : null))),
          ),
      ),
  );
}
