import * as v from "valibot";
import { count, line } from "../numbers.ts";
import { recordedCallSchema } from "./recording.ts";

/**
 * What the recorder, inside of the user's process, writes while that runs: a line of JSON each, into a file a process. The
 * command that started it makes recordings of them. Secrets are out of it already. Files in it are absolute paths.
 */

/** Names the folder that the lines go to; set in the environment of the command. */
export const RECORDER_FOLDER = "ASYNC_COST_RECORDER_FOLDER";
/** Names the options of the recorder, as JSON. */
export const RECORDER_OPTIONS = "ASYNC_COST_RECORDER_OPTIONS";

export const recorderOptionsSchema = v.object({
  /** The project's folder: functions of files in it are recorded, but for those of packages and tests. */
  root: v.string(),
  /** What is run, as the user typed it. */
  command: v.string(),
  /** Calls of each path that are kept whole. */
  callsOfPath: v.pipe(count, v.minValue(1)),
  /** No value is kept, only what kind of value it was. */
  shapesOnly: v.boolean(),
  /** Only functions of files that match one of these globs, relative to `root`; all where it is empty. */
  only: v.array(v.string()),
  /** The folder that has texts with the recorder's hooks in them for other processes; none is kept where it is left out. */
  texts: v.optional(v.string()),
});

/** What the recorder is to do. */
export type RecorderOptions = v.InferOutput<typeof recorderOptionsSchema>;

const functionSchema = v.object({
  file: v.string(),
  name: v.string(),
  /** Where its text starts in the source, before any transformation. */
  line,
  column: line,
  /** The place is that of something in it, and in no function within it: where its text starts was not told. */
  isInside: v.optional(v.boolean()),
});

/** A function of the project, where the recorder saw it. */
export type SeenFunction = v.InferOutput<typeof functionSchema>;

const answerEntries = recordedCallSchema.entries.answers.item.entries;

/** A call as the recorder has it: files are absolute, and functions have no hash yet. */
const rawCallSchema = v.object({
  ...recordedCallSchema.entries,
  variables: v.array(v.object({ ...recordedCallSchema.entries.variables.item.entries, file: v.string() })),
  answers: v.array(
    v.object({
      ...answerEntries,
      file: v.string(),
      /** Of a wake: its place is inside of the function's text. */
      isInside: v.optional(v.boolean()),
      calledAt: v.optional(v.object({ ...answerEntries.calledAt.wrapped.entries, file: v.string() })),
    }),
  ),
  functions: v.pipe(v.array(functionSchema), v.minLength(1)),
});

/** A call that the recorder kept. */
export type RawCall = v.InferOutput<typeof rawCallSchema>;

export const recorderLineSchema = v.variant("what", [
  /** A file of the project was loaded, with so many functions that may be asynchronous. */
  v.object({ what: v.literal("file"), file: v.string(), functions: count }),
  /** Calls of a function by one path; `call` where it was kept. */
  v.object({
    what: v.literal("calls"),
    function: functionSchema,
    /** The I/O calls of it, in their order. */
    path: v.array(
      v.object({
        ...{ file: v.string(), line, column: line, expression: v.string() },
        isInside: v.optional(v.boolean()),
      }),
    ),
    calls: v.pipe(count, v.minValue(1)),
    call: v.optional(rawCallSchema),
  }),
  /** A file could not be instrumented, or something else that the user should know. */
  v.object({ what: v.literal("note"), text: v.string() }),
]);

/** One line. */
export type RecorderLine = v.InferOutput<typeof recorderLineSchema>;
