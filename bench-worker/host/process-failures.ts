import type { Measure } from "../benchmark-options.ts";
import type { RunRequest } from "../protocol.ts";
import type { Tally } from "./tally.ts";
import { GROWS_WITH_CALLS, WorkerFailure, type WorkerFailureKind } from "./worker-failure.ts";

/** What is said, for users, of processes that failed, and to whom it is put down. */

/**
 * Milliseconds of computing for each target, beside what is measured, after which a process may as well loop for ever:
 * what makes one ready to be called may take some seconds.
 */
const LONG = 3_000;

/** Whether a process computed for so long that it may as well loop for ever. */
export function computedForLong(
  { meanwhile }: WorkerFailure,
  { processBudgetMilliseconds, targets }: Pick<RunRequest, "processBudgetMilliseconds" | "targets">,
): boolean {
  const long = processBudgetMilliseconds + LONG * targets.length;
  return meanwhile !== undefined && meanwhile.computedMilliseconds >= long;
}

/** The failure of a machine that was busy, where one of its processes, `{ meanwhile }`, tells that this may not be all. */
export function orEndless(
  { kind, message, hint }: WorkerFailure,
  { meanwhile }: WorkerFailure,
): WorkerFailure {
  const computed = Math.round((meanwhile?.computedMilliseconds ?? 0) / 1000);
  const reason = `${message} One of them computed for ${computed} s without an answer, as a loop that never ends does.`;
  return new WorkerFailure(kind, reason, hint);
}

const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  time: "time",
  memory: "memory",
  stack: "stack traces",
};

/** What somebody has to do without. */
export function withoutMeasures(missing: readonly Measure[]): string {
  const [first, ...others] = missing.map((measure) => MEASURE_WORDS[measure]);
  if (first === undefined) return "It was measured by fewer processes for that.";
  const all = `${first[0]!.toUpperCase()}${[first.slice(1), ...others].join(" and ")}`;
  return `${all} ${others.length > 0 || first.endsWith("s") ? "were" : "was"} not measured for that.`;
}

/** The error of a process: one that said nothing more after it began to load a file hangs in what that file, or an import, does. */
export function stuckInLoading(error: unknown, file: string | undefined): unknown {
  if (!(error instanceof WorkerFailure) || error.kind !== "timed-out" || file === undefined) return error;
  const where = "at the top of the file, of what it imports, or in the function";
  return new WorkerFailure(
    "timed-out",
    `${file} did not come to the end of loading, or of a first call. ${error.message}`,
    error.meanwhile?.waited === "silent"
      ? `Look for a wait that is not asynchronous, ${where}; or measure again when the machine has less to do.`
      : `Look for a loop that never ends, ${where}, or ${GROWS_WITH_CALLS}.`,
    error.stderrTail,
    error.meanwhile,
  );
}

const ENDINGS: Readonly<Partial<Record<WorkerFailureKind, "timed-out" | "unsupported">>> = {
  "timed-out": "timed-out",
  starved: "timed-out",
  "wrong-runtime": "unsupported",
};

/** Ends a target with a failure, and has its result tell what the process printed last. */
export function blame(tally: Tally, failure: WorkerFailure): void {
  tally.ending = {
    state: ENDINGS[failure.kind] ?? "failed",
    reason: failure.message,
    hint: failure.hint,
  };
  // Where nobody is to blame it explains nothing.
  if (failure.stderrTail !== "" && failure.kind !== "starved")
    tally.warnings.add(printedLast(failure.stderrTail));
}

/** What a process printed before it ended, as a warning. */
export function printedLast(stderrTail: string): string {
  return `The process printed last:\n${stderrTail}`;
}
