import v8 from "node:v8";
import { typicalMilliseconds } from "../../latency.ts";
import type { MemoryRun, RunRequest } from "../../protocol.ts";
import type { CallRunner } from "../call/run-calls.ts";
import { explainCall } from "../explain-call.ts";
import { harness } from "../harness/intrinsics.ts";
import type { IoCore } from "../io/io-core.ts";
import type { Contestant, Outcome, Report } from "./contestant.ts";
import { Scales, type Weight } from "./scales.ts";

/** Calls that are weighed together: many, so that what is not theirs hardly counts. */
const CALLS = 1000;
/** One of them may be disturbed, by a message to the host for one. */
const REPETITIONS_AT_LEAST = 3;
/** What is allocated is disturbed more often, as nothing is collected before it is read: so more of them, as the median counts. */
const ALLOCATIONS_A_REPETITION = 2;
const REPETITIONS_AT_MOST = 5;
/** Calls before anything is taken, so that code and inline caches are there. */
const WARM_UP_CALLS = 200;
/** Of the heap's limit; calls that would hold more could end the process, and with it every answer. */
const HEAP_SHARE = 0.6;

interface Samples {
  readonly bytesInFlightPerCall: number[];
  readonly bytesAllocatedPerCall: number[];
  readonly bytesRetainedPerCall: number[];
  readonly peaks: Map<number, number[]>;
  readonly leftOut: Set<number>;
  /** The step of the clock at which calls hold most, once it has been found. */
  heaviestStep: number | null;
}

/**
 * Weighs the calls of all contestants in turn: bytes that a call in flight holds, bytes that a call allocates until it
 * has settled, bytes that it still holds afterwards, and the greatest live heap over n. All I/O is on the virtual
 * clock.
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
  const scales = new Scales(core, runner);
  const { options, processBudgetMilliseconds: budget } = request;
  // Code that is thrown away, or compiled again, between two readings would count as the target's. These two are set
  // here since not every runtime knows them, and it would not start with a flag that it does not know.
  v8.setFlagsFromString("--no-flush-bytecode");
  v8.setFlagsFromString("--no-maglev");
  const began = harness.now();
  const share = (): number => Math.min((harness.now() - began) / budget, 1);
  const failures = new Map<Contestant, unknown>();
  const samples = new Map<Contestant, Samples>(contestants.map((contestant) => [contestant, newSamples()]));
  const latency = (n: number): number => typicalMilliseconds(options.latency, n);

  await each(async ({ start }) => {
    await scales.warmUp(start, WARM_UP_CALLS, latency(CALLS));
  });
  for (let i = 0; i < REPETITIONS_AT_MOST && (i < REPETITIONS_AT_LEAST || share() < 1); i++) {
    report(share(), "weighing calls in flight");
    await each(async ({ start }, own) => {
      if (i === 0) {
        scales.settle();
        const { heldBytes, heaviestStep, retainedBytes } = await scales.weigh(start, CALLS, latency(CALLS));
        own.heaviestStep = heaviestStep;
        addWeight(own, { heldBytes, retainedBytes });
      } else if (own.heaviestStep === null) {
        addWeight(own, await scales.weigh(start, CALLS, latency(CALLS)));
      } else {
        addWeight(own, await scales.weighAt(own.heaviestStep, start, CALLS, latency(CALLS)));
      }
      for (let j = 0; j < ALLOCATIONS_A_REPETITION; j++) {
        own.bytesAllocatedPerCall.push((await scales.allocated(start, CALLS, latency(CALLS))) / CALLS);
      }
    });
  }
  // It is the same in every process.
  const concurrency = request.withConstants ? options.concurrency : [];
  for (const n of concurrency) {
    report(share(), `weighing ${n} calls together`);
    await each(async ({ start }, own) => {
      if (own.heaviestStep === null) return;
      if (n * own.bytesInFlightPerCall[0]! > roomBytes()) {
        own.leftOut.add(n);
        return;
      }
      const heldBytes = await scales.heldAt(own.heaviestStep, start, n, latency(n));
      if (heldBytes !== null) own.peaks.set(n, [heldBytes]);
    });
  }

  const results = new Map<Contestant, MemoryRun>();
  for (const [contestant, own] of samples) {
    if (!failures.has(contestant)) results.set(contestant, toRun(own));
  }
  return { results, failures };

  /** Who fails is left out from there on. */
  async function each(action: (contestant: Contestant, own: Samples) => Promise<void>): Promise<void> {
    for (const [contestant, own] of samples) {
      if (failures.has(contestant)) continue;
      core.forgetEnds();
      try {
        contestant.target.fakes.enter();
        await action(contestant, own);
      } catch (error) {
        failures.set(contestant, explainCall(error, contestant.target, core));
      }
    }
  }
}

function addWeight(
  own: Samples,
  { heldBytes, retainedBytes }: Pick<Weight, "heldBytes" | "retainedBytes">,
): void {
  if (heldBytes !== null && own.heaviestStep !== null) own.bytesInFlightPerCall.push(heldBytes / CALLS);
  own.bytesRetainedPerCall.push(retainedBytes / CALLS);
}

/** Bytes that calls may hold without danger. */
function roomBytes(): number {
  const { heap_size_limit: limit, used_heap_size: used } = v8.getHeapStatistics();
  return HEAP_SHARE * limit - used;
}

function newSamples(): Samples {
  return {
    bytesInFlightPerCall: [],
    bytesAllocatedPerCall: [],
    bytesRetainedPerCall: [],
    peaks: new Map(),
    leftOut: new Set(),
    heaviestStep: null,
  };
}

function toRun(own: Samples): MemoryRun {
  return {
    bytesInFlightPerCall: own.bytesInFlightPerCall,
    bytesAllocatedPerCall: own.bytesAllocatedPerCall,
    bytesRetainedPerCall: own.bytesRetainedPerCall,
    series: [...own.peaks].map(([n, peakBytes]) => ({ n, peakBytes })),
    leftOut: [...own.leftOut],
  };
}
