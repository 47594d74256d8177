import * as v from "valibot";
import { settingSchema } from "./setting.ts";
import { count, finite, line } from "../numbers.ts";
import { OUTCOMES, recordedCallSchema } from "./recording.ts";

/** What a benchmark played: what a result says of the call that was measured. */

/** More values are not listed. */
export const VALUES_AT_MOST = 100;

/** The text of a value is cut there. */
export const VALUE_CHARACTERS_AT_MOST = 160;

/** Why a recorded call was not played, for programs. */
export const NOT_REPLAYED = [
  "never-ended",
  "function-not-found",
  "too-large",
  "not-loaded",
  "other-calls",
  "other-outcome",
  "did-not-end",
  "failed-together",
  "no-answer",
  "broke-off",
  "other-calls-together",
] as const;

/** In what the outcome of a call that was played differs from a recorded one. */
export const outcomeDifferenceSchema = v.object({
  /** `.rows[0].id`; empty for the outcome itself. */
  where: v.string(),
  /** In a few words each. */
  recorded: v.string(),
  played: v.string(),
});

/** In what an outcome differs from a recorded one. */
export type OutcomeDifference = v.InferOutput<typeof outcomeDifferenceSchema>;

export const notReplayedSchema = v.object({
  code: v.picklist(NOT_REPLAYED),
  /** One sentence. */
  text: v.string(),
  /** Of `other-outcome`, where both came to an end of the same kind. */
  difference: v.optional(outcomeDifferenceSchema),
});

/** Why a recorded call was not played. */
export type NotReplayedWhy = v.InferOutput<typeof notReplayedSchema>;

/** More paths are not listed; all of them can be chosen on the command line. */
export const PATHS_AT_MOST = 20;

export const recordingsSchema = v.object({
  /** What can be played, a path an entry, the most frequent first. */
  paths: v.pipe(
    v.array(
      v.object({
        /** Calls that were seen by this path. */
        calls: v.pipe(count, v.minValue(1)),
        /** That one of them made. */
        ioCalls: count,
        /** How it ended. */
        outcome: v.picklist(OUTCOMES),
      }),
    ),
    v.maxLength(PATHS_AT_MOST),
  ),
  /** Calls are recorded, and all of them with another text of the function, or of one that ran in them. */
  stale: v.boolean(),
});

/** What is recorded of a function, for whoever chooses among it. */
export type Recordings = v.InferOutput<typeof recordingsSchema>;

export const playedScenarioSchema = v.object({
  origin: v.picklist(["given", "recorded", "inferred"]),
  /** Which of its paths was played, or was to be: from 1 on, the most frequent first; and how many there are. */
  path: v.optional(v.pipe(count, v.minValue(1))),
  paths: v.optional(v.pipe(count, v.minValue(1))),
  /** 0 to 1: the calls that took this path, of all that were seen. */
  share: v.optional(v.pipe(finite, v.minValue(0), v.maxValue(1))),
  /** That were seen by this path. */
  calls: v.optional(count),
  /** When the call that was played was recorded: ISO 8601. */
  recordedAt: v.optional(v.string()),
  /** How long it took then. */
  milliseconds: v.optional(v.pipe(finite, v.minValue(0))),
  /** What was run then: `npm test`. */
  command: v.optional(v.string()),
  /** Of a comparison: it was recorded of the other version, whose answers this one gets by operation and arguments. */
  carried: v.optional(v.boolean()),
  /** Texts in its values that were replaced, as they may be secrets. */
  redacted: v.optional(count),
  /** Where they stood: `.token of argument 0`; left out where that is not known. */
  redactedAt: v.optional(v.pipe(v.array(v.string()), v.maxLength(VALUES_AT_MOST))),
  /** In one sentence each: what was not kept of it. */
  cut: v.optional(v.pipe(v.array(v.string()), v.maxLength(VALUES_AT_MOST))),
  /** Whether the function, or one that ran in the call, has another text by now. */
  stale: v.optional(v.boolean()),
  /** What is recorded of the function, whichever call was measured; left out where nothing is. */
  recordings: v.optional(recordingsSchema),
  /** There is a recording, and its call was not played. */
  notReplayed: v.optional(notReplayedSchema),
  values: v.optional(
    v.pipe(
      v.array(
        v.object({
          /** `argument 0 (order)`, `this`, `variable db`, `answer of db.get at line 12`. */
          what: v.string(),
          origin: v.picklist(["given", "recorded", "typed", "inferred", "stand-in"]),
          /** What made it so, where there is more to say. */
          rule: v.optional(v.string()),
          /** The value in short: `{ id: "a1" }`. */
          text: v.optional(v.pipe(v.string(), v.maxLength(VALUE_CHARACTERS_AT_MOST))),
          /** Part of the value is not there, as it was too large or too deep. */
          isCut: v.optional(v.boolean()),
          /** Where in the function's entry of a fakes file it can be said otherwise; left out where it cannot. */
          setting: v.optional(settingSchema),
        }),
      ),
      v.maxLength(VALUES_AT_MOST),
    ),
  ),
});

/** What was played, and where each part of it came from. */
export type PlayedScenario = v.InferOutput<typeof playedScenarioSchema>;

/** More I/O calls of one call are not listed. */
export const IO_AT_MOST = 500;

export const ioCallSchema = v.object({
  line,
  column: line,
  /** Where that is another file than the function's. */
  file: v.optional(v.string()),
  expression: v.string(),
  startMilliseconds: finite,
  /** Null: it had not answered when the call ended. */
  endMilliseconds: v.nullable(finite),
  outcome: v.picklist(["value", "error", "pending"]),
});

/** One I/O call of the call that was played, as it was when that was recorded. */
export type ScenarioIoCall = v.InferOutput<typeof ioCallSchema>;

export const elapsedSchema = v.object({
  /** Until the call ends. */
  milliseconds: v.pipe(finite, v.minValue(0)),
  io: v.pipe(v.array(ioCallSchema), v.maxLength(IO_AT_MOST)),
});

/**
 * How long a version waits for the I/O of a recorded call: each I/O call begins where this version makes it, takes as long as it did when
 * it was recorded, and nothing else takes any time.
 */
export type Elapsed = v.InferOutput<typeof elapsedSchema>;

/** More operations of a text are not told. */
export const OPERATIONS_AT_MOST = 10_000;

/** What the files of a recorded call call, by the name of the function or member: `get` of `db.get`. */
export const operationsSchema = v.pipe(v.array(v.string()), v.maxLength(OPERATIONS_AT_MOST));

/** What a worker says of a recorded call that it only played. */
export const playedSchema = v.object({
  keepsOrder: v.boolean(),
  /** Left out where that was not asked for, or the call goes another way by the times that were recorded. */
  elapsed: v.optional(elapsedSchema),
  operations: v.optional(operationsSchema),
  /** The call as it is one of the other version's text, where it was recorded of another one. */
  carried: v.optional(
    v.object({
      call: recordedCallSchema,
      /** Of each of its answers, which of the recorded call's it is. */
      from: v.array(count),
      /** Null: both versions come to the same outcome. Left out where the user gives parts: what was recorded is no outcome of theirs. */
      difference: v.optional(v.nullable(outcomeDifferenceSchema)),
    }),
  ),
});

/** What a worker says of a recorded call that it only played. */
export type Played = v.InferOutput<typeof playedSchema>;

/** What came of one recorded call in two versions. */
export const pairOutcomeSchema = v.object({
  isSame: v.boolean(),
  /** What differs: `.rows[0].id`; empty for the outcome itself. */
  where: v.optional(v.string()),
  /** What each gives there, in a few words. */
  base: v.optional(v.string()),
  head: v.optional(v.string()),
});

/** What came of one recorded call in two versions. */
export type PairOutcome = v.InferOutput<typeof pairOutcomeSchema>;
