import type { TargetSource } from "../protocol.ts";
import type { Callable, StartCall, Trial } from "./calls.ts";
import type { Io } from "./io.ts";
import { lineIn, sayThrown, stackOf } from "./stacks.ts";
import type { Recording } from "./record.ts";
import type { Unmeasurable } from "./unmeasurable.ts";

/** A target that is ready to be measured. */
export interface Contestant {
  readonly source: TargetSource;
  readonly name: string;
  readonly callable: Callable;
  readonly recording: Recording;
  readonly start: StartCall;
  /** Set when it failed while it was measured: it is left out from there on. */
  ended: Unmeasurable | null;
}

/** How far, and what is done. */
export type Report = (fraction: number, activity: string) => void;

/** Why calls gave no numbers; null where all of them went well. */
export function whyFailed(
  trial: Trial,
  { source, name, recording }: Pick<Contestant, "source" | "name"> & Partial<Pick<Contestant, "recording">>,
  io: Io,
): Unmeasurable | null {
  if (trial.isWhole && trial.failure === null && io.exit === null && io.blocked === null) return null;
  const at = (thrown: unknown): string => {
    const line = lineIn(stackOf(thrown), source.file);
    return line === null ? "" : ` at line ${line}`;
  };
  if (io.exit !== null) {
    return {
      state: "failed",
      reason: `${io.exit.message}${at(io.exit)}: the function would end the process.`,
      hint: "Let the function throw instead, and leave the end of the process to its caller.",
    };
  }
  if (io.blocked !== null) return blockedWords(io.blocked.message, at(io.blocked));
  const [escaped] = trial.escaped;
  if (escaped !== undefined) {
    const how = escaped.how === "uncaughtException" ? "an uncaught exception" : "an unhandled rejection";
    return {
      state: "failed",
      reason: `An error escaped from ${name}${at(escaped.error)} as ${how}: ${sayThrown(escaped.error)}.`,
      hint: "Handle the error within the function, or give its callers a way to.",
    };
  }
  if (trial.failure !== null) {
    const { error } = trial.failure;
    return {
      state: "failed",
      reason: `${name} failed${at(error)} on fake I/O and made-up arguments: ${sayThrown(error)}.`,
      hint: "Give the parameters types (JSDoc), or measure on Node 20 or newer, where values are made up to fit.",
    };
  }
  return {
    state: "failed",
    reason: `${name} never settled: it waits for something that no fake I/O call will give${lastCall(recording)}.`,
    hint: "Check that every path calls back or resolves, and that what it waits for is an I/O call or a timer.",
  };
}

/** After which a call got no further. */
function lastCall(recording: Recording | undefined): string {
  const operations = recording === undefined ? [] : recording.operations;
  const last = operations[operations.length - 1];
  if (last === undefined) return "";
  return `; the last I/O call was ${last.expression}${last.line === null ? "" : ` at line ${last.line}`}`;
}

/** What to say of an API that is neither faked nor run. */
export function blockedWords(api: string, at: string): Unmeasurable {
  return {
    state: "unsupported",
    reason: `It calls ${api}${at}, which is faked only on Node 20 or newer.`,
    hint: "Measure it on Node 20 or newer. On other engines there are timers and the gallery's data layer.",
  };
}
