import v8 from "node:v8";
import { typicalMilliseconds } from "../../latency.ts";
import { leakBytes } from "../../leak.ts";
import type { MemoryRun, RunRequest } from "../../protocol.ts";
import type { CallRunner } from "../call/run-calls.ts";
import { explainCall } from "../explain-call.ts";
import { hearPlainPuts } from "../fakes/plain/plain-puts.ts";
import { hearPuts } from "../fakes/universal/traps.ts";
import { harness } from "../harness/intrinsics.ts";
import type { IoCore } from "../io/io-core.ts";
import type { Contestant, Outcome, Report } from "./contestant.ts";
import { Scales, type Weight } from "./scales.ts";

/** Calls that are weighed together: many, so that what is not theirs hardly counts. */
const CALLS = [1000, 100, 10] as const;
/** Milliseconds of CPU time that weighing as many may take: else it is fewer. */
const WEIGHING_AT_MOST = 3_000;
/** Milliseconds of CPU time for the greatest live heap over n. */
const PEAKS_AT_MOST = 3_000;
/** One of them may be disturbed, by a message to the host for one. */
const REPETITIONS_AT_LEAST = 3;
/** What is allocated is disturbed more often, as nothing is collected before it is read: so more of them, as the median counts. */
const ALLOCATIONS_A_REPETITION = 2;
const REPETITIONS_AT_MOST = 5;
/** Calls before anything is taken, so that code and inline caches are there. */
const WARM_UP_CALLS = 200;
/** Calls by which it is told how long one takes, once they are warm. */
const TIMED_CALLS = 20;
/** Where that would take more milliseconds of CPU time, so many calls are made together until it is so late. */
const SLOW_WARM_UP = { calls: 3, milliseconds: 1_000 } as const;
/** Of the heap's limit; calls that would hold more could end the process, and with it every answer. */
const HEAP_SHARE = 0.6;

interface Samples {
  /** Of CPU time, warm. */
  millisecondsPerCall: number;
  /** So many are weighed together. */
  calls: number;
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
  const inFlightEach = Math.max(...contestants.map(({ recording }) => recording.mostInFlight));
  const scales = new Scales(core, runner, inFlightEach);
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

  report(0, "warming up");
  await each(async (contestant, own) => {
    own.millisecondsPerCall = await warmUp(contestant);
  });
  const isCompared = request.purpose === "comparison";
  const slowest = Math.max(0, ...[...samples.values()].map((own) => own.millisecondsPerCall));
  // What is compared is weighed alike.
  for (const own of samples.values())
    own.calls = callsThatFit(isCompared ? slowest : own.millisecondsPerCall);
  for (let i = 0; i < REPETITIONS_AT_MOST && (i < REPETITIONS_AT_LEAST || share() < 1); i++) {
    report(share(), "weighing calls in flight");
    await each(async ({ start }, own) => {
      const { calls } = own;
      if (i === 0) {
        scales.settle();
        const { heldBytes, heaviestStep, retainedBytes } = await scales.weigh(start, calls, latency(calls));
        own.heaviestStep = heaviestStep;
        addWeight(own, calls, { heldBytes, retainedBytes });
      } else if (own.heaviestStep === null) {
        addWeight(own, calls, await scales.weigh(start, calls, latency(calls)));
      } else {
        addWeight(own, calls, await scales.weighAt(own.heaviestStep, start, calls, latency(calls)));
      }
      for (let j = 0; j < ALLOCATIONS_A_REPETITION; j++) {
        own.bytesAllocatedPerCall.push((await scales.allocated(start, calls, latency(calls))) / calls);
      }
    });
  }
  // It is the same in every process.
  const concurrency = request.withConstants ? options.concurrency : [];
  let callsBefore = 0;
  for (const n of [...concurrency].sort((a, b) => a - b)) {
    callsBefore += n;
    report(share(), `weighing ${n} calls together`);
    await each(async ({ start }, own) => {
      const each = isCompared ? slowest : own.millisecondsPerCall;
      const isTooLong = own.calls < CALLS[0] && callsBefore * each > PEAKS_AT_MOST;
      if (own.heaviestStep === null || isTooLong) return;
      if (n * own.bytesInFlightPerCall[0]! > roomBytes()) {
        own.leftOut.add(n);
        return;
      }
      const heldBytes = await scales.heldAt(own.heaviestStep, start, n, latency(n));
      if (heldBytes !== null) own.peaks.set(n, [heldBytes]);
    });
  }
  report(share(), "weighing what calls leave behind");
  await each(async ({ start, target }, own) => {
    const { calls, bytesRetainedPerCall: all } = own;
    if (Math.min(...all) < leakBytes(calls)) return;
    // Whoever calls gives each its own: what calls put into the stand-ins that all of them are given is not left behind.
    for (const at of all.keys()) {
      const takesOut = [hearPuts(), hearPlainPuts(target)];
      const takeOut = (): void => {
        for (const one of takesOut) one();
      };
      all[at] = (await scales.retained(start, calls, latency(calls), takeOut)) / calls;
    }
  });

  const results = new Map<Contestant, MemoryRun>();
  for (const [contestant, own] of samples) {
    if (!failures.has(contestant)) results.set(contestant, toRun(own));
  }
  const ownWarnings = new Map(
    [...samples].flatMap(([contestant, { calls }]) =>
      calls < CALLS[0] ? [[contestant, [fewerCalls(calls, isCompared)]] as const] : [],
    ),
  );
  return { results, failures, ownWarnings };

  /** Gives milliseconds of CPU time of a call that is as warm as it gets. */
  async function warmUp({ start, coldMilliseconds }: Contestant): Promise<number> {
    const timed = async (calls: number): Promise<number> => {
      const before = harness.cpuMilliseconds();
      await scales.warmUp(start, calls, latency(CALLS[0]));
      // It calls each twice.
      return (harness.cpuMilliseconds() - before) / (2 * calls);
    };
    if (2 * (WARM_UP_CALLS + TIMED_CALLS) * coldMilliseconds < SLOW_WARM_UP.milliseconds) {
      await timed(WARM_UP_CALLS);
      return await timed(TIMED_CALLS);
    }
    const begun = harness.cpuMilliseconds();
    let last = 0;
    for (let calls = 0; calls < WARM_UP_CALLS; calls += SLOW_WARM_UP.calls) {
      last = await timed(SLOW_WARM_UP.calls);
      if (harness.cpuMilliseconds() - begun > SLOW_WARM_UP.milliseconds) break;
    }
    return last;
  }

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

/** The most that can be weighed in time; the fewest where none can. */
export function callsThatFit(millisecondsPerCall: number): number {
  const weighings = REPETITIONS_AT_LEAST * (1 + ALLOCATIONS_A_REPETITION);
  const fits = (calls: number): boolean => weighings * calls * millisecondsPerCall <= WEIGHING_AT_MOST;
  return CALLS.find(fits) ?? CALLS.at(-1)!;
}

/** Said where calls take so long that fewer are weighed than otherwise. */
function fewerCalls(calls: number, isCompared: boolean): string {
  return `${isCompared ? "Calls of what is compared" : "Its calls"} take so long that ${calls} of them were weighed together instead of ${CALLS[0]}, and the peak of the most together may be left out.`;
}

function addWeight(
  own: Samples,
  calls: number,
  { heldBytes, retainedBytes }: Pick<Weight, "heldBytes" | "retainedBytes">,
): void {
  if (heldBytes !== null && own.heaviestStep !== null) own.bytesInFlightPerCall.push(heldBytes / calls);
  own.bytesRetainedPerCall.push(retainedBytes / calls);
}

/** Bytes that calls may hold without danger. */
function roomBytes(): number {
  const { heap_size_limit: limit, used_heap_size: used } = v8.getHeapStatistics();
  return HEAP_SHARE * limit - used;
}

function newSamples(): Samples {
  return {
    millisecondsPerCall: 0,
    calls: CALLS[0],
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
    ...(own.calls === CALLS[0] ? {} : { weighedCalls: own.calls }),
  };
}
