import * as v from "valibot";
import { count } from "./numbers.ts";

const wallSchema = v.picklist(["runtime", "fakes"]);

/**
 * What keeps the target from real I/O. Fakes do everywhere; `runtime`: below them, the runtime's own permission model
 * refuses it as well.
 */
export const wallsSchema = v.object({
  /** Writing anywhere, and reading outside of the project. */
  files: wallSchema,
  /** Child processes, threads and native add-ons. */
  processes: wallSchema,
  network: wallSchema,
});

/** What stands between a target and real I/O. */
export type Walls = v.InferOutput<typeof wallsSchema>;

export const environmentSchema = v.object({
  runtime: v.string(),
  version: v.string(),
  v8: v.string(),
  cpu: v.string(),
  cores: count,
  os: v.string(),
  walls: v.optional(wallsSchema),
});

/** The machine and engine that measured. */
export type Environment = v.InferOutput<typeof environmentSchema>;

/** What of a benchmark's document tells what its results were measured on. */
export interface MeasuredOn {
  readonly environment: Environment;
  readonly results: readonly { readonly environment?: Environment | undefined }[];
}

/** What each result was measured on; the document's own environment where there is no result. */
export function environmentsOf({ environment, results }: MeasuredOn): Environment[] {
  return results.length === 0 ? [environment] : results.map((result) => result.environment ?? environment);
}

/** Stands for what no process came to tell. */
export const UNKNOWN = "unknown";

/** `node 22.1.0`, each engine once; none for results of which no process came to say what it runs on. */
export function enginesOf(document: MeasuredOn): string[] {
  const known = environmentsOf(document).filter(({ version }) => version !== UNKNOWN);
  return [...new Set(known.map(({ runtime, version }) => `${runtime} ${version}`))];
}
