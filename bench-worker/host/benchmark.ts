import { availableParallelism } from "node:os";
import type { Measure } from "../benchmark-options.ts";
import { SCHEMA_VERSION, type BenchmarkDocument } from "../document.ts";
import type { Ready } from "../protocol.ts";
import type { BenchmarkListener, BenchmarkRequest } from "./api.ts";
import { keptAtMost, processBudget, PROCESSES_AT_MOST, quickProcessBudget, shares } from "./budget.ts";
import { environmentOf, thisMachine, type Machine } from "./environment.ts";
import { runsFullWorker } from "./engines/full-worker.ts";
import { forAnyEngine } from "./engines/for-any-engine.ts";
import { withLibraries } from "./gallery/with-libraries.ts";
import { CompiledWorker } from "./compiled-worker.ts";
import { Expected } from "./expected.ts";
import { identityOf } from "./identity.ts";
import { Processes, type RunWorker } from "./processes.ts";
import type { Step } from "./step.ts";
import { runUntil, type Runs } from "./run-until.ts";
import { systemWatch, type Watch } from "./still-waiting.ts";
import { newTally, toResult, type Tally } from "./tally.ts";
import { WorkerFailure } from "./worker-failure.ts";
import { wallServices, withDenoWalls, withWalls } from "./walls/with-walls.ts";
import { runInWorker, type WorkerJob } from "./worker-process.ts";

/** What a benchmark needs of the world. */
export interface BenchmarkServices {
  readonly runWorker: RunWorker;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
  readonly machine: () => Machine;
  /** How many processes the system lets run at the same time; 1 where it is left out. */
  readonly processors?: () => number;
  /** By which is told what takes long; nothing is where it is left out. */
  readonly watch?: Watch;
  /** Called where nothing is measured any more: what was left for then is done, and nobody waits for it. */
  readonly onEnd?: () => void;
}

const walls = wallServices();
const compiledWorker = new CompiledWorker();

/** The job with all that its targets and its runtime need. */
async function prepared(job: WorkerJob, signal: AbortSignal): Promise<WorkerJob> {
  const whole = await withLibraries(job, undefined, signal);
  return runsFullWorker(job.runtime)
    ? withWalls(compiledWorker.for(whole), walls)
    : withDenoWalls(forAnyEngine(whole), walls);
}

/** The real world. */
export const hostServices: BenchmarkServices = {
  runWorker: async (job, signal) => runInWorker(await prepared(job, signal), signal),
  now: () => performance.now(),
  machine: thisMachine,
  processors: availableParallelism,
  watch: systemWatch,
  onEnd: () => compiledWorker.make(),
};

/** Progress within a process is told no more often than this. */
const TELL_MILLISECONDS = 50;

/**
 * Measures the targets: time, memory and stack traces apart, each in fresh processes, one process after another,
 * all targets together in each. First a quick process of time, so that there is something to show; then memory and
 * stack traces; then processes of time until the budget is spent. The listener hears of every step.
 *
 * A target that fails does not take the others along. A cancel ends the rest as `cancelled` and keeps what was
 * measured.
 *
 * @throws {TypeError} when a target's text has no asynchronous function at its position, or two have the same id.
 */
export async function runBenchmark(
  request: BenchmarkRequest,
  services: BenchmarkServices,
  listener: BenchmarkListener,
  signal: AbortSignal,
): Promise<BenchmarkDocument> {
  const { options, targets } = request;
  const tallies = new Map<string, Tally>(
    targets.map((target) => [target.id, newTally(identityOf(target, request.workspaceFolder))]),
  );
  if (tallies.size !== targets.length) throw new TypeError("Two targets have the same id");

  const machine = services.machine();
  const startedAt = services.now();
  const elapsed = (): number => services.now() - startedAt;
  const expected = new Expected(
    options.budgetMilliseconds * targets.length,
    targets.length,
    options.measures,
  );
  let ready: Ready | undefined;
  let toldAt = -Infinity;

  const present = (): BenchmarkDocument => ({
    schemaVersion: SCHEMA_VERSION,
    environment: environmentOf(machine, request.runtime.name, ready),
    options,
    results: [...tallies.values()].map((tally) => toResult(tally, { withSamples: request.withSamples })),
  });
  const tell = (measure: Measure, activity: string): void => {
    toldAt = services.now();
    listener(present(), { fraction: expected.fraction(elapsed(), kept()), activity, measure });
  };
  const processes = new Processes(
    request,
    tallies,
    services.runWorker,
    {
      onReady: (said) => {
        ready ??= said;
      },
      onActivity: (measure, activity) => {
        if (services.now() - toldAt >= TELL_MILLISECONDS) tell(measure, activity);
      },
    },
    signal,
    keptAtMost(options.budgetMilliseconds * targets.length, "benchmark"),
    services.watch,
  );
  /** Milliseconds that others took and the budget is longer for. */
  const kept = (): number =>
    Math.min(processes.keptMilliseconds, KEPT_BUDGETS * options.budgetMilliseconds * targets.length);
  const runNext = async (step: Step): Promise<void> => {
    expected.began(step.measure, step.processBudgetMilliseconds, elapsed());
    await processes.runNext(step);
    expected.ended(elapsed());
    tell(step.measure, `a process of ${WORDS[step.measure]} is done`);
  };

  if (targets.length === 0) return present();
  try {
    const spent = (): number => elapsed() - kept();
    const runs: Runs = { elapsed: spent, anyLeft: (measure) => processes.anyLeft(measure), runNext };
    await measure(options.measures, shares(options, targets.length), targets.length, runs);
    processes.end();
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    for (const tally of tallies.values()) {
      tally.ending ??= { state: "cancelled", reason: error.message, hint: error.hint };
    }
  } finally {
    services.onEnd?.();
  }
  return present();
}

const WORDS: Readonly<Record<Measure, string>> = { time: "time", memory: "memory", stack: "stack traces" };

/**
 * What others take leaves the budget to the targets, up to so many times the budget: code that cannot warm up takes many times
 * as long as it does later.
 */
const KEPT_BUDGETS = 2;

/** Milliseconds that a process takes beside measuring even where it did everything else before its time was over. */
const STARTING = 100;

/** Milliseconds of loading and of finding out how to call the targets that are part of the budget, and how many more are not. */
const CHARGED = 1_000;
const NOT_CHARGED_AT_MOST = 3_000;

/** Milliseconds of the first process that the budget is longer for: it would leave too little to measure otherwise. */
function notCharged(overhead: number): number {
  return Math.min(Math.max(0, overhead - CHARGED), NOT_CHARGED_AT_MOST);
}

/** Decides which process comes next and how long it may measure, until all shares of the budget are spent. */
async function measure(
  measures: readonly Measure[],
  share: Readonly<Record<Measure, number>>,
  targets: number,
  runs: Runs,
): Promise<void> {
  const { elapsed } = runs;
  let overhead = Infinity;
  const runNext = async (step: Step): Promise<void> => {
    const began = elapsed();
    await runs.runNext(step);
    const beside = elapsed() - began - step.processBudgetMilliseconds;
    // The first finds out how the targets are called; those after it follow.
    overhead = Math.min(overhead, Math.max(STARTING, beside));
  };
  const runShare = (deadline: number, step: Step, already: number): Promise<number> =>
    runUntil(deadline, step, { ...runs, runNext }, { already, atMost: PROCESSES_AT_MOST[step.measure] });

  let whole = share.time + share.memory + share.stack;
  if (measures.includes("time")) {
    const quick = quickProcessBudget(share.time, targets);
    await runNext({ measure: "time", processBudgetMilliseconds: quick, quick: true });
    whole += notCharged(overhead);
  }
  if (measures.includes("memory")) {
    // A little is left over, so that three fit in although none takes exactly what it was told to.
    const own = processBudget(
      "memory",
      0.9 * share.memory,
      measures.includes("time") ? overhead : 0,
      targets,
    );
    const step: Step = { measure: "memory", processBudgetMilliseconds: own, quick: false };
    await runShare(elapsed() + share.memory, step, 0);
  }
  if (measures.includes("stack")) {
    const step: Step = { measure: "stack", processBudgetMilliseconds: share.stack, quick: false };
    // It takes what it needs, mostly less than its share: that tells nothing of starting.
    if (runs.anyLeft("stack")) await runs.runNext(step);
  }
  if (measures.includes("time")) {
    const own = processBudget("time", whole - elapsed(), overhead, targets);
    await runShare(whole, { measure: "time", processBudgetMilliseconds: own, quick: false }, 1);
  }
}
