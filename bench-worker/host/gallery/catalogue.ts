import validRange from "semver/ranges/valid.js";
import * as v from "valibot";
import { GENERATOR_RUNNERS, PATTERNS } from "../../../analysis/pattern.ts";

/** The file that names a gallery's variants and lies beside them. */
export const CATALOGUE_FILE = "catalogue.json";

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const level = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

const packageEntries = {
  /** Of the npm registry. Parts of a path are made of it, so it is held to what npm lets a name be. */
  name: v.pipe(v.string(), v.regex(/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/)),
  /** Exactly this one. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/)),
  /** As the package says, or its licence file where it says nothing. */
  licence: v.string(),
};

const librarySchema = v.strictObject({
  ...packageEntries,
  /** Packages that are installed with it, in the same folder: a compiler, or what stands in for one of its own. */
  with: v.optional(v.array(v.strictObject(packageEntries))),
});

/** The compilers that make JavaScript of a variant's file. */
const COMPILERS = [
  "babel",
  "traceur",
  "streamline-callbacks",
  "streamline-generators",
  "streamline-fibers",
  "stratifiedjs",
] as const;

/** The row that the source's tables have for it; null where they have none. */
const seedSchema = v.nullable(
  v.strictObject({
    file: v.string(),
    tokens: v.optional(count),
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
const catalogueSchema = v.strictObject({
  source: v.strictObject({ title: v.string(), author: v.string(), date: v.string(), note: v.string() }),
  /** What runs. */
  variants: v.array(
    v.strictObject({
      ...common,
      /** Beside the catalogue. What is compiled in several ways is one file of several variants. */
      file: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.(js|_js|sjs)$/)),
      /** What makes JavaScript of the file; left out where engines run it as it is. */
      compiler: v.optional(v.picklist(COMPILERS)),
      /** The file in `data-layer/` that it is written against, without `.js`. */
      dataLayer: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
      /** The versions of Node that it works on, as a semver range; where that has no end, it works on Bun and Deno too. */
      runtime: v.strictObject({
        node: v.pipe(
          v.string(),
          v.check((range) => validRange(range) !== null),
        ),
      }),
      pattern: v.picklist(PATTERNS),
      runner: v.optional(v.picklist(GENERATOR_RUNNERS)),
    }),
  ),
  /** Chains of seven promises; several versions of a library share a file. */
  chains: v.array(
    v.strictObject({ ...common, file: v.pipe(v.string(), v.regex(/^chain\/[a-z0-9-]+\.js$/)) }),
  ),
  /** What the source names and cannot run anywhere. */
  others: v.array(
    v.strictObject({
      ...common,
      status: v.literal("impossible"),
      /** Why it cannot be. */
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
/** A package that variants are written with, and what is installed with it. */
export type Library = v.InferOutput<typeof librarySchema>;
/** One package of the npm registry. */
export type Package = Omit<Library, "with">;
/** One of {@link COMPILERS}. */
export type Compiler = (typeof COMPILERS)[number];

/** Reads the text of a catalogue. @throws {Error} when it does not have its shape. */
export function parseCatalogue(text: string): Catalogue {
  return v.parse(catalogueSchema, JSON.parse(text));
}
