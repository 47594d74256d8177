import * as v from "valibot";
import { benchmarkDocumentSchema, measureSchema } from "./document.ts";

/** What the extension and the panel say to each other by `postMessage`; each parses what the other says. */

/** A benchmark as the panel shows it: partial while `running` is there. */
const showSchema = v.object({
  type: v.literal("show"),
  document: benchmarkDocumentSchema,
  /** While a run is under way. */
  running: v.nullable(
    v.object({ fraction: v.number(), activity: v.string(), measure: v.nullable(measureSchema) }),
  ),
  /** Indices of `document.results` whose function's text has changed since it was measured. */
  stale: v.array(v.number()),
});

/** Nothing was measured yet, or what was is gone. */
const emptySchema = v.object({ type: v.literal("empty"), message: v.string() });

export const toPanelSchema = v.variant("type", [showSchema, emptySchema]);

export const fromPanelSchema = v.variant("type", [
  /** The panel's script runs; it wants the present state. */
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("cancel") }),
  /** Measure the same targets again, with these settings where given. */
  v.object({
    type: v.literal("run-again"),
    clock: v.optional(v.picklist(["virtual", "real"])),
    latencyModel: v.optional(v.picklist(["fixed", "load-dependent"])),
  }),
  v.object({
    type: v.literal("open"),
    file: v.string(),
    line: v.number(),
    column: v.optional(v.number()),
    /** Which version of the file, as the target that it belongs to says; left out for the present one. */
    revision: v.optional(v.string()),
  }),
  v.object({ type: v.literal("export"), format: v.optional(v.picklist(["json", "markdown"]), "json") }),
]);

/** Extension → panel. */
export type ToPanel = v.InferOutput<typeof toPanelSchema>;
/** Panel → extension. */
export type FromPanel = v.InferInput<typeof fromPanelSchema>;
/** The `show` message. */
export type ShowMessage = v.InferOutput<typeof showSchema>;
