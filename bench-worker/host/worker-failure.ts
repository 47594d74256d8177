import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
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

/** What a process did that gave no answer. */
export interface Meanwhile {
  readonly waited: Exclude<Waited["what"], "wait">;
  readonly computedMilliseconds: number;
}

/** A worker process that gave no answer. The message is one sentence for the user. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  readonly kind: WorkerFailureKind;
  /** One sentence: what to do about it. */
  readonly hint: string;
  /** The last 4 KB of what the process printed on standard error. */
  readonly stderrTail: string;
  /** Of one that gave no answer: what it did meanwhile; left out where that is not known. */
  readonly meanwhile: Meanwhile | undefined;

  constructor(kind: WorkerFailureKind, reason: string, hint: string, stderrTail = "", meanwhile?: Meanwhile) {
    super(reason);
    this.kind = kind;
    this.hint = hint;
    this.stderrTail = stderrTail;
    this.meanwhile = meanwhile;
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
  const did = { waited: what, computedMilliseconds: meanwhile?.computed ?? 0 };
  if (what === "starved") {
    return new WorkerFailure(
      "starved",
      `The machine was too busy: the process could compute for ${computed} only in ${within}.`,
      CLOSE,
      stderrTail,
      did,
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
        `Look for a loop that never ends, or ${GROWS_WITH_CALLS}.`,
        stderrTail,
        did,
      )
    : new WorkerFailure(
        "timed-out",
        `There was no answer within ${within}, of which it computed for ${computed} only: it waited for something, or for the machine's disk or memory.`,
        "Look for what blocks the whole process, such as a wait that is not asynchronous; or measure again when the machine has less to do.",
        stderrTail,
        did,
      );
}

/** What else takes long where there is no endless loop, and what helps. */
export const GROWS_WITH_CALLS = `for a list that grows with every call; or say in a fakes file what the function is called with: ${WRITE_FAKES_COMMAND}`;

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(2))} s`;
}

const GROWS =
  "Look for something that grows without end, or measure with fewer calls in flight (a smaller n).";

/** The failure of a process that was ended, as it had taken nearly all of the machine's memory. */
export function tookAll(residentBytes: number, stderrTail: string): WorkerFailure {
  const gigabytes = (residentBytes / 2 ** 30).toPrecision(2);
  return new WorkerFailure(
    "out-of-memory",
    `The process was ended: it had taken ${gigabytes} GB, and the machine had next to no memory left.`,
    GROWS,
    stderrTail,
  );
}

/** The failure of a process that ended on its own; reads the common causes off what it printed. */
export function exitFailure(
  code: number | null,
  signal: string | null,
  started: boolean,
  stderrTail: string,
): WorkerFailure {
  if (/heap out of memory|allocation failed/i.test(stderrTail)) {
    return new WorkerFailure("out-of-memory", "The process ran out of memory.", GROWS, stderrTail);
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
    signal === "SIGKILL"
      ? "Look for something that grows without end: the system ends processes so where memory runs out."
      : "Look for a native module or an exit that the function reaches.",
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
