import type { BenchmarkOptions, Measure } from "../benchmark-options.ts";
import { SCHEMA_VERSION } from "../document.ts";
import { uncalledOf } from "../part-measured.ts";
import type { NotMeasured, Pair } from "../pair.ts";
import type { PairOutcome } from "../contract/played-scenario.ts";
import { outcomeSentence } from "../replay-words.ts";
import type { TargetResult } from "../target-result.ts";
import type { Ready } from "../protocol.ts";
import type {
  ComparisonDocument,
  ComparisonGroup,
  ComparisonListener,
  ComparisonRequest,
  ComparisonTarget,
} from "./api.ts";
import type { BenchmarkServices } from "./benchmark.ts";
import {
  comparisonProcessBudget,
  comparisonProcessesAtOnce,
  comparisonShares,
  COMPARISON_PROCESSES,
  keptAtMost,
} from "./budget.ts";
import { runsFullWorker } from "./engines/full-worker.ts";
import { environmentOf } from "./environment.ts";
import { Expected } from "./expected.ts";
import { identityOf } from "./identity.ts";
import {
  addProcess,
  lookAtTime,
  memoryVerdict,
  missingReason,
  newPairTally,
  timeVerdict,
  unlikeReason,
  type PairTally,
  differentFakes,
} from "./pair-tally.ts";
import { endingsOf, stackSentences, underWaySentence } from "../endings.ts";
import { comparedCounts, unjudged, unlessUnlike } from "./pair-of-results.ts";
import { Processes } from "./processes.ts";
import type { Step } from "./step.ts";
import { runUntil, type Runs } from "./run-until.ts";
import { newTally, toResult, type Tally } from "./tally.ts";
import { DEFAULT_THRESHOLD, PROCESSES_TO_JUDGE } from "./verdict.ts";
import { tooBusy, WorkerFailure } from "./worker-failure.ts";

/** The share of its time for which others kept it from running, from which on a comparison that has too little is put down to them. */
const MUCH_OF = 0.3;

/** Progress within a process is told no more often than this. */
const TELL_MILLISECONDS = 50;

interface Group {
  readonly name: string | undefined;
  readonly targets: readonly ComparisonTarget[];
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly pairs: readonly PairTally[];
  /** What was spent on it, once it is over: on a busy machine more than its budget. */
  spentMilliseconds: number;
  /** Why no more was measured of it than there is, where that is the machine; null while it is measured. */
  tooBusy: string | null;
}

/**
 * Compares functions with one another. All targets of a group are measured in turn in the same processes, round
 * against round; what decides is one number a process. Time is measured until the answer is clear or the budget is
 * spent, and memory and stack traces in processes of their own. The listener hears of every step.
 *
 * A target that fails takes no other group along. A cancel ends the rest as `cancelled` and keeps what was measured.
 *
 * @throws {TypeError} when a group has fewer than two targets, two targets have the same id, or a target's text has no
 *   asynchronous function at its position.
 */
export async function runComparison(
  request: ComparisonRequest,
  services: BenchmarkServices,
  listener: ComparisonListener,
  signal: AbortSignal,
): Promise<ComparisonDocument> {
  const options = { ...request.options, threshold: request.options.threshold ?? DEFAULT_THRESHOLD };
  const groups = request.groups.map((group) => newGroup(group, request.workspaceFolder));
  mustDiffer(groups);
  const machine = services.machine();
  let ready: Ready | undefined;
  let toldAt = -Infinity;
  let groupsDone = 0;

  const present = (): ComparisonDocument => {
    const results = groups.map(({ tallies }) =>
      [...tallies.values()].map((tally) =>
        toResult(tally, { withSamples: request.withSamples, isCompared: true }),
      ),
    );
    let first = 0;
    const pairs = groups.flatMap((group, index) => {
      const own = pairsOf(group, results[index]!, first, options);
      first += results[index]!.length;
      return own;
    });
    return {
      schemaVersion: SCHEMA_VERSION,
      environment: environmentOf(machine, request.runtime.name, ready),
      options,
      results: results.flat(),
      pairs,
    };
  };

  for (const group of groups) {
    const startedAt = services.now();
    const elapsed = (): number => services.now() - startedAt;
    const budget = options.budgetMilliseconds * group.pairs.length;
    const expected = new Expected(budget, group.targets.length, options.measures);
    const tell = (measure: Measure, activity: string): void => {
      toldAt = services.now();
      const fraction = (groupsDone + expected.fraction(elapsed())) / groups.length;
      listener(present(), { fraction, activity, measure });
    };
    const processes = new Processes(
      { ...request, options, targets: group.targets.map(({ source }) => source), purpose: "comparison" },
      group.tallies,
      services.runWorker,
      {
        onReady: (said) => {
          ready ??= said;
        },
        onActivity: (measure, activity) => {
          if (services.now() - toldAt >= TELL_MILLISECONDS) tell(measure, activity);
        },
        onAnswers: (answers, processIndex) => {
          for (const pair of group.pairs) addProcess(pair, answers, processIndex);
        },
      },
      signal,
      keptAtMost(budget, "comparison"),
      services.watch,
    );
    const runs: Runs = {
      elapsed,
      anyLeft: (measure) =>
        !processes.isLeftOut(measure) &&
        group.pairs.some((pair) => processes.areTogether(pair.base, pair.head)),
      runNext: async (step) => {
        expected.began(step.measure, step.processBudgetMilliseconds, elapsed());
        await processes.runNext(step);
        expected.ended(elapsed());
        tell(step.measure, `a process of ${WORDS[step.measure]} is done`);
      },
    };
    try {
      // Asked only where there is time for another process: the look after the last one has all the level that is left.
      const isEnough = (): boolean => {
        for (const pair of group.pairs) lookAtTime(pair, options.threshold, elapsed() / budget);
        return group.pairs.every(
          ({ base, head, decided }) => decided !== null || !processes.areTogether(base, head),
        );
      };
      // The worker for any engine takes its budget by the wall clock, which runs on where two are in each other's way.
      const processors = runsFullWorker(request.runtime) ? (services.processors?.() ?? 1) : 1;
      const atOnce = comparisonProcessesAtOnce(options, processors);
      const kept = (): number => processes.keptMilliseconds;
      await measureGroup(group, options.measures, { budget, atOnce, kept }, isEnough, runs);
      group.spentMilliseconds = elapsed();
      const isKept = !processes.mayBeEndless && kept() > MUCH_OF * elapsed();
      group.tooBusy = processes.tooBusy ?? (isKept ? tooBusy(kept()).message : null);
      const { failedBeside } = processes;
      for (const tally of group.tallies.values())
        if (tally.ending === null && failedBeside !== null) tally.warnings.add(failedBeside);
      processes.end();
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      for (const tally of groups.flatMap(({ tallies }) => [...tallies.values()])) {
        tally.ending ??= { state: "cancelled", reason: error.message, hint: error.hint };
      }
      break;
    }
    groupsDone++;
  }
  services.onEnd?.();
  return present();
}

const WORDS: Readonly<Record<Measure, string>> = { time: "time", memory: "memory", stack: "stack traces" };

function newGroup({ name, targets }: ComparisonGroup, workspaceFolder: string | null): Group {
  const [base, ...heads] = targets;
  if (base === undefined || heads.length === 0)
    throw new TypeError("A comparison needs two targets at least");
  const tallies = new Map<string, Tally>();
  for (const { source, file, revision } of targets) {
    const identity = identityOf(source, workspaceFolder);
    const shown = { ...identity, ...(file === undefined ? {} : { file }) };
    tallies.set(source.id, newTally({ ...shown, ...(revision === undefined ? {} : { revision }) }));
  }
  const pairs = heads.map((head) => newPairTally(base.source.id, head.source.id));
  return { name, targets, tallies, pairs, spentMilliseconds: 0, tooBusy: null };
}

function mustDiffer(groups: readonly Group[]): void {
  const ids = groups.flatMap(({ targets }) => targets.map(({ source }) => source.id));
  if (new Set(ids).size !== ids.length) throw new TypeError("Two targets have the same id");
}

/** Milliseconds: nothing was looked for that took longer to start and to load. */
const SOON = 1_000;

/**
 * Time until every pair is decided or its share is spent, then memory and stack traces, then time again with what is
 * left. Where several processes may run at the same time, those of time that it takes to judge come first, and further ones
 * run beside those of memory instead of before them: these tell the same whatever runs beside them, and take only one processor.
 */
async function measureGroup(
  { targets }: Group,
  measures: readonly Measure[],
  { budget, atOnce, kept }: { readonly budget: number; readonly atOnce: number; readonly kept: () => number },
  isEnough: () => boolean,
  runs: Runs,
): Promise<void> {
  const share = comparisonShares(measures, budget);
  let timeProcesses = 0;
  let overhead = 0;
  const timeStep = (left: number): Step => {
    const processBudgetMilliseconds = comparisonProcessBudget(left, overhead, targets.length);
    return { measure: "time", processBudgetMilliseconds, quick: false, atOnce };
  };
  const timeUntil = async (deadline: number): Promise<void> => {
    const limits = { already: timeProcesses, atMost: COMPARISON_PROCESSES.time, isEnough };
    timeProcesses += await runUntil(deadline, timeStep(deadline - runs.elapsed()), runs, limits);
  };

  /** Until the deadline; and as many as it takes to judge. */
  const enoughTime = async (deadline: number): Promise<void> => {
    await timeUntil(deadline);
    // A busy machine must not leave one without any answer: so many there are even if they take three times as long, and
    // what others take of them is not theirs.
    const own = (): number => runs.elapsed() - kept();
    while (timeProcesses < PROCESSES_TO_JUDGE && own() < 3 * share.time && runs.anyLeft("time")) {
      await runs.runNext(timeStep(0));
      timeProcesses += atOnce;
    }
  };

  /** Runs a step, and gives what it took beside measuring. */
  const besideOf = async (step: Step): Promise<number> => {
    const began = runs.elapsed();
    await runs.runNext(step);
    return Math.max(0, runs.elapsed() - began - step.processBudgetMilliseconds);
  };

  const isTimed = measures.includes("time");
  const others = (["memory", "stack"] as const).filter((measure) => measures.includes(measure));
  // A process of stack traces has threads of its own, which would take more than the other processor.
  const isBeside = isTimed && atOnce > 1 && others.includes("memory");
  const beside = (): Step | null => (isEnough() ? null : { ...timeStep(0), atOnce: 1 });
  if (isTimed) {
    // The first processes find out how the functions are called; the next tell how long starting and loading take then.
    overhead = await besideOf(timeStep(share.time));
    timeProcesses = atOnce;
    if (runs.anyLeft("time") && overhead > SOON) {
      overhead = Math.min(overhead, await besideOf(timeStep(0)));
      timeProcesses += atOnce;
    }
    await enoughTime(isBeside ? runs.elapsed() : share.time);
  }
  for (const measure of others) {
    const processBudgetMilliseconds = Math.max(share[measure] / 3 - overhead, 50 * targets.length);
    const ofMeasure: Step = { measure, processBudgetMilliseconds, quick: false };
    const step = isBeside && measure === "memory" ? { ...ofMeasure, beside } : ofMeasure;
    const limits = { already: 0, atMost: COMPARISON_PROCESSES[measure] };
    await runUntil(runs.elapsed() + share[measure], step, runs, limits);
  }
  if (isTimed) await enoughTime(budget);
}

function memoryOf(memory: Pair["memory"], base: TargetResult, head: TargetResult): Pair["memory"] {
  return { ...unlessUnlike(memory, base, head), allocated: unlessUnlike(memory.allocated, base, head) };
}

/** Whether two versions that played the same call came to the same outcome; null where they did not play one. */
function pairOutcome(base: ComparisonTarget, head: ComparisonTarget): PairOutcome | null {
  if (base.outcome === undefined || head.outcome === undefined) return null;
  const [ofBase, ofHead] = [base.outcome.difference, head.outcome.difference];
  const { where } = ofBase ?? ofHead ?? { where: "" };
  if (ofBase?.where === ofHead?.where && ofBase?.played === ofHead?.played) return { isSame: true };
  const recorded = (ofBase ?? ofHead)!.recorded;
  return {
    isSame: false,
    where,
    base: ofBase?.played ?? recorded,
    head: ofHead === null || ofHead.where !== where ? recorded : ofHead.played,
  };
}

/** How long each waits for the I/O of the call that both played; left out where one cannot tell. */
function pairElapsed(base: ComparisonTarget, head: ComparisonTarget): Pick<Pair, "elapsed"> {
  if (base.elapsed === undefined || head.elapsed === undefined) return {};
  return { elapsed: { base: base.elapsed, head: head.elapsed } };
}

function notMeasured(reason: string): NotMeasured {
  return { verdict: "not-measured", reason };
}

function pairsOf(
  group: Group,
  results: readonly TargetResult[],
  first: number,
  { threshold, measures, budgetMilliseconds }: BenchmarkOptions & { readonly threshold: number },
): Pair[] {
  const base = results[0]!;
  const tallies = [...group.tallies.values()];
  const isStarved = (result: TargetResult): boolean => tallies[results.indexOf(result)]!.isStarved;
  const missing = (head: TargetResult, measure: "time" | "memory"): NotMeasured =>
    measures.includes(measure)
      ? missingReason(base, head, measure, {
          tooBusy: group.tooBusy,
          isStarved: isStarved(base) || isStarved(head),
        })
      : notMeasured(
          `Only ${measures.map((one) => WORDS[one]).join(" and ")} ${measures.length > 1 || measures[0] === "stack" ? "were" : "was"} to be measured.`,
        );
  return group.pairs.map((pair, index): Pair => {
    const head = results[index + 1]!;
    const unlike = unlikeReason(base, head);
    const counts = comparedCounts(base, head);
    const endings = endingsOf(base, head);
    const outcome = pairOutcome(group.targets[0]!, group.targets[index + 1]!);
    const uncalled = uncalledOf(base, head);
    const sameName = base.target.name === head.target.name;
    return {
      name: group.name ?? (sameName ? base.target.name : `${base.target.name} → ${head.target.name}`),
      base: base.target,
      head: head.target,
      baseResult: first,
      headResult: first + index + 1,
      tokens: {
        base: base.target.tokens,
        head: head.target.tokens,
        delta: head.target.tokens - base.target.tokens,
      },
      time:
        unlike === null
          ? unlessUnlike(
              timeVerdict(pair, threshold, {
                missing: missing(head, "time"),
                // Who cancels may have seen the numbers come and go.
                isOver: [base, head].every(({ state }) => state !== "running" && state !== "cancelled"),
                spentMilliseconds: Math.max(budgetMilliseconds, group.spentMilliseconds / group.pairs.length),
              }),
              base,
              head,
            )
          : notMeasured(unlike),
      memory:
        unlike === null
          ? memoryOf(memoryVerdict(pair, missing(head, "memory")), base, head)
          : { ...notMeasured(unlike), allocated: notMeasured(unlike) },
      ...counts,
      endings,
      ...(outcome === null ? {} : { outcome }),
      ...pairElapsed(group.targets[0]!, group.targets[index + 1]!),
      warnings: [
        ...new Set(
          uncalled.length > 0
            ? uncalled.flatMap(({ warnings }) => warnings)
            : [
                ...underWaySentence({ ...counts, endings }),
                ...stackSentences({ ...counts, endings }),
                ...base.warnings,
                ...head.warnings,
                ...(outcome === null ? [] : [outcomeSentence(outcome)]),
                ...differentFakes(base, head),
                ...unjudged(counts),
              ],
        ),
      ],
    };
  });
}
