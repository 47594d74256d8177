import type { NotReplayedWhy, Played } from "../../contract/played-scenario.ts";
import { DEFAULT_OPTIONS } from "../../default-options.ts";
import type { RunRequest, TargetSource } from "../../protocol.ts";
import type { Runtime } from "../api.ts";
import { FLAGS } from "../budget.ts";
import type { BenchmarkServices } from "../benchmark.ts";
import { WorkerFailure } from "../worker-failure.ts";

/** What became of a recorded call that was played. */
export interface CheckedCall {
  /** The target that it was given with. */
  readonly target: TargetSource;
  /** Undefined: it made the same I/O calls, in the same order, and came to the same end. */
  readonly played?: Played;
  readonly why?: Pick<NotReplayedWhy, "text"> & Partial<Pick<NotReplayedWhy, "code" | "difference">>;
  /** It tried real I/O, which walls have refused, whether it played as recorded or not. */
  readonly isRefused?: true;
}

/** Where recorded calls are played. */
export interface Checking {
  readonly runtime: Runtime;
  /** The worker's bundle. */
  readonly workerFile: string;
  readonly workspaceFolder: string | null;
  /** Whether calls are also played by the times that were recorded. */
  readonly timesRecorded?: boolean;
  /** Whether what the user gives goes before what was recorded. */
  readonly takesGiven?: boolean;
}

/** Calls that one process plays: one that ends it takes no more than these along, and each of them is then played alone. */
const CALLS_OF_PROCESS = 20;
/** Milliseconds for one of them. */
const CALL_AT_MOST = 10_000;

/**
 * Plays recorded calls, each once and then some together, and compares them with their recordings. Nothing is measured.
 *
 * @param targets Each with its recorded call.
 * @param heard Told of each as it is known.
 * @throws {WorkerFailure} when it was cancelled.
 */
export async function checkRecorded(
  targets: readonly TargetSource[],
  checking: Checking,
  services: Pick<BenchmarkServices, "runWorker">,
  signal: AbortSignal,
  heard: (checked: CheckedCall) => void = () => undefined,
): Promise<CheckedCall[]> {
  const checked: CheckedCall[] = [];
  for (let at = 0; at < targets.length; at += CALLS_OF_PROCESS) {
    for (const one of await checkTogether(targets.slice(at, at + CALLS_OF_PROCESS))) {
      checked.push(one);
      heard(one);
    }
  }
  return checked;

  async function checkTogether(some: readonly TargetSource[]): Promise<CheckedCall[]> {
    try {
      const { targets: runs } = await services.runWorker(
        {
          ...checking,
          flags: FLAGS.time,
          request: requestFor(some, checking),
          timeLimitMilliseconds: CALL_AT_MOST * some.length,
          onReady: () => undefined,
          onProgress: () => undefined,
        },
        signal,
      );
      return some.map((target, index) => {
        const run = runs.find(({ id }) => id === `${index}`);
        if (run === undefined) return { target, why: { text: "The worker did not say what became of it." } };
        if (run.state !== "completed") return { target, why: { text: run.reason } };
        const why = run.scenario?.notReplayed;
        const { played } = run;
        const refused =
          run.refused !== undefined && run.refused.length > 0 ? { isRefused: true as const } : {};
        if (why !== undefined) return { target, why, ...refused };
        return { target, ...(played === undefined ? {} : { played }), ...refused };
      });
    } catch (error) {
      if (!(error instanceof WorkerFailure) || error.kind === "cancelled") throw error;
      const [only, ...more] = some;
      if (more.length === 0) return [{ target: only!, why: { text: error.message } }];
      const alone: CheckedCall[] = [];
      for (const target of some) alone.push(...(await checkTogether([target])));
      return alone;
    }
  }
}

function requestFor(
  targets: readonly TargetSource[],
  { workspaceFolder, timesRecorded, takesGiven }: Checking,
): RunRequest {
  return {
    measure: "time",
    // A function has several calls.
    targets: targets.map((target, index) => ({ ...target, id: `${index}` })),
    options: { ...DEFAULT_OPTIONS, measures: ["time"], concurrency: [1] },
    processBudgetMilliseconds: 1,
    processIndex: 0,
    withConstants: false,
    onlyPlays: true,
    ...(timesRecorded === undefined ? {} : { timesRecorded }),
    ...(takesGiven === undefined ? {} : { takesGiven }),
    workspaceFolder,
  };
}
