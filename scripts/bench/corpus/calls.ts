import type { Remark } from "../../../bench-worker/remark.ts";
import { fork, type ChildProcess } from "node:child_process";
import { workingFolder } from "../../../bench-worker/host/working-folder.ts";
import type { CorpusFunction } from "./functions.ts";
import type { PlacedCall } from "./placed.ts";

/** What became of one function that was called. */
export interface CallsAnswer {
  readonly index: number;
  readonly state: "completed" | "failed" | "timed-out" | "unsupported";
  readonly reason: string;
  readonly ioCalls: number;
  /** The I/O calls of one call in their order: line, expression, and how many had to complete before. */
  readonly calls: readonly string[];
  /** The same as places and names. */
  readonly sites: readonly PlacedCall[];
  /** The longest chain of I/O calls that the call waited for. */
  readonly inSequence: number;
  /** What to do where it could not be called. */
  readonly hint: string;
  /** What was done to it, and on which evidence its I/O calls were taken for some: what decided, as far as that is known. */
  readonly decided: readonly string[];
  /** Rules of inference that had a say. */
  readonly asked: readonly string[];
  /** It does nothing but fail, whatever it is called with. */
  readonly failsAlways: boolean;
  readonly warnings: readonly string[];
  readonly remarks: readonly Remark[];
  /** Why attempts before the last came to no good end. */
  readonly attempts: readonly string[];
  /** CPU time. */
  readonly milliseconds: number;
}

/** What is told of a function that gave no answer. */
export const NOT_CALLED: Omit<CallsAnswer, "index" | "state" | "reason"> = {
  ...{ ioCalls: 0, calls: [], sites: [], inSequence: 0, hint: "" },
  ...{ decided: [], asked: [], failsAlways: false, warnings: [], remarks: [], attempts: [], milliseconds: 0 },
};

/** A process takes so many functions of one package, whose files it may read, lest what one leaves behind be the next one's. */
const FUNCTIONS_OF_A_PROCESS = 12;
/** Attempts are limited by the CPU time they take, which on a busy machine is a small part of the time. */
const PATIENCE_MILLISECONDS = 120_000;

/**
 * Calls functions, many of them in one process, without taking their time: tells in a fraction of the time of a
 * benchmark which ones run.
 *
 * @param processFile The bundle of calls-process.ts.
 * @param off Rules of inference that are left out.
 */
export async function callAll(
  functions: readonly CorpusFunction[],
  processFile: string,
  heard: (answer: CallsAnswer) => void,
  off: readonly string[] = [],
): Promise<void> {
  let child: ChildProcess | undefined;
  let calls = 0;
  let last: string | null = null;
  let lastPlace = "";
  const renew = (): ChildProcess => {
    child?.kill("SIGKILL");
    calls = 0;
    return (child = fork(processFile, {
      ...(last !== null && { cwd: last }),
      execArgv: ["--expose-gc"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    }));
  };
  for (const [index, { file, language, functionStart, folder }] of functions.entries()) {
    const request = { index, folder, off, source: { id: "target", file, language, functionStart } };
    const works = workingFolder({ targets: [request.source], workspaceFolder: folder });
    const place = `${folder} ${works}`;
    const isShared = child !== undefined && calls < FUNCTIONS_OF_A_PROCESS && place === lastPlace;
    [last, lastPlace] = [works, place];
    let answer = await ask(isShared ? child! : renew(), request);
    // What others left behind may be to blame.
    if (answer === null && isShared) answer = await ask(renew(), request);
    calls++;
    if (answer === null) renew();
    const reason = `Its process ended, or gave no answer within ${PATIENCE_MILLISECONDS / 1000} s.`;
    heard(
      answer ?? {
        ...NOT_CALLED,
        ...{ index, state: "timed-out", reason, milliseconds: PATIENCE_MILLISECONDS },
      },
    );
  }
  child?.kill("SIGKILL");
}

/** The process's answer; null where it gives none or ends. */
function ask(child: ChildProcess, request: object): Promise<CallsAnswer | null> {
  return new Promise((resolve) => {
    const end = (answer: CallsAnswer | null): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MILLISECONDS);
    child.once("exit", () => end(null));
    child.once("error", () => end(null));
    child.once("message", (answer) => end(answer as CallsAnswer));
    child.send(request);
  });
}
