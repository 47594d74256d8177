import type { NotReplayedWhy, Scenario } from "./contract/scenario.ts";
import { counted } from "./quantity.ts";

/** An I/O call, as a sentence names it. */
export interface NamedCall {
  readonly expression: string;
  readonly line: number;
  /** Where that is another file than the function's. */
  readonly file?: string;
}

/** Why a recorded call was not played, with what a sentence needs. */
export type ReplayFailure =
  | { readonly code: "never-ended" | "function-not-found" | "too-large" | "other-calls-together" }
  | { readonly code: "not-loaded" | "failed-together"; readonly said: string }
  | { readonly code: "did-not-end"; readonly after: NamedCall | null }
  | {
      readonly code: "other-calls";
      /** Null: no other came there. */
      readonly recorded: NamedCall | null;
      readonly played: NamedCall | null;
    }
  | { readonly code: "other-outcome"; readonly recorded: string; readonly played: string };

/** For the user: one sentence. */
export function replayFailure(failure: ReplayFailure): NotReplayedWhy {
  return { code: failure.code, text: textOf(failure) };
}

function textOf(failure: ReplayFailure): string {
  switch (failure.code) {
    case "never-ended":
      return "The recorded call had not ended when its recording did.";
    case "function-not-found":
      return "Nothing but a call makes the function, and its text does not stand by itself.";
    case "too-large":
      return "The recorded call holds more values than are read.";
    case "other-calls-together":
      return "Played with others under way, it did not make the calls that it makes alone: they share something that it changes.";
    case "not-loaded":
      return `Its module did not load: ${withEnd(failure.said)}`;
    case "failed-together":
      return `Calls that were under way together did not end like the recorded one: ${withEnd(failure.said)}`;
    case "did-not-end":
      return failure.after === null
        ? "Played, it came to no end."
        : `Played, it came to no end after ${named(failure.after)}.`;
    case "other-calls": {
      const { recorded, played } = failure;
      if (played === null) return `Played, it did not call ${named(recorded!)}.`;
      if (recorded === null)
        return `Played, it called ${named(played)}, which it did not when it was recorded.`;
      return `Played, it called ${named(played)} where it called ${named(recorded)} when it was recorded.`;
    }
    case "other-outcome":
      return `Played, it ended with ${failure.played}, and with ${failure.recorded} when it was recorded.`;
  }
}

/** For the user, with a result: what was measured instead. */
export function notReplayedSentence({ text }: NotReplayedWhy): string {
  return `Its recorded call was not played, so what was measured is inferred: ${text}`;
}

/** For the user: which recorded call was played; null where none was. */
export function playedSentence(scenario: Scenario): string | null {
  const { origin, path = 1, paths = 1, share, calls, command, recordedAt = "" } = scenario;
  if (origin !== "recorded" || command === undefined) return null;
  const of = paths === 1 ? "" : `, path ${path} of ${paths}`;
  const seen = calls === undefined || share === undefined ? 0 : Math.round(calls / share);
  const took = paths === 1 || calls === undefined ? "" : `, which ${calls} of ${counted(seen, "call")} took`;
  return `Measured is a real call, recorded by ${command} on ${recordedAt.slice(0, 10)}${of}${took}.`;
}

/** For the user: which call was measured, and why not another one. */
export function measuredCall(scenario: Scenario): string {
  const { origin, recordings, notReplayed } = scenario;
  const played = playedSentence(scenario);
  if (played !== null) return played;
  if (notReplayed !== undefined) return notReplayedSentence(notReplayed);
  const what = MEASURED[origin];
  if (recordings === undefined) return `${what} No call of it is recorded.`;
  if (recordings.stale)
    return `${what} Its recorded calls are of an older text of the function, or of one that it calls.`;
  return `${what} Its recorded calls were not played.`;
}

const MEASURED: Readonly<Record<Scenario["origin"], string>> = {
  recorded: "Measured is a real call.",
  given: "Measured is a call with what the fakes file gives; all else is inferred from the source.",
  inferred: "Measured is a call whose arguments and answers are inferred from the source.",
};

function named({ expression, line, file }: NamedCall): string {
  return `${expression} at ${file === undefined ? "" : `${file} `}line ${line}`;
}

function withEnd(said: string): string {
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
