import * as v from "valibot";
import { optionsSchema } from "./benchmark-options.ts";
import { environmentSchema } from "./environment.ts";
import { count } from "./numbers.ts";
import { pairSchema } from "./pair.ts";
import { parseAs } from "./parse-as.ts";
import { shardSchema } from "./shard.ts";
import { resultSchema, targetSchema } from "./target-result.ts";

/**
 * The Benchmark: one shape in the panel, in a JSON file and on the command line's standard output. The schema is
 * the one source of its types, its run-time validation and the published JSON Schema.
 */

/** Version of this shape. Readers refuse a document with a higher one. */
export const SCHEMA_VERSION = 1;

/** What the bases of a comparison are. */
const comparedWithSchema = v.object({
  /** A git revision, as the user named it, and the hash of its commit. */
  revision: v.optional(v.string()),
  commit: v.optional(v.string()),
  /** A stored document, as the user named it. */
  document: v.optional(v.string()),
});

/** Of a function that was measured among variants of the gallery: which result is which. */
const amongGallerySchema = v.object({
  /** The function's own place in `results`. */
  own: count,
  /** The others: one system of the gallery for each pattern. */
  variants: v.array(
    v.object({ result: count, name: v.string(), system: v.string(), library: v.nullable(v.string()) }),
  ),
  /** Patterns without a point, as the library of none of their systems is installed, and how to get one. */
  missing: v.array(v.object({ pattern: v.string(), reason: v.string(), hint: v.string() })),
});

/** A function among variants of the gallery. */
export type AmongGallery = v.InferOutput<typeof amongGallerySchema>;

export const benchmarkDocumentSchema = v.object({
  schemaVersion: v.literal(SCHEMA_VERSION),
  environment: environmentSchema,
  options: optionsSchema,
  /** Where it has a part of what was to be measured: which. */
  shard: v.optional(shardSchema),
  results: v.array(resultSchema),
  /** Of a run that repeats another: that document, and in sentences what is not as it was. */
  repeats: v.optional(v.object({ document: v.string(), differences: v.array(v.string()) })),
  /** Of a comparison: each target of a group against the group's first. */
  pairs: v.optional(v.array(pairSchema)),
  /** Of a comparison with something stored: what the bases are. */
  comparedWith: v.optional(comparedWithSchema),
  /** Functions that only the working tree has, or only the base; neither is measured. */
  added: v.optional(v.array(targetSchema)),
  removed: v.optional(v.array(targetSchema)),
  /** Functions of which only names differ: both versions are the same code, so they are not measured. */
  renamed: v.optional(v.array(v.object({ base: targetSchema, head: targetSchema }))),
  /** Of a function among variants of the gallery. */
  amongGallery: v.optional(amongGallerySchema),
  /** Files that could not be read, and why. */
  problems: v.optional(v.array(v.object({ file: v.string(), reason: v.string() }))),
  /** How many functions of tests differ, which are in none of the lists. */
  testsLeftOut: v.optional(v.number()),
});

/** The whole document. */
export type BenchmarkDocument = v.InferOutput<typeof benchmarkDocumentSchema>;

/** What a document of a comparison with a revision says besides its pairs. */
export type DescribedField =
  | "shard"
  | "comparedWith"
  | "added"
  | "removed"
  | "renamed"
  | "problems"
  | "testsLeftOut";

/** A document that is known to be of a comparison. */
export const comparisonDocumentSchema = v.object({
  ...benchmarkDocumentSchema.entries,
  pairs: v.array(pairSchema),
});

/**
 * Reads a Benchmark out of untrusted data: a file, a message, a stored state.
 *
 * @throws {TypeError} one line that names the first field that is wrong.
 */
export function parseBenchmarkDocument(data: unknown): BenchmarkDocument {
  return parseAs(benchmarkDocumentSchema, data, "benchmark document");
}
