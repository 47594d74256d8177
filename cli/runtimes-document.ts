import * as v from "valibot";
import { ENGINES } from "../bench-worker/host/runtimes/packages.ts";

const runtimeSchema = v.object({
  /** What `--runtime` takes: `node@22.23.3`. */
  name: v.string(),
  engine: v.picklist(ENGINES),
  version: v.string(),
  /** `present`: the Node that runs the command; it is not in the cache folder. */
  source: v.picklist(["present", "installed"]),
  /** The executable. */
  path: v.string(),
  /** Of the npm registry; null for the Node that runs the command. */
  package: v.nullable(v.string()),
  /** As the package says; null where that is not known. */
  licence: v.nullable(v.string()),
  /** What it takes in the cache folder. */
  bytes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Whether functions can be measured on it. */
  measures: v.boolean(),
  /** Only where not everything can be measured on it: what can. */
  limits: v.optional(v.string()),
});

/** What `async-cost runtimes … --json` prints: all that there is once it is done. */
export const runtimesDocumentSchema = v.object({
  /** The folder of the installed ones. */
  folder: v.string(),
  runtimes: v.array(runtimeSchema),
  /** Names of those that this call has installed, or removed. */
  installed: v.optional(v.array(v.string())),
  removed: v.optional(v.array(v.string())),
});

/** {@link runtimesDocumentSchema} */
export type RuntimesDocument = v.InferOutput<typeof runtimesDocumentSchema>;
/** One runtime as it is listed. */
export type ListedRuntime = v.InferOutput<typeof runtimeSchema>;
