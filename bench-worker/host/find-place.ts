import path from "node:path";
import type { TargetRun } from "../protocol.ts";
import { FLAGS } from "./budget.ts";
import { runsFullWorker } from "./engines/full-worker.ts";
import { WorkerFailure } from "./worker-failure.ts";
import type { WorkerJob } from "./worker-process.ts";

/** Milliseconds for which it is watched, after which its process is ended at the latest, and for which others may keep it from running. */
const WATCHED = { milliseconds: 8_000, limit: 14_000, kept: 15_000 };
const HEAP_MEGABYTES = 400;
/** What has so much on it there is taken to fill it; on engines that say nothing of its limit. */
const FULL_MEGABYTES = 250;

/**
 * Runs a target once more, watched, whose process hung or ran out of memory while it was alone, or computed for long on a
 * machine that was too busy to tell, and gives the failure with its place in the source; as it was where that is not
 * found again.
 *
 * @param job of the process that failed.
 * @throws {WorkerFailure} of the kind `cancelled`.
 */
export async function withPlace(
  failure: WorkerFailure,
  job: WorkerJob,
  run: (job: WorkerJob) => Promise<readonly TargetRun[]>,
): Promise<WorkerFailure> {
  const { kind } = failure;
  if (kind !== "timed-out" && kind !== "out-of-memory" && kind !== "starved") return failure;
  // With a small heap it is full before long.
  const heap = kind === "out-of-memory" ? [`--max-old-space-size=${HEAP_MEGABYTES}`] : [];
  const flags = [...FLAGS.time, ...heap];
  const isFull = runsFullWorker(job.runtime);
  const request = {
    ...job.request,
    watchMilliseconds: WATCHED.milliseconds,
    ...(isFull || kind !== "out-of-memory" ? {} : { heapMegabytes: FULL_MEGABYTES }),
  };
  try {
    const [target] = await run({
      ...{ ...job, flags, request },
      timeLimitMilliseconds: WATCHED.limit,
      keptAtMostMilliseconds: WATCHED.kept,
    });
    if (target === undefined || target.state === "completed") return failure;
    // What the machine was blamed for is found to be a loop.
    const found = kind === "starved" ? "timed-out" : kind;
    return new WorkerFailure(found, target.reason, target.hint, failure.stderrTail);
  } catch (error) {
    if (!(error instanceof WorkerFailure) || error.kind === "cancelled") throw error;
    if (isFull || kind === "starved" || error.kind !== kind) return failure;
    // There, the function's own file alone is watched.
    const file = path.basename(job.request.targets[0]!.file);
    return new WorkerFailure(
      kind,
      `${failure.message} It was in none of the loops and functions of ${file} that could be watched.`,
      "Look at what that file imports, and at what takes long in one go, such as a regular expression; on Node 20 or newer imports are watched, too.",
      failure.stderrTail,
      failure.meanwhile,
    );
  }
}
