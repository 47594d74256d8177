import * as v from "valibot";
import { NOT_REPLAYED, outcomeDifferenceSchema } from "../bench-worker/contract/played-scenario.ts";
import { count, line } from "../bench-worker/numbers.ts";

/** What `async-cost recordings list --json` prints: an entry a source file. */
export const recordingsDocumentSchema = v.array(
  v.object({
    /** Relative to the project's folder, with forward slashes. */
    file: v.string(),
    functions: v.array(
      v.object({
        name: v.string(),
        line,
        calls: v.pipe(count, v.minValue(1)),
        paths: v.pipe(count, v.minValue(1)),
        /** Calls that are kept whole. */
        kept: count,
        /** Texts in these that were replaced, as they may be secrets. */
        redacted: v.optional(count),
        /** No kept call is of the present text any more. */
        stale: v.boolean(),
        /** Of the newest kept call: when it was made, and by which command; null where none is kept. */
        recordedAt: v.nullable(v.string()),
        command: v.nullable(v.string()),
      }),
    ),
  }),
);

/** What `list` prints. */
export type RecordingsDocument = v.InferOutput<typeof recordingsDocumentSchema>;

/** What `async-cost recordings check --json` prints. */
export const recordingsCheckDocumentSchema = v.object({
  /** Kept calls that were played. */
  calls: count,
  /** Those that made the same I/O calls with the same outcome, and came to the same end. */
  same: count,
  /** Functions with calls that were played, and of these those with a call that was the same among those of which the first that plays is measured; left out by older versions. */
  functions: v.optional(count),
  functionsSame: v.optional(count),
  /** Kept calls that were not played: the text of a function that ran in them has changed. */
  stale: count,
  /** Played calls that tried real I/O, which walls have refused; left out by older versions. */
  refused: v.optional(count),
  different: v.array(
    v.object({
      file: v.string(),
      function: v.string(),
      line,
      /** Of the function's kept calls, from 1 on, as `show` lists them. */
      call: v.pipe(count, v.minValue(1)),
      /** For programs; null where the process that played it failed. */
      code: v.nullable(v.picklist(NOT_REPLAYED)),
      /** One sentence. */
      why: v.string(),
      /** Of `other-outcome`, where both came to an end of the same kind; left out by older versions. */
      difference: v.optional(outcomeDifferenceSchema),
    }),
  ),
});

/** What `check` prints. */
export type RecordingsCheckDocument = v.InferOutput<typeof recordingsCheckDocumentSchema>;
