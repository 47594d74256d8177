import type { StackRun } from "../../protocol.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import type { IoCore } from "../io/io-core.ts";
import type { OnClock } from "./inject.ts";
import { succeeded } from "./contestant.ts";
import { Scales } from "./scales.ts";

type OptionCost = StackRun["options"][number];

/** One side of the comparison. */
export interface Side {
  readonly start: StartCall;
  /** How many operations of one call wait at the same time at most. */
  readonly inFlightEach: number;
  /** What the calls see of the clock. */
  readonly onClock: OnClock;
  /** What must be in place around its calls; gives what takes it away again. */
  readonly enter: () => () => void;
}

/** Calls of a round, and of a weighing. */
const CALLS = 50;
const HELD_CALLS = 300;
/** What the engine compiles beside a weighing comes into the heap as well, so that the middle one counts. */
const WEIGHINGS = 3;
/** Rounds of each side: before any counts, so that both have been compiled, and then for the ratio. */
const WARM_UP = { least: 3, most: 15, milliseconds: 60 };
const ROUNDS = { least: 11, most: 41, milliseconds: 150 };
const LATENCY_MILLISECONDS = 1;
/** The finest that the processor's time is told in. */
const LEAST_MILLISECONDS = 0.001;
/** As a user's program keeps them. */
const STACK_FRAMES = 10;

/**
 * What a long-stack option costs: calls with and without it in turn in this one process, with the stack depth that
 * programs have by default. Time as the ratio of each pair of rounds, the order changing from pair to pair; bytes as
 * the difference of a call in flight, and of what a call allocates.
 */
export async function costOfOption(
  flag: string,
  [without, withOption]: readonly [Side, Side],
  core: IoCore,
  runner: CallRunner,
): Promise<OptionCost> {
  const { stackTraceLimit } = harness.Error;
  harness.Error.stackTraceLimit = STACK_FRAMES;
  try {
    await ratios(WARM_UP);
    const timeRatios = await ratios(ROUNDS);
    const more = { held: [] as number[], allocated: [] as number[] };
    for (let weighing = 0; weighing < WEIGHINGS; weighing++) {
      const light = await weightOf(without);
      const heavy = await weightOf(withOption);
      if (light.held !== null && heavy.held !== null) more.held.push(heavy.held - light.held);
      more.allocated.push(heavy.allocated - light.allocated);
    }
    const held = middleOf(more.held);
    return {
      flag,
      timeRatios,
      ...(held === undefined ? {} : { bytesInFlightPerCall: held }),
      bytesAllocatedPerCall: middleOf(more.allocated)!,
    };
  } finally {
    harness.Error.stackTraceLimit = stackTraceLimit;
  }

  /** The ratio of each pair of rounds, while the time lasts. */
  async function ratios({ least, most, milliseconds }: typeof ROUNDS): Promise<number[]> {
    const began = harness.now();
    const taken: number[] = [];
    while (taken.length < most && (taken.length < least || harness.now() - began < milliseconds)) {
      const isReversed = taken.length % 2 === 1;
      const first = await timeOf(isReversed ? withOption : without);
      const second = await timeOf(isReversed ? without : withOption);
      taken.push(isReversed ? first / second : second / first);
    }
    return taken;
  }

  /** Milliseconds of processor time of one round: others that use the processor meanwhile do not count. */
  async function timeOf({ start, onClock, enter }: Side): Promise<number> {
    const leave = enter();
    try {
      core.clock = onClock(new VirtualClock());
      core.latencyMilliseconds = LATENCY_MILLISECONDS;
      harness.collectGarbage?.({ type: "minor" });
      const before = harness.cpuMilliseconds();
      succeeded(await runner.run(start, CALLS));
      return Math.max(harness.cpuMilliseconds() - before, LEAST_MILLISECONDS);
    } finally {
      leave();
    }
  }

  /** Bytes a call. */
  async function weightOf({
    start,
    inFlightEach,
    onClock,
    enter,
  }: Side): Promise<{ held: number | null; allocated: number }> {
    const leave = enter();
    try {
      const scales = new Scales(core, runner, inFlightEach, onClock);
      const { heldBytes } = await scales.weigh(start, HELD_CALLS, LATENCY_MILLISECONDS);
      const allocated = await scales.allocated(start, HELD_CALLS, LATENCY_MILLISECONDS);
      return { held: heldBytes === null ? null : heldBytes / HELD_CALLS, allocated: allocated / HELD_CALLS };
    } finally {
      leave();
    }
  }
}

/** The one in the middle; the greater of both where there are two. */
function middleOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
