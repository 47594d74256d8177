import { toJsonSchema } from "@valibot/to-json-schema";
import { benchmarkDocumentSchema, comparisonDocumentSchema } from "../bench-worker/document.ts";
import { scenarioFileSchema } from "../bench-worker/contract/scenario-file.ts";
import { recordingSchema } from "../bench-worker/contract/recording.ts";
import { galleryTableSchema } from "../bench-worker/gallery-table.ts";
import { recordingsCheckDocumentSchema, recordingsDocumentSchema } from "./recordings-document.ts";
import { runtimesDocumentSchema } from "./runtimes-document.ts";
import { tokensDocumentSchema } from "./tokens-document.ts";

/** The published JSON Schemas by file name, made from the schemas that the code itself parses with. */
export function jsonSchemas(): Record<string, object> {
  // JSON has no number that is not finite; that a file lies in the project is more than a schema can say.
  const make = (schema: Parameters<typeof toJsonSchema>[0], title: string): object => ({
    ...toJsonSchema(schema, { ignoreActions: ["finite", "check"] }),
    title,
  });
  return {
    "tokens.schema.json": make(tokensDocumentSchema, "async-cost tokens --json"),
    "benchmark.schema.json": make(benchmarkDocumentSchema, "async-cost bench --json"),
    "comparison.schema.json": make(comparisonDocumentSchema, "async-cost compare --json"),
    "gallery-table.schema.json": make(
      galleryTableSchema,
      "async-cost variants performance --json and its like",
    ),
    "scenario.schema.json": make(scenarioFileSchema, "async-cost bench --save-scenario"),
    "recording.schema.json": make(recordingSchema, "a file of .async-cost/recordings"),
    "recordings.schema.json": make(recordingsDocumentSchema, "async-cost recordings list --json"),
    "recordings-check.schema.json": make(recordingsCheckDocumentSchema, "async-cost recordings check --json"),
    "runtimes.schema.json": make(runtimesDocumentSchema, "async-cost runtimes --json"),
  };
}
