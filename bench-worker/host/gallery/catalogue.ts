import * as v from "valibot";
import { GENERATOR_RUNNERS, PATTERNS } from "../../../analysis/pattern.ts";

/** The file that names a gallery's variants and lies beside them. */
export const CATALOGUE_FILE = "catalogue.json";

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const level = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

const librarySchema = v.strictObject({
  /** Of the npm registry. Parts of a path are made of it, so it is held to what npm lets a name be. */
  name: v.pipe(v.string(), v.regex(/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/)),
  /** Exactly this one. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/)),
  /** As the package says, or its licence file where it says nothing. */
  licence: v.string(),
});

/** The row that the source's tables have for it; null where they have none. */
const seedSchema = v.nullable(
  v.strictObject({
    file: v.string(),
    tokens: count,
    milliseconds: v.optional(v.number()),
    megabytes: v.optional(v.number()),
    sourceMaps: v.optional(level),
    stackTraces: v.optional(level),
  }),
);

const common = {
  /** Unique; what a command line takes. */
  name: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  /** For a table's row. */
  system: v.string(),
  library: v.nullable(librarySchema),
  seed: seedSchema,
};

/** The shape of `catalogue.json`. Unknown keys are refused, so that a misspelt one is found. */
export const catalogueSchema = v.strictObject({
  source: v.strictObject({ title: v.string(), author: v.string(), date: v.string(), note: v.string() }),
  /** What runs. */
  variants: v.array(
    v.strictObject({
      ...common,
      /** Beside the catalogue. */
      file: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.js$/)),
      /** The file in `data-layer/` that it is written against, without `.js`. */
      dataLayer: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
      /** A semver range for each runtime that the variant works on. */
      runtime: v.strictObject({ node: v.string() }),
      pattern: v.picklist(PATTERNS),
      runner: v.optional(v.picklist(GENERATOR_RUNNERS)),
    }),
  ),
  /** Chains of seven promises; several versions of a library share a file. */
  chains: v.array(
    v.strictObject({ ...common, file: v.pipe(v.string(), v.regex(/^chain\/[a-z0-9-]+\.js$/)) }),
  ),
  /** What the source names and does not run here. */
  others: v.array(
    v.strictObject({
      ...common,
      /** `not-yet`: nothing stands in the way; the variant has not been written. */
      status: v.picklist(["needs-another-runtime", "impossible", "not-yet"]),
      /** One sentence: what it needs, or why it cannot be. */
      reason: v.string(),
    }),
  ),
});

/** What `catalogue.json` says. */
export type Catalogue = v.InferOutput<typeof catalogueSchema>;
/** One variant that runs. */
export type CatalogueEntry = Catalogue["variants"][number];
/** One library's chain of promises. */
export type ChainEntry = Catalogue["chains"][number];
/** A package that variants are written with. */
export type Library = v.InferOutput<typeof librarySchema>;

/** Reads the text of a catalogue. @throws {Error} when it does not have its shape. */
export function parseCatalogue(text: string): Catalogue {
  return v.parse(catalogueSchema, JSON.parse(text));
}
