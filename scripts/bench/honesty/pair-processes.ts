import { availableParallelism } from "node:os";
import {
  comparisonProcessBudget,
  comparisonProcessesAtOnce,
  FLAGS,
} from "../../../bench-worker/host/budget.ts";
import { addProcess, newPairTally, type PairTally } from "../../../bench-worker/host/pair-tally.ts";
import { isLook, Looks, PROCESSES_TO_JUDGE, type ProcessRatio } from "../../../bench-worker/host/verdict.ts";
import { shuffled } from "../../../bench-worker/worker/measure/random.ts";
import { runInWorker } from "../../../bench-worker/host/worker-process.ts";
import { DEFAULT_OPTIONS } from "../../../bench-worker/default-options.ts";
import type { RunResult, TargetSource } from "../../../bench-worker/protocol.ts";

/** Two functions and what their processes said so far. */
export interface PairOfFunctions {
  readonly base: TargetSource;
  readonly head: TargetSource;
  readonly tally: PairTally;
  /** What each process took; of those that ran at once, its share of what they took together. */
  readonly milliseconds: number[];
}

/** As many processes as the engine runs at the same time here. */
export const AT_ONCE = comparisonProcessesAtOnce(DEFAULT_OPTIONS, availableParallelism());

/** A pair without a process. */
export function pairOf(base: TargetSource, head: TargetSource): PairOfFunctions {
  return { base, head, tally: newPairTally(base.id, head.id), milliseconds: [] };
}

/** Runs {@link AT_ONCE} more processes, as the engine would with a budget of 5 s. */
export async function runProcesses(pair: PairOfFunctions, workerFile: string): Promise<void> {
  const first = pair.milliseconds.length;
  const began = performance.now();
  const indexes = Array.from({ length: AT_ONCE }, (_, index) => first + index);
  const answers = await Promise.all(indexes.map((index) => runProcess(pair, index, workerFile)));
  const each = (performance.now() - began) / AT_ONCE;
  for (const [index, { targets }] of answers.entries()) {
    pair.milliseconds.push(each);
    addProcess(pair.tally, targets, first + index);
  }
}

function runProcess(
  { base, head }: PairOfFunctions,
  processIndex: number,
  workerFile: string,
): Promise<RunResult> {
  return runInWorker(
    {
      runtime: { name: "node", path: process.execPath, foundBy: "the experiment", environment: {} },
      workerFile,
      flags: FLAGS.time,
      request: {
        measure: "time",
        purpose: "comparison",
        targets: [base, head],
        options: DEFAULT_OPTIONS,
        processBudgetMilliseconds: comparisonProcessBudget(5000, 200, 2),
        processIndex,
        withConstants: processIndex < AT_ONCE,
        workspaceFolder: null,
      },
      timeLimitMilliseconds: 60_000,
      onReady: () => undefined,
      onProgress: () => undefined,
    },
    new AbortController().signal,
  );
}

/** How often comparisons that are drawn from measured processes end in each verdict. */
export interface Drawn {
  readonly comparisons: number;
  readonly slower: number;
  readonly faster: number;
  readonly none: number;
  readonly noisy: number;
  readonly processes: number;
}

/** A pool of fewer times what a comparison takes gives the same comparison again and again. */
const POOL = 2;

/**
 * Draws comparisons from processes that were measured, as many of either order in turn and none of them twice in one
 * comparison, by the engine's own rule for stopping.
 *
 * @param fitting Processes that fit into the budget.
 * @param random Numbers from 0 to below 1.
 * @returns Null where too few were measured to draw from.
 */
export function draw(
  measured: readonly ProcessRatio[],
  comparisons: number,
  fitting: number,
  threshold: number,
  random: () => number,
): Drawn | null {
  // A comparison waits for so many, even where its budget is over by then.
  const atMost = Math.max(fitting, PROCESSES_TO_JUDGE);
  if (measured.length < POOL * atMost) return null;
  const count = { more: 0, less: 0, "no-difference": 0, "too-noisy": 0 };
  let processes = 0;
  for (let i = 0; i < comparisons; i++) {
    const orders = (["base-first", "head-first"] as const).map((wanted) =>
      shuffled(
        measured.filter(({ order }) => order === wanted),
        random,
      ),
    );
    const drawn: ProcessRatio[] = [];
    const looks = new Looks();
    let verdict: keyof typeof count = "too-noisy";
    while (drawn.length < atMost && verdict === "too-noisy") {
      drawn.push(orders[drawn.length % 2]!.pop()!);
      const isLast = drawn.length === atMost && atMost >= PROCESSES_TO_JUDGE;
      if (isLook(drawn.length) || isLast) ({ verdict } = looks.look(drawn, threshold, drawn.length / atMost));
    }
    count[verdict]++;
    processes += drawn.length;
  }
  return {
    comparisons,
    slower: count.more,
    faster: count.less,
    none: count["no-difference"],
    noisy: count["too-noisy"],
    processes: processes / comparisons,
  };
}
