/** Why a process gave no answer. */
export type WorkerFailureKind =
  | "not-started"
  | "crashed"
  | "out-of-memory"
  | "misbehaved"
  | "timed-out"
  | "cancelled"
  /** A library that a target needs is missing; no process was started. */
  | "not-installed";

/** A worker process that gave no answer. The message is one sentence for the user. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  readonly kind: WorkerFailureKind;
  /** One sentence: what to do about it. */
  readonly hint: string;
  /** The last 4 KB of what the process printed on standard error. */
  readonly stderrTail: string;

  constructor(kind: WorkerFailureKind, reason: string, hint: string, stderrTail = "") {
    super(reason);
    this.kind = kind;
    this.hint = hint;
    this.stderrTail = stderrTail;
  }
}

/** The failure of a process that ended on its own; reads the common causes off what it printed. */
export function exitFailure(
  code: number | null,
  signal: string | null,
  started: boolean,
  stderrTail: string,
): WorkerFailure {
  if (/heap out of memory|allocation failed/i.test(stderrTail)) {
    return new WorkerFailure(
      "out-of-memory",
      "The process ran out of memory.",
      "Look for something that grows without end, or measure with fewer calls in flight (a smaller n).",
      stderrTail,
    );
  }
  const how = signal === null ? `with code ${String(code)}` : `by ${signal}`;
  const said = lastWords(stderrTail);
  const quote = said === null ? "" : `; it last said: ${said}`;
  if (!started) {
    return new WorkerFailure(
      "not-started",
      `The process ended ${how} while it was starting${quote}.`,
      "Check that this runtime is Node 20 or newer, or choose another one.",
      stderrTail,
    );
  }
  return new WorkerFailure(
    "crashed",
    `The process ended ${how} before it had an answer${quote}.`,
    "Look for a native module or an exit that the function reaches.",
    stderrTail,
  );
}

/** The line of `stderrTail` that most likely names the cause. */
function lastWords(stderrTail: string): string | null {
  const lines = stderrTail.split(/\r?\n/).filter((line) => line.trim() !== "");
  const telling = lines.findLast((line) =>
    /^\s*(Uncaught |FATAL )?\w*(Error|ERROR)\b|: bad option/.test(line),
  );
  return (telling ?? lines.at(-1))?.trim().slice(0, 300) ?? null;
}
