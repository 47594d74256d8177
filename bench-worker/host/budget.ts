import { totalmem } from "node:os";
import type { BenchmarkOptions, Measure } from "../benchmark-options.ts";
import { typicalMilliseconds } from "../latency.ts";
import type { RunRequest } from "../protocol.ts";

/** How the budget is shared when all three are measured; what is not measured leaves its share to the others. */
const SHARES: Readonly<Record<Measure, number>> = { time: 0.55, memory: 0.25, stack: 0.2 };

/** Milliseconds that each measure may take, starting of processes included. */
export function shares(options: BenchmarkOptions, targets: number): Record<Measure, number> {
  const measured = new Set(options.measures);
  const whole = [...measured].reduce((sum, measure) => sum + SHARES[measure], 0);
  const budget = options.budgetMilliseconds * targets;
  const share = (measure: Measure): number =>
    measured.has(measure) ? (budget * SHARES[measure]) / whole : 0;
  return { time: share("time"), memory: share("memory"), stack: share("stack") };
}

/** Fewer processes than this give an interval too wide to be of use. */
export const PROCESSES_AT_LEAST = 3;
/** More processes than this hardly narrow an interval. */
export const PROCESSES_AT_MOST: Readonly<Record<Measure, number>> = { time: 30, memory: 5, stack: 1 };

/** Milliseconds a process measures one target: below, it does not get warm; above, another process tells more. */
const PER_TARGET = { least: { time: 200, memory: 60 }, most: 450 };

/** The first process of time: short, so that a first point is there soon. */
export function quickProcessBudget(timeShare: number, targets: number): number {
  return Math.min(150 * targets, timeShare / 4);
}

/**
 * Milliseconds each further process may measure, such that at least three fit into what is left if that lets them
 * get warm at all.
 *
 * @param overhead Milliseconds that a process takes beside measuring: starting, loading.
 */
export function processBudget(
  measure: "time" | "memory",
  left: number,
  overhead: number,
  targets: number,
): number {
  const third = left / PROCESSES_AT_LEAST - overhead;
  return Math.min(Math.max(third, PER_TARGET.least[measure] * targets), PER_TARGET.most * targets);
}

/** How the budget of a comparison is shared; time gets what the others leave, as its verdict takes the most. */
const COMPARISON_SHARES: Readonly<Record<Measure, number>> = { time: 0.7, memory: 0.2, stack: 0.1 };
/** A comparison that is not decided by then will hardly be by more. */
export const COMPARISON_PROCESSES: Readonly<Record<Measure, number>> = { time: 200, memory: 3, stack: 1 };
/**
 * Milliseconds a process compares one target: enough to get warm and for some hundred rounds. With less it times code that
 * is not optimised yet, which differs from process to process by more than what it is to tell.
 */
const COMPARED = { least: 150, most: 200 };

/** Milliseconds of a comparison's `budget` that each measure may take, starting of processes included. */
export function comparisonShares(measures: readonly Measure[], budget: number): Record<Measure, number> {
  const whole = measures.reduce((sum, measure) => sum + COMPARISON_SHARES[measure], 0);
  const share = (measure: Measure): number =>
    measures.includes(measure) ? (budget * COMPARISON_SHARES[measure]) / whole : 0;
  return { time: share("time"), memory: share("memory"), stack: share("stack") };
}

/**
 * Milliseconds each process of a comparison may measure, such that eight fit into what is left if that lets them get
 * warm: more processes tell more than longer ones, but only of warm ones.
 *
 * @param overhead Milliseconds that a process takes beside measuring: starting, loading.
 */
export function comparisonProcessBudget(left: number, overhead: number, targets: number): number {
  return Math.min(Math.max(left / 8 - overhead, COMPARED.least * targets), COMPARED.most * targets);
}

/** Two at once have one of either order of loading. */
const AT_ONCE = 2;

/**
 * How many processes of a comparison's time run at the same time. Both functions share each process, so that what its
 * neighbour takes away it takes from both: two at once differ no more than two in turn, and there are twice as many of them. On the
 * real clock one that computes would make the other's timers late.
 */
export function comparisonProcessesAtOnce(
  { clock, concurrency }: Pick<BenchmarkOptions, "clock" | "concurrency">,
  processors: number,
): number {
  // One of so many calls alone may take most of the machine's memory.
  const isLarge = Math.max(...concurrency) >= MANY_CALLS;
  return clock === "virtual" && !isLarge && processors >= AT_ONCE ? AT_ONCE : 1;
}

/**
 * Others may take so many times the budget, and so many milliseconds beside that: processes that are owed take as long
 * whatever it is. Of comparisons there are often many, one after the other; who benchmarks a function wants all of it.
 */
const KEPT = {
  benchmark: { budgets: 4, milliseconds: 20_000 },
  comparison: { budgets: 2, milliseconds: 10_000 },
} as const;

/**
 * Milliseconds for which others may keep the processes of a benchmark or a comparison from running, all together, until no
 * more is measured: who waits for an answer on a busy machine gets what there is.
 *
 * @param budget Milliseconds of all that is measured together.
 */
export function keptAtMost(budget: number, purpose: keyof typeof KEPT): number {
  const { budgets, milliseconds } = KEPT[purpose];
  return budgets * budget + milliseconds;
}

/**
 * A call that does not come back is ended where it is, which leaves Node's stack of asynchronous work as it stands. Node would end the process
 * for it wherever it looks, so it does not look but while a hook is on.
 */
const ENDS_CALLS = "--no-force-async-hooks-checks";

/** The flags of a measure's processes: they steady it or make it possible, and differ from measure to measure. */
export const FLAGS: Readonly<Record<Measure, readonly string[]>> = {
  time: ["--single-threaded", "--expose-gc", ENDS_CALLS],
  // A young generation so large that nothing is collected during a round: the difference then is what was allocated.
  // No optimiser and no baseline compiler, and feedback from the first call on: code and what it leaves out would
  // come into the heap at any time, and a call would weigh another amount in every process.
  memory: [
    "--single-threaded",
    "--expose-gc",
    ENDS_CALLS,
    "--max-semi-space-size=128",
    "--min-semi-space-size=128",
    "--no-opt",
    "--no-sparkplug",
    "--no-lazy-feedback-allocation",
  ],
  stack: ["--stack-trace-limit=100", "--expose-gc", ENDS_CALLS],
};

/** From so many calls in flight on, the usual limit of the heap may be too low. */
const MANY_CALLS = 100_000;
/** Megabytes: what a call in flight may hold, of any pattern; what all else takes; and the share of the machine's memory. */
const HEAP = { perCall: 0.008, besides: 1_000, share: 0.75 };

/**
 * The flags of a process of this measure, which raise the limit of its heap where very many calls are in flight
 * together.
 *
 * @param memoryBytes What the machine has.
 */
export function flagsOf(
  measure: Measure,
  { concurrency }: Pick<BenchmarkOptions, "concurrency">,
  memoryBytes = totalmem(),
): readonly string[] {
  const most = Math.max(...concurrency);
  if (measure === "stack" || most < MANY_CALLS) return FLAGS[measure];
  const wanted = HEAP.besides + most * HEAP.perCall;
  const megabytes = Math.floor(Math.min(wanted, (HEAP.share * memoryBytes) / 2 ** 20));
  return [...FLAGS[measure], `--max-old-space-size=${megabytes}`];
}

/** A chain of I/O calls longer than this makes a sample outlast its time limit on the real clock. */
const LONGEST_CHAIN = 50;
const LOADING_MILLISECONDS = 10_000;
/** Timers of a longer time fire at once. */
const TIMER_AT_MOST = 2 ** 31 - 1;

/**
 * Milliseconds after which a process counts as stuck. Generous, as a slow machine must not look like an endless
 * loop: loading, three times what it was told to take, and the time of one sample of each n, which it owes even
 * when that is more than its budget.
 */
export function timeLimit(request: RunRequest): number {
  const { concurrency, latency, clock, connections = Infinity } = request.options;
  const samples = concurrency.reduce((sum, n) => {
    const queueing = Math.max(1, n / connections);
    const waiting = clock === "real" ? 2 * LONGEST_CHAIN * queueing * typicalMilliseconds(latency, n) : 0;
    // So many calls are slower each, and on a busy machine they take minutes.
    const computing = n * (n < MANY_CALLS ? 0.1 : 0.5);
    return sum + waiting + computing;
  }, 0);
  const { targets, processBudgetMilliseconds } = request;
  const limit = LOADING_MILLISECONDS + 3 * processBudgetMilliseconds + targets.length * (2000 + samples);
  return Math.min(limit, TIMER_AT_MOST);
}
