import type { MemoryRun, RunRequest } from "../protocol.ts";
import type { CallRunner, Trial } from "./calls.ts";
import { VirtualClock } from "./clock.ts";
import { whyFailed, type Contestant, type Report } from "./contestant.ts";
import { engine, majorOfNode } from "./engine.ts";
import { asLongAs, forEachInTurn, type Next } from "./flow.ts";
import type { Io } from "./io.ts";
import { latencyOf } from "./time.ts";

/** Calls that are weighed together: many, so that what is not theirs hardly counts. */
const CALLS = 1000;
const REPETITIONS = 3;
const WARM_UP_CALLS = 200;

/**
 * Whether the heap's growth over some calls is what they allocated: where the young generation can be made so large
 * that nothing is collected meanwhile. Found by allocating 48 MB on each: 4 to 10 and from 14 on.
 */
export function tellsAllocation(): boolean {
  const major = majorOfNode();
  return major !== null && ((major >= 4 && major <= 10) || major >= 14);
}

/** Whether garbage can be collected on demand: what is left then is what calls hold. */
export function canWeigh(): boolean {
  return engine.collectGarbage !== undefined;
}

/**
 * Weighs the calls of all contestants in turn, on the virtual clock: bytes that a call in flight holds, at the step at
 * which all together hold most, bytes that it allocates where the engine can tell, and the live heap over n.
 */
export function measureMemory(
  contestants: readonly Contestant[],
  request: RunRequest,
  io: Io,
  runner: CallRunner,
  report: Report,
  done: (runs: (MemoryRun | null)[]) => void,
): void {
  const { options } = request;
  const heap = (): number => {
    engine.collectGarbage!(false);
    return engine.heapUsedBytes();
  };
  const runs = contestants.map((): MemoryRun & { bytesAllocatedPerCall: number[] } => ({
    bytesInFlightPerCall: [],
    bytesAllocatedPerCall: [],
    series: [],
  }));

  /** Runs calls on a clock of their own that `frozen` ones are stepped through; `weighed` gets what they held most. */
  const weigh = (
    contestant: Contestant,
    n: number,
    weighed: (heldBytes: number | null) => void,
    next: Next,
  ): void => {
    if (contestant.ended !== null) {
      next();
      return;
    }
    const clock = new VirtualClock();
    clock.frozen = true;
    io.forgetEnds();
    io.clock = clock;
    io.latencyMilliseconds = latencyOf(options.latency, n);
    clock.reserve(io.latencyMilliseconds, 2 * n);
    const before = heap();
    let held: number | null = null;
    let settledCalls = 0;
    let trial: Trial | null = null;
    runner.run(
      (settled) =>
        contestant.start((error) => {
          settledCalls++;
          settled(error);
        }),
      n,
      (ended) => {
        trial = ended;
      },
    );
    asLongAs(
      () => trial === null,
      (again) =>
        engine.setImmediate(() => {
          if (trial === null && !clock.isIdle()) {
            if (settledCalls === 0) held = Math.max(held ?? 0, heap() - before);
            clock.step();
          }
          again();
        }),
      () => {
        contestant.ended = whyFailed(trial!, contestant, io);
        if (contestant.ended === null) weighed(held);
        next();
      },
    );
  };
  const allocated = (contestant: Contestant, own: number[], next: Next): void => {
    if (contestant.ended !== null || !tellsAllocation()) {
      next();
      return;
    }
    const clock = new VirtualClock();
    clock.reserve(io.latencyMilliseconds, 2 * CALLS);
    io.clock = clock;
    const before = heap();
    runner.run(contestant.start, CALLS, (trial) => {
      const grown = engine.heapUsedBytes() - before;
      contestant.ended = whyFailed(trial, contestant, io);
      if (contestant.ended === null) own.push(Math.max(0, grown) / CALLS);
      next();
    });
  };
  const ignore = (): void => undefined;
  const indices = contestants.map((_, index) => index);
  const repetitions: number[] = [];
  for (let i = 0; i < REPETITIONS; i++) repetitions.push(i);
  // It is the same in every process.
  const concurrency = request.withConstants ? options.concurrency : [];

  const warmUp = (next: Next): void =>
    forEachInTurn(contestants, (contestant, after) => weigh(contestant, WARM_UP_CALLS, ignore, after), next);
  const weighCalls = (repetition: number, next: Next): void => {
    report(repetition / (REPETITIONS + 1), "weighing calls in flight");
    forEachInTurn(
      indices,
      (index, after) => {
        const own = runs[index]!;
        weigh(
          contestants[index]!,
          CALLS,
          (held) => {
            if (held !== null) own.bytesInFlightPerCall.push(held / CALLS);
          },
          () => allocated(contestants[index]!, own.bytesAllocatedPerCall, after),
        );
      },
      next,
    );
  };
  const weighMany = (n: number, next: Next): void => {
    report(REPETITIONS / (REPETITIONS + 1), `weighing ${n} calls together`);
    forEachInTurn(
      indices,
      (index, after) =>
        weigh(
          contestants[index]!,
          n,
          (held) => {
            if (held !== null) runs[index]!.series.push({ n, peakBytes: [held] });
          },
          after,
        ),
      next,
    );
  };
  warmUp(() =>
    forEachInTurn(repetitions, weighCalls, () =>
      forEachInTurn(concurrency, weighMany, () =>
        done(
          runs.map(({ bytesAllocatedPerCall, ...run }, index) => {
            if (contestants[index]!.ended !== null) return null;
            return bytesAllocatedPerCall.length === 0 ? run : { ...run, bytesAllocatedPerCall };
          }),
        ),
      ),
    ),
  );
}
