import type { AtItems, ByItems } from "../../item-law.ts";
import type { ChangedLinesRun } from "../../target-result.ts";
import type { StartCall, Trial } from "../call/run-calls.ts";
import type { CallEnd } from "../call/call-end.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import type { Recording } from "./record.ts";

/** A target that is ready to be measured. */
export interface Contestant {
  readonly target: LoadedTarget;
  readonly recording: Recording;
  readonly start: StartCall;
  /** Its callbacks run in the context that they were given in. */
  readonly keepsContext: boolean;
  /** Milliseconds of CPU time of one of the first calls, which are cold; 0 where it was only called watched. */
  readonly coldMilliseconds: number;
  /** How the call ended that was watched, where that was kept. */
  readonly end?: CallEnd;
  /** I/O calls of the calls together that came after it. */
  readonly ioCallsTogether?: number;
  /** Where the I/O calls of its source start that it came to for sure, whatever they did; undefined where nobody has looked. */
  readonly reached?: ReadonlySet<number>;
  /** Of the lines that the version has not with which it is compared: which ran. */
  readonly changedLines?: ChangedLinesRun;
  /** How its I/O calls grow with the items of lists; undefined where they do not, or nobody has looked. */
  readonly byItems?: ByItems;
  readonly atItems?: AtItems;
}

/** Cold calls of more milliseconds are made as seldom as will do: some hundred of them keep somebody waiting. */
const SLOW = 4;

/** Whether a call takes so long that it is not made hundreds of times to count what it does. */
export function isSlow({ coldMilliseconds }: Pick<Contestant, "coldMilliseconds">): boolean {
  return coldMilliseconds > SLOW;
}

/** A call failed while it was measured, though the first one had not. */
export class CallFailed extends Error {
  readonly error: unknown;
  readonly calls: number;

  constructor(error: unknown, calls: number) {
    super("a call failed");
    this.error = error;
    this.calls = calls;
  }
}

/**
 * The trial, when every call of it succeeded.
 *
 * @throws {CallFailed} otherwise.
 */
export function succeeded(trial: Trial): Trial {
  if (trial.failure !== null) throw new CallFailed(trial.failure.error, trial.failure.calls);
  return trial;
}

/** What measuring needs to report: how far, and what is done. */
export type Report = (fraction: number, activity: string) => void;

/** Results of contestants that held out, and why the others did not. */
export interface Outcome<T> {
  readonly results: ReadonlyMap<Contestant, T>;
  readonly failures: ReadonlyMap<Contestant, unknown>;
  /** What is to be said of the result of one. */
  readonly ownWarnings?: ReadonlyMap<Contestant, readonly string[]>;
}
