import { mean, median } from "simple-statistics";
import type { Measure } from "../benchmark-options.ts";
import type { Estimate } from "../numbers.ts";
import type { FakeUse, MemoryResult, TargetIdentity, TargetResult, TimeResult } from "../target-result.ts";
import { ENDS_COLD } from "../cold.ts";
import { leakBytes } from "../leak.ts";
import { withTargetNamed } from "../fakes-file/command.ts";
import type { Preparation } from "../preparation.ts";
import type { Remark } from "../remark.ts";
import type { Counted, MemoryRun, StackRun, TargetRun, TimeRun } from "../protocol.ts";
import { counted, quantity, SIZE_UNITS } from "../quantity.ts";
import { PROCESSES_AT_LEAST } from "./budget.ts";
import { debuggability } from "./stack-levels.ts";
import { estimate, estimateOfTimes, medians, PROCESSES_FOR_INTERVAL } from "./statistics.ts";
import { notInstalledWarnings } from "./not-installed.ts";

type Completed = Extract<TargetRun, { state: "completed" }>;
type Ending = Pick<TargetResult, "state" | "reason" | "hint">;

/** All that was heard of one target so far. */
export interface Tally {
  readonly identity: TargetIdentity;
  /** Null while it is measured. */
  ending: Ending | null;
  /** It has ended without anything measured, as others kept the machine too busy, and for no reason of its own. */
  isStarved: boolean;
  readonly warnings: Set<string>;
  /** By what they say. */
  readonly preparations: Map<string, Preparation>;
  /** By what they say. */
  readonly remarks: Map<string, Remark>;
  readonly quickTime: TimeRun[];
  readonly time: TimeRun[];
  readonly memory: MemoryRun[];
  stack: StackRun | null;
  counters: Completed["counters"] | null;
  readonly fakes: Map<string, FakeUse>;
  scenario?: Completed["scenario"];
  io?: Completed["io"];
  fakesFile?: TargetResult["fakesFile"];
}

/** A tally of which nothing was heard. */
export function newTally(identity: TargetIdentity): Tally {
  return {
    identity,
    ending: null,
    isStarved: false,
    warnings: new Set(),
    preparations: new Map(),
    remarks: new Map(),
    quickTime: [],
    time: [],
    memory: [],
    stack: null,
    counters: null,
    fakes: new Map(),
  };
}

/** Adds what one process said of the target. A quick process's time counts only until there are enough others. */
export function addRun(tally: Tally, measure: Measure, run: TargetRun, quick: boolean): void {
  for (const warning of run.warnings) tally.warnings.add(warning);
  for (const fake of run.fakes) tally.fakes.set(`${fake.expression} ${fake.kind}`, fake);
  if (run.state !== "completed") {
    tally.ending = { state: run.state, reason: run.reason, hint: run.hint };
    return;
  }
  addCounts(tally, run);
  if (measure === "time" && isWhole(run.time)) (quick ? tally.quickTime : tally.time).push(run.time);
  else if (measure === "memory" && run.memory !== undefined && hasBytes(run.memory))
    tally.memory.push(run.memory);
  else if (measure === "stack" && run.stack !== undefined) tally.stack = run.stack;
  else {
    tally.ending = {
      state: "failed",
      reason: `The worker finished but gave no ${measure === "stack" ? "stack traces" : measure}.`,
      hint: "Run it again with a larger budget.",
    };
  }
}

/** Keeps what a process counted, of whose numbers nothing may have come. */
export function addCounted(tally: Tally, run: Counted): void {
  for (const warning of run.warnings) tally.warnings.add(warning);
  for (const fake of run.fakes) tally.fakes.set(`${fake.expression} ${fake.kind}`, fake);
  addCounts(tally, run);
}

function addCounts(tally: Tally, { preparations = [], remarks = [], counters, scenario, io }: Counted): void {
  // The first process decides what the others play.
  if (tally.scenario === undefined && scenario !== undefined) {
    tally.scenario = scenario;
    tally.io = io;
  }
  for (const one of preparations) tally.preparations.set(JSON.stringify(one), one);
  for (const one of remarks) tally.remarks.set(one.text, one);
  // What the source shows is said against the I/O calls of this process.
  tally.counters = { ...tally.counters, ...counters };
  if (counters.inSource === undefined) delete tally.counters.inSource;
}

/** Whether some process has measured that. */
export function hasMeasured({ quickTime, time, memory, stack }: Tally, measure: Measure): boolean {
  switch (measure) {
    case "time":
      return quickTime.length + time.length > 0;
    case "memory":
      return memory.length > 0;
    case "stack":
      return stack !== null;
  }
}

/** How a result is to be told. */
export interface ResultOptions {
  /** Adds what it rests on. */
  readonly withSamples?: boolean | undefined;
  /** The pairs say how sure they are, from paired numbers; how far this target's own lie apart is no matter then. */
  readonly isCompared?: boolean;
}

/** What the document says of the target; `running` while it has no ending. */
export function toResult(
  tally: Tally,
  { withSamples = false, isCompared = false }: ResultOptions = {},
): TargetResult {
  const { identity, ending, stack, counters } = tally;
  const timeRuns = tally.time.length >= PROCESSES_AT_LEAST ? tally.time : [...tally.quickTime, ...tally.time];
  const time = timeResult(timeRuns);
  const memory = memoryResult(tally.memory);
  return {
    target: identity,
    ...(ending === null ? { state: "running" } : named(ending, identity)),
    warnings: [
      ...tally.warnings,
      ...(ending === null
        ? []
        : [
            ...notInstalledWarnings(tally.fakes.values()),
            ...(isCompared ? [] : spreadWarnings(time)),
            ...floorWarnings(time),
            ...(timeRuns.length > 0 && timeRuns.every(({ isCut }) => isCut === true) ? [FEWER_CALLS] : []),
            ...warmthWarnings(timeRuns),
            ...memoryWarnings(memory, tally.memory, { isCompared, waits: (counters?.mostInFlight ?? 0) > 0 }),
          ]),
    ].map((warning) => withTargetNamed(warning, identity)),
    ...(counters === null
      ? {}
      : {
          preparations: [...tally.preparations.values()],
          remarks: [...tally.remarks.values()].map((one) => ({
            ...one,
            text: withTargetNamed(one.text, identity),
          })),
        }),
    ...(time === null ? {} : { time }),
    ...(memory === null ? {} : { memory }),
    ...(stack === null ? {} : debuggability(stack)),
    ...(counters === null ? {} : { counters }),
    fakes: [...tally.fakes.values()],
    ...(tally.scenario === undefined ? {} : { scenario: tally.scenario }),
    ...(tally.io === undefined ? {} : { io: tally.io }),
    ...(tally.fakesFile === undefined ? {} : { fakesFile: tally.fakesFile }),
    ...(withSamples ? { samples: { time: timeRuns, memory: tally.memory } } : {}),
  };
}

/** An ending that says to the user what to type. */
function named({ state, reason, hint }: Ending, identity: TargetIdentity): Ending {
  return {
    state,
    ...(reason === undefined ? {} : { reason: withTargetNamed(reason, identity) }),
    ...(hint === undefined ? {} : { hint: withTargetNamed(hint, identity) }),
  };
}

/** Said where no process could time as many calls in flight together as were asked for. */
const FEWER_CALLS =
  "Its calls take so long that fewer of them were timed in flight together than were asked for.";

function timeResult(runs: readonly TimeRun[]): TimeResult | null {
  if (runs.length === 0) return null;
  const roundCalls = fewestOf(runs.map((run) => run.roundCalls));
  return {
    nanosecondsPerCall: estimateOfTimes(runs.map((run) => run.nanosecondsPerCall)),
    ...(roundCalls === undefined ? {} : { roundCalls }),
    ...ioCallsOfTimed(runs),
    floorNanosecondsPerCall: middle(runs.map((run) => run.floorNanosecondsPerCall)),
    processes: runs.length,
    ...collecting(runs),
    series: byConcurrency(
      runs,
      (entry) => entry.milliseconds.length > 0 && entry.firstResolvedMilliseconds.length > 0,
    ).map(([n, entries]) => ({
      n,
      milliseconds: estimateOfTimes(entries.map((entry) => entry.milliseconds)),
      firstResolvedMilliseconds: middle(entries.map((entry) => entry.firstResolvedMilliseconds)),
      ...settling(entries),
    })),
  };
}

type SeriesEntry = TimeRun["series"][number];

/** How the calls settled: the percentiles of their latency, and failures where there were to be some. */
function settling(
  entries: readonly SeriesEntry[],
): Pick<TimeResult["series"][number], "latencyMilliseconds" | "failures"> {
  const latencies = entries.flatMap(({ latencyMilliseconds: all }) => (all?.length ? [all] : []));
  const failures = entries.flatMap((entry) => entry.failures ?? []);
  const percentile = (name: "p50" | "p90" | "p99" | "max"): number =>
    middle(latencies.map((process) => process.map((one) => one[name])));
  return {
    ...(latencies.length === 0
      ? {}
      : {
          latencyMilliseconds: {
            p50: percentile("p50"),
            p90: percentile("p90"),
            p99: percentile("p99"),
            max: percentile("max"),
          },
        }),
    ...(failures.length === 0
      ? {}
      : {
          failures: {
            ioCalls: mean(failures.map(({ ioCalls }) => ioCalls)),
            calls: mean(failures.map(({ calls }) => calls)),
          },
        }),
  };
}

function ioCallsOfTimed(runs: readonly TimeRun[]): Pick<TimeResult, "ioCallsPerCall"> {
  const told = runs.flatMap(({ ioCallsPerCall }) => ioCallsPerCall ?? []);
  return told.length === 0 ? {} : { ioCallsPerCall: median(told) };
}

function collecting(runs: readonly TimeRun[]): Pick<TimeResult, "garbageCollectionShare"> {
  const shares = runs.flatMap(({ garbageCollectionShare: share }) => (share === undefined ? [] : [share]));
  return shares.length === 0 ? {} : { garbageCollectionShare: mean(shares) };
}

/** The fewest calls that a process took at a time; undefined where none took fewer than usual. */
function fewestOf(calls: readonly (number | undefined)[]): number | undefined {
  const told = calls.filter((one) => one !== undefined);
  return told.length === 0 ? undefined : Math.min(...told);
}

function memoryResult(runs: readonly MemoryRun[]): MemoryResult | null {
  if (runs.length === 0) return null;
  const samplesOf = (read: (run: MemoryRun) => readonly number[] | undefined): (readonly number[])[] =>
    runs.map((run) => read(run) ?? []).filter((samples) => samples.length > 0);
  const inFlight = samplesOf((run) => run.bytesInFlightPerCall);
  const allocated = samplesOf((run) => run.bytesAllocatedPerCall);
  const retained = samplesOf((run) => run.bytesRetainedPerCall);
  const weighedCalls = fewestOf(runs.map((run) => run.weighedCalls));
  return {
    ...(inFlight.length === 0 ? {} : { bytesInFlightPerCall: estimate(inFlight) }),
    ...(allocated.length === 0 ? {} : { bytesAllocatedPerCall: estimate(allocated) }),
    ...(retained.length === 0 ? {} : { bytesRetainedPerCall: middle(retained) }),
    ...(weighedCalls === undefined ? {} : { weighedCalls }),
    processes: runs.length,
    series: byConcurrency(runs, (entry) => entry.peakBytes.length > 0).map(([n, entries]) => ({
      n,
      peakBytes: middle(entries.map((entry) => entry.peakBytes)),
    })),
  };
}

function hasBytes(run: MemoryRun): boolean {
  return run.bytesInFlightPerCall.length > 0 || (run.bytesAllocatedPerCall ?? []).length > 0;
}

function isWhole(run: TimeRun | undefined): run is TimeRun {
  return run !== undefined && run.nanosecondsPerCall.length > 0 && run.floorNanosecondsPerCall.length > 0;
}

/** The entries of all processes for each n, in order of n; those without a sample are left out. */
function byConcurrency<E extends { readonly n: number }>(
  runs: readonly { readonly series: readonly E[] }[],
  hasSamples: (entry: E) => boolean,
): [number, E[]][] {
  const entries = new Map<number, E[]>();
  for (const entry of runs.flatMap((run) => run.series)) {
    if (hasSamples(entry)) entries.set(entry.n, [...(entries.get(entry.n) ?? []), entry]);
  }
  return [...entries].sort(([a], [b]) => a - b);
}

function middle(processes: readonly (readonly number[])[]): number {
  return median(medians(processes));
}

/** Above this share of the median, half an interval tells little. */
const WIDE = 0.2;
/** Bytes repeat: when they don't, something other than the target was weighed as well. */
const WIDE_MEMORY = 0.05;

function spreadWarnings(time: TimeResult | null): string[] {
  const warnings: string[] = [];
  if (time !== null && time.processes < PROCESSES_FOR_INTERVAL) {
    warnings.push(
      `Time comes from ${counted(time.processes, "process", "es")} only: its interval is over rounds, and further ` +
        "processes may differ by more. A larger budget measures more of them.",
    );
  } else if (time !== null && estimatesOf(time).some((one) => isWide(one, WIDE))) {
    warnings.push(
      "Time differs much between processes: close what keeps the machine busy, or raise the budget.",
    );
  }
  return warnings;
}

function floorWarnings(time: TimeResult | null): string[] {
  if (time === null || time.floorNanosecondsPerCall < time.nanosecondsPerCall.median) return [];
  return [
    "The floor, as many bare fake I/O calls, takes no less time than the function: what it costs beside them cannot be told.",
  ];
}

function memoryWarnings(
  memory: MemoryResult | null,
  runs: readonly MemoryRun[],
  { isCompared, waits }: { readonly isCompared: boolean; readonly waits: boolean },
): string[] {
  if (memory === null) return [];
  const warnings: string[] = [];
  const { bytesInFlightPerCall: inFlight, bytesRetainedPerCall: retained = 0, processes } = memory;
  if (inFlight === undefined) {
    warnings.push(
      waits
        ? "Bytes held in flight cannot be measured: of calls that are started together, some settle before the others have waited for I/O."
        : "Bytes held in flight cannot be measured: nothing is ever in flight, as calls settle without waiting for I/O.",
    );
  } else if (!isCompared && isWide(inFlight, WIDE_MEMORY)) {
    warnings.push(
      `Memory differs much between repetitions in ${counted(processes, "process", "es")}: raise the budget.`,
    );
  }
  if (retained >= leakBytes(memory.weighedCalls)) {
    warnings.push(
      `A call still holds ${quantity(retained, SIZE_UNITS)} after it has settled, in what the program keeps or in what all calls are given.`,
    );
  }
  const leftOut = [...new Set(runs.flatMap((run) => run.leftOut ?? []))].sort((a, b) => a - b);
  if (leftOut.length > 0) {
    warnings.push(
      `So many calls would not fit into the heap, so their peak is left out: ${leftOut.join(", ")}.`,
    );
  }
  return warnings;
}

/** After fewer calls the optimising compiler is often not done. */
const WARM_CALLS = 2000;

function warmthWarnings(runs: readonly TimeRun[]): string[] {
  const said = runs.flatMap(({ warmUp }) => (warmUp === undefined ? [] : [warmUp]));
  const most = (unlike: (one: (typeof said)[number]) => boolean): boolean =>
    said.filter(unlike).length > said.length / 2;
  if (most(({ calls }) => calls < WARM_CALLS)) {
    const calls = median(said.map((one) => one.calls));
    return [`It was measured after ${calls} calls, ${ENDS_COLD}`];
  }
  if (most(({ isSteady }) => !isSteady)) {
    return [
      "Its time was not steady while it was measured: raise the budget, or close what keeps the machine busy.",
    ];
  }
  return [];
}

function estimatesOf({ nanosecondsPerCall, series }: TimeResult): Estimate[] {
  return [nanosecondsPerCall, ...series.map(({ milliseconds }) => milliseconds)];
}

function isWide({ median: centre, low, high }: Estimate, share: number): boolean {
  return (high - low) / 2 > share * Math.abs(centre);
}
