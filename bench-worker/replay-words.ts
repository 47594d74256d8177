import type {
  NotReplayedWhy,
  OutcomeDifference,
  PairOutcome,
  PlayedScenario,
} from "./contract/played-scenario.ts";
import { counted } from "./quantity.ts";

/** An I/O call, as a sentence names it. */
export interface NamedCall {
  readonly expression: string;
  readonly line: number;
  /** Where that is another file than the function's. */
  readonly file?: string;
}

/** A call with its arguments in a few words; null where something is iterated. */
export interface CallWithArguments extends NamedCall {
  readonly given: string | null;
}

/** What a recorded call has other than one that it has no answer for. */
export type Otherwise =
  /** The argument, counted from 0, and where in it: `.id`. */
  | { readonly what: "argument"; readonly index: number; readonly where: string }
  | { readonly what: "count" | "operation" | "used-up" | "receiver" | "style" };

/** Why a recorded call was not played, with what a sentence needs. */
export type ReplayFailure =
  | { readonly code: "never-ended" | "function-not-found" | "too-large" | "other-calls-together" }
  | { readonly code: "not-loaded" | "failed-together"; readonly said: string }
  | {
      readonly code: "did-not-end";
      readonly after: NamedCall | null;
      /** What escaped from it, where something did. */
      readonly escaped?: string | undefined;
    }
  | {
      readonly code: "other-calls";
      /** Null: no other came there. */
      readonly recorded: NamedCall | null;
      readonly played: NamedCall | null;
      /** What it failed with, where the recorded call did not. */
      readonly failed?: string | undefined;
    }
  | {
      readonly code: "no-answer";
      readonly asked: CallWithArguments;
      /** Null: the recording has no call left that could be it. */
      readonly nearest: (CallWithArguments & { readonly otherwise: Otherwise }) | null;
    }
  | {
      readonly code: "other-outcome";
      readonly recorded: string;
      readonly played: string;
      /** Where both came to an end of the same kind. */
      readonly difference?: OutcomeDifference | undefined;
    };

/** For the user: one sentence. */
export function replayFailure(failure: ReplayFailure): NotReplayedWhy {
  const text = textOf(failure);
  return failure.code === "other-outcome" && failure.difference !== undefined
    ? { code: failure.code, text, difference: failure.difference }
    : { code: failure.code, text };
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
    case "did-not-end": {
      const { after, escaped } = failure;
      const reason = escaped === undefined ? "." : `: an error escaped from it, ${withEnd(escaped)}`;
      return `Played, it came to no end${after === null ? "" : ` after ${named(after)}`}${reason}`;
    }
    case "other-calls": {
      const { recorded, played, failed } = failure;
      const reason = failed === undefined ? "." : `: it failed before, with ${withEnd(failed)}`;
      if (played === null) return `Played, it did not call ${named(recorded!)}${reason}`;
      if (recorded === null)
        return `Played, it called ${named(played)}, which it did not when it was recorded.`;
      return `Played, it called ${named(played)} where it called ${named(recorded)} when it was recorded.`;
    }
    case "no-answer":
      return noAnswer(failure.asked, failure.nearest);
    case "other-outcome": {
      const { recorded, played, difference } = failure;
      if (difference === undefined)
        return `Played, it ended with ${played}, and with ${recorded} when it was recorded.`;
      const at = difference.where === "" ? "" : ` at ${difference.where}`;
      return `Played, it gave ${difference.played}${at}, and ${difference.recorded} when it was recorded.`;
    }
  }
}

/** Of two versions, of one of which a call was recorded: why the other does not play it. */
export function playedInOther(text: string, recordedOf: string, other: string): string {
  return `It is one of the ${recordedOf}. In the ${other}: ${text}`;
}

/** For the user, of two versions that played the same call: whether they come to the same outcome. */
export function outcomeSentence({ isSame, where, base, head }: PairOutcome): string {
  if (isSame) return "Both come to the same outcome on this recorded call.";
  const at = where === undefined || where === "" ? "" : ` at ${where}`;
  return `On the same recorded call they come to different outcomes:${at} the former gives ${base!}, and the latter ${head!}.`;
}

function noAnswer(
  asked: CallWithArguments,
  nearest: (CallWithArguments & { readonly otherwise: Otherwise }) | null,
): string {
  const calls = `${place(asked)} calls ${withArguments(asked)}`;
  if (nearest === null) return `${calls}, for which the recording has no answer.`;
  const has = withArguments(nearest);
  const { otherwise } = nearest;
  switch (otherwise.what) {
    case "argument": {
      const where = otherwise.where === "" ? "" : ` at ${otherwise.where.slice(0, 60)}`;
      return `${calls} and the recording has ${has}: argument ${otherwise.index} differs${where}.`;
    }
    case "count":
      return `${calls} and the recording has ${has}: it has another number of arguments.`;
    case "receiver":
      return `${calls} and the recording has ${has}: it cannot be told which of what was recorded it is called on.`;
    case "style":
      return `${calls} and the recording has ${has}: it answered in another style, which has no answer of one value.`;
    case "used-up":
      return `${calls} more often than the recording does.`;
    case "operation":
      return `${calls}, for which the recording has no answer; the nearest it has is ${has}.`;
  }
}

function withArguments({ expression, given }: CallWithArguments): string {
  return given === null ? expression : `${expression}(${given})`;
}

/** `Line 12`, `Line 12 of src/b.js`. */
function place({ line, file }: NamedCall): string {
  return `Line ${line}${file === undefined ? "" : ` of ${file}`}`;
}

/** For the user, with a result: what was measured instead. */
export function notReplayedSentence({ text }: NotReplayedWhy): string {
  return `Its recorded call was not played, so what was measured is inferred: ${text}`;
}

/** For the user, with a result: that it is of another recorded call than the usual one, and why. */
export function otherReplayedSentence({ text }: NotReplayedWhy): string {
  return `Another recorded call than the usual one was played, as that does not play: ${text}`;
}

/** For the user: which recorded call was played; null where none was. */
export function playedSentence(scenario: PlayedScenario): string | null {
  const { origin, path = 1, paths = 1, share, calls, command, recordedAt = "" } = scenario;
  if (origin !== "recorded" || command === undefined) return null;
  const of = paths === 1 ? "" : `, path ${path} of ${paths}`;
  const seen = calls === undefined || share === undefined ? 0 : Math.round(calls / share);
  const took = paths === 1 || calls === undefined ? "" : `, which ${calls} of ${counted(seen, "call")} took`;
  const own = scenario.values?.filter((one) => one.origin === "given").map(({ what }) => what) ?? [];
  const given =
    own.length === 0
      ? ""
      : ` Given in place of what was recorded: ${own.slice(0, GIVEN_AT_MOST).join(", ")}${own.length > GIVEN_AT_MOST ? ", …" : ""}.`;
  return `Measured is a real call, recorded by ${command} on ${recordedAt.slice(0, 10)}${of}${took}.${given}`;
}

/** So many parts are named that the user gives. */
const GIVEN_AT_MOST = 5;

/** For the user: which call was measured, and why not another one. */
export function measuredCall(scenario: PlayedScenario): string {
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

const MEASURED: Readonly<Record<PlayedScenario["origin"], string>> = {
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
