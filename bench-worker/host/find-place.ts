import type { TargetRun } from "../protocol.ts";
import { FLAGS } from "./budget.ts";
import { runsFullWorker } from "./engines/full-worker.ts";
import { WorkerFailure } from "./worker-failure.ts";
import type { WorkerJob } from "./worker-process.ts";

/** Milliseconds for which it is watched, and after which its process is ended at the latest. */
const WATCHED = { milliseconds: 8_000, limit: 14_000 };
const HEAP_MEGABYTES = 400;

/**
 * Runs a target once more, watched, whose process hung or ran out of memory while it was alone, and gives the failure
 * with its place in the source; as it was where that is not found again.
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
  if ((kind !== "timed-out" && kind !== "out-of-memory") || !runsFullWorker(job.runtime)) return failure;
  // With a small heap it is full before long.
  const heap = kind === "out-of-memory" ? [`--max-old-space-size=${HEAP_MEGABYTES}`] : [];
  const flags = [...FLAGS.time, ...heap];
  const request = { ...job.request, watchMilliseconds: WATCHED.milliseconds };
  try {
    const [target] = await run({ ...job, flags, request, timeLimitMilliseconds: WATCHED.limit });
    if (target === undefined || target.state === "completed") return failure;
    return new WorkerFailure(kind, target.reason, target.hint, failure.stderrTail);
  } catch (error) {
    if (error instanceof WorkerFailure && error.kind !== "cancelled") return failure;
    throw error;
  }
}
