import * as v from "valibot";
import { GENERATOR_RUNNERS, PATTERNS } from "../analysis/pattern.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));

const functionSchema = v.object({
  name: v.string(),
  pattern: v.picklist(PATTERNS),
  /** Only with the pattern `generator`. */
  runner: v.optional(v.picklist(GENERATOR_RUNNERS)),
  line: position,
  column: position,
  endLine: position,
  /** Tokens of its whole range. */
  tokens: count,
  /** Tokens without those of the asynchronous functions nested in it. */
  ownTokens: count,
  ioCalls: count,
  /** How many of the I/O calls must happen one after another. */
  criticalPath: count,
  /** Whether a loop waits for I/O calls in each of its rounds, of which one is counted. */
  criticalPathInLoop: v.boolean(),
});

const fileSchema = v.object({
  file: v.string(),
  /** Null for a file that could not be read; `problems` says why. */
  tokens: v.nullable(count),
  functions: v.array(functionSchema),
  /** The column is left out where the whole file is meant. */
  problems: v.array(v.object({ line: position, column: v.optional(position), reason: v.string() })),
});

/** What `async-cost tokens --json` prints: one entry a file. */
export const tokensDocumentSchema = v.array(fileSchema);

/** One file's entry. */
export type FileTokens = v.InferOutput<typeof fileSchema>;
