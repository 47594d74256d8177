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
