import * as v from "valibot";
import { settingSchema } from "./contract/setting.ts";
import { measureSchema } from "./benchmark-options.ts";
import { benchmarkDocumentSchema } from "./document.ts";

/** Longer values are written in the fakes file itself. */
export const CORRECTION_CHARACTERS_AT_MOST = 2_000;

/** What the extension and the panel say to each other by `postMessage`; each parses what the other says. */

/** What is said beside the shown benchmark of the one that comes next. */
const nextSchema = v.object({
  /** `save waits until load is done.` */
  words: v.string(),
  /** The words of the button that cancels what is under way. */
  cancel: v.string(),
});

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
  next: v.optional(v.nullable(nextSchema)),
});

/** Nothing was measured yet, or what was is gone. */
const emptySchema = v.object({
  type: v.literal("empty"),
  message: v.string(),
  next: v.optional(v.nullable(nextSchema)),
});

const correctionEntries = {
  /** The function's place in the document's results. */
  result: v.pipe(v.number(), v.integer(), v.minValue(0)),
  setting: settingSchema,
  /** What stands behind the setting's colon: an expression. */
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(CORRECTION_CHARACTERS_AT_MOST)),
};

/** What became of a `correct`: whether the fakes file says so now. */
const correctedSchema = v.object({
  type: v.literal("corrected"),
  ...correctionEntries,
  isDone: v.boolean(),
});

/** What the panel shows, and remembers. */
export const shownSchema = v.variant("type", [showSchema, emptySchema]);

export const toPanelSchema = v.variant("type", [showSchema, emptySchema, correctedSchema]);

export const fromPanelSchema = v.variant("type", [
  /** The panel's script runs; it wants the present state. */
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("cancel") }),
  /** Measure the same targets again, with these settings where given, and another call of one of them. */
  v.object({
    type: v.literal("run-again"),
    clock: v.optional(v.picklist(["virtual", "real"])),
    latencyModel: v.optional(v.picklist(["fixed", "load-dependent", "recorded"])),
    call: v.optional(
      v.object({
        /** The function's place in the document's results. */
        result: v.pipe(v.number(), v.integer(), v.minValue(0)),
        /** Of its recorded calls; null: none of them. */
        path: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    ),
  }),
  v.object({
    type: v.literal("open"),
    file: v.string(),
    line: v.number(),
    column: v.optional(v.number()),
    /** Which version of the file, as the target that it belongs to says; left out for the present one. */
    revision: v.optional(v.string()),
  }),
  /** Say in the fakes file of a result's function what one of its fakes does, or what a value is. */
  v.object({ type: v.literal("correct"), ...correctionEntries }),
  /** Write the fakes file of a result's function, as the result's hint advises. */
  v.object({ type: v.literal("write-fakes"), result: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  /** Record real calls: of a command that the user chooses. */
  v.object({ type: v.literal("record") }),
  v.object({ type: v.literal("export"), format: v.optional(v.picklist(["json", "markdown"]), "json") }),
]);

/** Extension → panel. */
export type ToPanel = v.InferOutput<typeof toPanelSchema>;
/** {@link shownSchema} */
export type Shown = v.InferOutput<typeof shownSchema>;
/** What comes next, as the panel says it. */
export type Next = v.InferOutput<typeof nextSchema>;
/** The `corrected` message. */
export type Corrected = v.InferOutput<typeof correctedSchema>;
/** Panel → extension. */
export type FromPanel = v.InferInput<typeof fromPanelSchema>;
/** The `show` message. */
export type ShowMessage = v.InferOutput<typeof showSchema>;
