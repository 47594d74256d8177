import * as v from "valibot";
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
