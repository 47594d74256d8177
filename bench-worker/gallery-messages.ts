import * as v from "valibot";
import { galleryTableSchema, TABLES } from "./gallery-table.ts";

/** What the extension and the gallery's page say to each other by `postMessage`; each parses what the other says. */

const tableName = v.picklist(TABLES);

export const toGallerySchema = v.object({
  type: v.literal("gallery"),
  /** Every table, in order. */
  tables: v.array(
    v.object({
      name: tableName,
      title: v.string(),
      /** `2026-01-31`; null where it was not measured yet. */
      measuredOn: v.nullable(v.string()),
    }),
  ),
  chosen: tableName,
  /** The chosen one, as far as it was measured; null where it was not. */
  table: v.nullable(galleryTableSchema),
  /** Whether a cancel left the chosen one in parts, which are not kept. */
  isPartial: v.boolean(),
  /** What is being done, and of which table; null while nothing is. */
  running: v.nullable(v.object({ table: tableName, fraction: v.number(), activity: v.string() })),
  /** How long measuring the chosen one takes at least; null where it takes no time, or that is not known. */
  secondsAtLeast: v.nullable(v.number()),
  /** What the chosen table lacks. */
  missing: v.object({ libraries: v.array(v.string()), engines: v.array(v.string()) }),
});

export const fromGallerySchema = v.variant("type", [
  /** The page's script runs; it wants the present state. */
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("choose"), table: tableName }),
  v.object({ type: v.literal("measure"), table: tableName }),
  v.object({ type: v.literal("cancel") }),
  v.object({ type: v.literal("install"), what: v.picklist(["libraries", "engines"]) }),
]);

/** Extension → page. */
export type ToGallery = v.InferOutput<typeof toGallerySchema>;
/** Page → extension. */
export type FromGallery = v.InferOutput<typeof fromGallerySchema>;
