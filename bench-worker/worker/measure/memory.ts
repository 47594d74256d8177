import v8 from "node:v8";
import { typicalMilliseconds } from "../../latency.ts";
import type { MemoryRun, RunRequest } from "../../protocol.ts";
import { nextTurn, type CallRunner } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import type { IoCore } from "../io/io-core.ts";
import { allocationMeter } from "./allocation.ts";
import { succeeded, type Contestant, type Outcome, type Report } from "./contestant.ts";

/** Calls in flight together when their bytes are taken: many, so that what is not theirs hardly counts. */
const HELD_CALLS = 1000;
/** Each stage costs a full collection. */
const STAGES_AT_MOST = 64;
const REPETITIONS_AT_LEAST = 3;
const REPETITIONS_AT_MOST = 25;
/** Calls before anything is taken, so that code, caches and inline caches are there. */
const WARM_UP_TRIALS = 5;

interface Samples {
  readonly bytesInFlightPerCall: number[];
  readonly bytesAllocatedPerCall: number[];
  readonly peaks: Map<number, number[]>;
}

/**
 * Takes the memory of all contestants in turn: bytes that a call in flight holds, bytes that a call allocates until
 * it has settled, and the peak of the heap over n. All I/O is on the virtual clock.
 *
 * @throws {Unmeasurable} when the runtime was started without `--expose-gc`.
 */
export async function measureMemory(
  contestants: readonly Contestant[],
  core: IoCore,
  runner: CallRunner,
  request: RunRequest,
  report: Report,
): Promise<Outcome<MemoryRun>> {
  const { collectGarbage } = harness;
  if (collectGarbage === undefined) {
    throw new Unmeasurable(
      "unsupported",
      "The runtime cannot collect garbage on demand.",
      "Measure on Node 20 or later.",
    );
  }
  const { options, processBudgetMilliseconds: budget } = request;
  // Code that is thrown away and compiled again between two readings would count as the target's.
  v8.setFlagsFromString("--no-flush-bytecode");
  const began = harness.now();
  const share = (): number => Math.min((harness.now() - began) / budget, 1);
  const failures = new Map<Contestant, unknown>();
  const samples = new Map<Contestant, Samples>();

  for (const contestant of contestants) {
    const own: Samples = { bytesInFlightPerCall: [], bytesAllocatedPerCall: [], peaks: new Map() };
    samples.set(contestant, own);
    await attempt(contestant, async () => {
      for (let i = 0; i < WARM_UP_TRIALS; i++) await free(contestant, HELD_CALLS);
    });
  }
  for (let i = 0; i < REPETITIONS_AT_MOST && (i < REPETITIONS_AT_LEAST || share() < 1); i++) {
    report(share(), "weighing calls in flight");
    for (const contestant of contestants) {
      if (failures.has(contestant)) continue;
      const own = samples.get(contestant)!;
      await attempt(contestant, async () => {
        own.bytesInFlightPerCall.push(await bytesInFlight(contestant));
        own.bytesAllocatedPerCall.push(await bytesAllocated(contestant));
        if (i >= REPETITIONS_AT_LEAST) return;
        for (const n of options.concurrency) {
          const peaks = own.peaks.get(n) ?? [];
          own.peaks.set(n, [...peaks, await peakBytes(contestant, n)]);
        }
      });
    }
  }

  const results = new Map<Contestant, MemoryRun>();
  for (const [contestant, own] of samples) {
    if (!failures.has(contestant)) results.set(contestant, toRun(own));
  }
  return { results, failures };

  async function attempt(contestant: Contestant, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      failures.set(contestant, error);
    }
  }

  /** A clock with room for n operations, so that waiting operations cost no memory of ours. */
  function clockFor(n: number): VirtualClock {
    const clock = new VirtualClock();
    core.clock = clock;
    core.latencyMilliseconds = typicalMilliseconds(options.latency, n);
    clock.reserve(core.latencyMilliseconds, 2 * n);
    return clock;
  }

  async function free({ start }: Contestant, n: number): Promise<void> {
    clockFor(n);
    succeeded(await runner.run(start, n));
  }

  function heapAfterCollection(): number {
    collectGarbage!();
    return harness.heapUsedBytes();
  }

  /**
   * The clock stands still with all n calls waiting; the heap is collected and read against the same with no calls,
   * then the clock takes a step. The greatest of all steps at which every call waited.
   */
  async function bytesInFlight({ start }: Contestant): Promise<number> {
    const clock = clockFor(HELD_CALLS);
    clock.lockstep = true;
    clock.frozen = true;
    // What was freed by finalisers and weak references goes with the second.
    heapAfterCollection();
    const baseline = heapAfterCollection();
    let settledCalls = 0;
    let greatest = 0;
    const trial = runner.run((settled) => {
      start((error) => {
        settledCalls++;
        settled(error);
      });
    }, HELD_CALLS);
    let ended = false;
    const watched = trial.then(
      () => {
        ended = true;
      },
      () => {
        ended = true;
      },
    );
    for (let stage = 0; stage < STAGES_AT_MOST; stage++) {
      await nextTurn();
      // Read at once: from here to the next turn nothing of the target's runs.
      if (settledCalls > 0 || clock.idle) break;
      greatest = Math.max(greatest, heapAfterCollection() - baseline);
      clock.step();
    }
    clock.frozen = false;
    while (!isEnded() && !clock.idle) {
      clock.step();
      await nextTurn();
    }
    await watched;
    succeeded(await trial);
    return greatest / HELD_CALLS;

    function isEnded(): boolean {
      return ended;
    }
  }

  async function bytesAllocated({ start }: Contestant): Promise<number> {
    clockFor(HELD_CALLS);
    heapAfterCollection();
    const meter = allocationMeter();
    const trial = await runner.run(start, HELD_CALLS);
    const bytes = meter();
    succeeded(trial);
    return bytes / HELD_CALLS;
  }

  async function peakBytes({ start }: Contestant, n: number): Promise<number> {
    const clock = clockFor(n);
    const baseline = heapAfterCollection();
    let peak = 0;
    const look = (): void => {
      peak = Math.max(peak, harness.heapUsedBytes() - baseline);
    };
    clock.onTurn = look;
    const trial = await runner.run(start, n);
    look();
    succeeded(trial);
    return peak;
  }
}

function toRun(samples: Samples): MemoryRun {
  return {
    bytesInFlightPerCall: samples.bytesInFlightPerCall,
    bytesAllocatedPerCall: samples.bytesAllocatedPerCall,
    series: [...samples.peaks].map(([n, peakBytes]) => ({ n, peakBytes })),
  };
}
