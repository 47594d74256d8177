import type { ProcessTimes, Waited } from "./patience.ts";

/** Why a process gave no answer. */
export type WorkerFailureKind =
  | "not-started"
  | "crashed"
  | "out-of-memory"
  | "misbehaved"
  | "timed-out"
  /** It hardly got a processor: nobody's fault in it. */
  | "starved"
  | "cancelled"
  /** A library that a target needs is missing; no process was started. */
  | "not-installed"
  /** What must be compiled for a target could not be; no process was started. */
  | "not-compiled"
  /** The runtime is none that a target works on; no process was started. */
  | "wrong-runtime";

/** Because others keep the machine busy. */
const CLOSE = "Close what keeps the machine busy, and measure again.";

/** The failure of what was not begun, as others had kept the processes before from running for so long. */
export function tooBusy(keptMilliseconds: number): WorkerFailure {
  return new WorkerFailure(
    "starved",
    `The machine was too busy: others kept the processes from running for ${seconds(keptMilliseconds)}.`,
    CLOSE,
  );
}

/** A worker process that gave no answer. The message is one sentence for the user. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  readonly kind: WorkerFailureKind;
  /** One sentence: what to do about it. */
  readonly hint: string;
  /** The last 4 KB of what the process printed on standard error. */
  readonly stderrTail: string;
  /** Of one that timed out: whether it computed meanwhile; left out where that is not known. */
  readonly waited: "endless" | "silent" | undefined;

  constructor(
    kind: WorkerFailureKind,
    reason: string,
    hint: string,
    stderrTail = "",
    waited?: WorkerFailure["waited"],
  ) {
    super(reason);
    this.kind = kind;
    this.hint = hint;
    this.stderrTail = stderrTail;
    this.waited = waited;
  }
}

/** The failure of all that a user did not want to wait for. */
export function cancelled(): WorkerFailure {
  return new WorkerFailure("cancelled", "Measuring was cancelled.", "Run it again to measure the rest.");
}

/** What is known of a process that was waited for in vain. */
interface WaitedFor {
  /** Milliseconds. */
  readonly passed: number;
  /** What it did then; null where the system does not tell. */
  readonly meanwhile: ProcessTimes | null;
  /** Whether it had said that it is ready. */
  readonly started: boolean;
  readonly stderrTail: string;
}

/** The failure of a process that did not answer, or was not ready, for so long that it was given up. */
export function noAnswer(
  what: Exclude<Waited["what"], "wait">,
  { passed, meanwhile, started, stderrTail }: WaitedFor,
): WorkerFailure {
  const within = seconds(passed);
  const computed = meanwhile === null ? "" : seconds(meanwhile.computed);
  if (what === "starved") {
    return new WorkerFailure(
      "starved",
      `The machine was too busy: the process could compute for ${computed} only in ${within}.`,
      CLOSE,
      stderrTail,
    );
  }
  if (!started) {
    return new WorkerFailure(
      "not-started",
      `The process was not ready within ${within}.`,
      "Try again when the machine is less busy, or choose another runtime.",
      stderrTail,
    );
  }
  if (meanwhile === null) {
    return new WorkerFailure(
      "timed-out",
      `There was no answer within ${within}.`,
      "Measure again when the machine is less busy; if it stays, look for a loop that never ends.",
      stderrTail,
    );
  }
  return what === "endless"
    ? new WorkerFailure(
        "timed-out",
        `There was no answer after ${computed} of computing.`,
        "Look for a loop that never ends, or measure with a larger budget.",
        stderrTail,
        what,
      )
    : new WorkerFailure(
        "timed-out",
        `There was no answer within ${within}, of which it computed for ${computed} only: it waited for something, or for the machine's disk or memory.`,
        "Look for what blocks the whole process, such as a wait that is not asynchronous; or measure again when the machine has less to do.",
        stderrTail,
        what,
      );
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(2))} s`;
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
