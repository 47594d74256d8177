import * as v from "valibot";
import { count, finite, line } from "../numbers.ts";
import { waySchema } from "../way.ts";
import { notReplayedSchema, operationsSchema, recordingsSchema } from "./played-scenario.ts";
import { answerSchema, recordedCallSchema, variableSchema, type RecordedCall } from "./recording.ts";

/**
 * A scenario: one call of a target, and all that it needs, as data. The user, recordings and inference produce them; a worker plays
 * them. Each part says where it comes from. What no part gives is inferred as it is played.
 */

/** Where a part comes from, the surest first: of two that give the same part, the one before goes. */
export const ORIGINS = ["given", "recorded", "typed", "inferred", "stand-in"] as const;

/** Where a part comes from. */
export type Origin = (typeof ORIGINS)[number];

/** What a part has beside what it is. */
const partEntries = {
  origin: v.picklist(ORIGINS),
  /** Of one that a fakes file or a tag gives, which may be code: `fakes.db.get`, at `upload.async-cost.js, line 12`. */
  from: v.optional(v.object({ setting: v.string(), place: v.string() })),
  /** What made it so, where there is more to say. */
  rule: v.optional(v.string()),
  /** In short, where it is no data: `stand-in for db`. */
  text: v.optional(v.string()),
};

/** A value as recordings have it; left out where it is no data. */
const valueSchema = v.object({ ...partEntries, value: v.optional(v.unknown()) });

/** What the parts that were recorded are of: one call, and how it went. */
const recordingSchema = v.object({
  ...v.omit(recordedCallSchema, ["this", "arguments", "around", "variables", "answers"]).entries,
  /** The project's folder, an absolute path: files of the parts are relative to it. */
  root: v.string(),
  /** Which of the function's paths it is: from 1 on, the most frequent first; and how many there are. */
  path: v.pipe(count, v.minValue(1)),
  paths: v.pipe(count, v.minValue(1)),
  /** 0 to 1: the calls that took this path, of all that were seen. */
  share: v.pipe(finite, v.minValue(0), v.maxValue(1)),
  /** That were seen by this path. */
  calls: count,
  stale: v.boolean(),
  /**
   * Of a comparison: `other` where it was recorded of another version of the target, in whose text its answers are to be found;
   * `carried` where they were found.
   */
  version: v.optional(v.picklist(["other", "carried"])),
  /** Of another version's call: what that version calls. Where nothing was recorded of one, it is no I/O call. */
  operations: v.optional(operationsSchema),
  /** Of a carried call: what the recorded version calls, of each answer. By that a fakes file names it, for both versions alike. */
  names: v.optional(v.array(v.string())),
  /** Whether its I/O calls are held to complete in the recorded order; left out: where that is needed. */
  keepsOrder: v.optional(v.boolean()),
});

/** What one call needs that was recorded, or is given. */
const callEntries = {
  this: v.optional(valueSchema),
  arguments: v.optional(v.array(valueSchema)),
  /** What it, and what it calls, reads around it; `around`: what it captured of the functions around it. */
  surroundings: v.optional(
    v.array(
      v.variant("scope", [
        v.object({ ...partEntries, ...variableSchema.entries }),
        v.object({ ...valueSchema.entries, scope: v.literal("around") }),
        v.object({ ...partEntries, scope: v.literal("environment"), name: v.string() }),
      ]),
    ),
  ),
  /** One a call of an operation, in their order. */
  answers: v.optional(
    v.array(
      v.union([
        v.object({ ...partEntries, ...answerSchema.entries }),
        v.object({ ...partEntries, expression: v.string(), line: v.optional(line) }),
      ]),
    ),
  ),
  /** Left out where nothing of it was recorded. */
  recording: v.optional(recordingSchema),
};

const callSchema = v.object(callEntries);

export const scenarioSchema = v.object({
  ...callEntries,
  /** Further recorded calls of the function, to be tried in their order where this one does not play. */
  others: v.optional(v.array(callSchema)),
  /** What the user's own fakes are: which parts they give is known once they are evaluated. */
  fakesFile: v.optional(v.object({ file: v.string(), text: v.string() })),
  /** What inference has learnt of the parts that nobody gives: who plays it again need not learn it anew. */
  learnt: v.optional(waySchema),
  /** What else is recorded of the function. */
  recordings: v.optional(recordingsSchema),
  /** There is a recorded call that is no part of it: why. */
  notReplayed: v.optional(notReplayedSchema),
});

/** A recorded call with what there is to say of its recording, as parts of a scenario. */
type CallParts = v.InferOutput<typeof callSchema>;

/** One call of a target, and all that it needs. */
export type Scenario = v.InferOutput<typeof scenarioSchema>;

type Recording = v.InferOutput<typeof recordingSchema>;

/** A recorded call, with what a scenario says of its recording. */
export interface ToReplay extends Pick<
  Recording,
  "root" | "path" | "paths" | "share" | "calls" | "stale" | "version" | "operations" | "names" | "keepsOrder"
> {
  readonly call: RecordedCall;
}

const origin = "recorded";

/** A scenario all of whose parts were recorded. */
export function scenarioOfCall({ call, ...recording }: ToReplay): CallParts {
  const { this: self, arguments: given, around, variables, answers, ...rest } = call;
  return {
    ...(self === undefined ? {} : { this: { origin, value: self } }),
    arguments: given.map((value) => ({ origin, value })),
    surroundings: [
      ...(around === undefined ? [] : [{ origin, scope: "around", value: around } as const]),
      ...variables.map((one) => ({ origin, ...one }) as const),
    ],
    answers: answers.map((one) => ({ origin, ...one })),
    recording: { ...rest, ...recording },
  };
}

/** The recorded call that a scenario has parts of; null where none was recorded. */
export function recordedIn({
  this: self,
  arguments: given = [],
  surroundings = [],
  answers = [],
  recording,
}: Scenario): ToReplay | null {
  if (recording === undefined) return null;
  const { root, path, paths, share, calls, stale, version, operations, names, keepsOrder, ...rest } =
    recording;
  const around = surroundings.find((one) => one.scope === "around");
  return {
    ...{ root, path, paths, share, calls, stale, version, operations, names, keepsOrder },
    call: {
      ...rest,
      ...(self === undefined ? {} : { this: self.value }),
      arguments: given.map(({ value }) => value),
      ...(around === undefined ? {} : { around: around.value }),
      variables: surroundings.flatMap((one) =>
        one.scope === "around" || one.scope === "environment" ? [] : [one],
      ),
      answers: answers.flatMap((one) => ("kind" in one ? [one] : [])),
    },
  };
}

/** What a recorded call calls, of each of the answers that another version got of it. */
export function namesOf(from: readonly number[], { answers }: Pick<RecordedCall, "answers">): string[] {
  return from.map((index) => answers[index]?.expression ?? "");
}

/** The scenario with each of the recorded calls that there are in it, the first first, and no other. */
export function* eachRecorded(scenario: Scenario): Generator<Scenario> {
  const { others = [], ...first } = scenario;
  yield first;
  for (const one of others) yield { ...withoutRecorded(scenario), ...one };
}

/** A scenario without the parts that were recorded, and what there is to say of these. */
export function withoutRecorded({ fakesFile, learnt, recordings, notReplayed }: Scenario): Scenario {
  return { fakesFile, learnt, recordings, notReplayed };
}
