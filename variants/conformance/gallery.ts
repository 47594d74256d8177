import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as v from "valibot";
import { GENERATOR_RUNNERS, PATTERNS } from "../../analysis/pattern.ts";
import { settled } from "./fake-io.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const level = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

/** The shape of `catalogue.json`. Unknown keys are refused, so that a misspelt one is found. */
export const catalogueSchema = v.strictObject({
  source: v.strictObject({ title: v.string(), author: v.string(), date: v.string(), note: v.string() }),
  variants: v.array(
    v.strictObject({
      /** Unique; what a command line takes. */
      name: v.string(),
      /** Beside the catalogue. */
      file: v.string(),
      /** For a table's row. */
      system: v.string(),
      library: v.nullable(v.strictObject({ name: v.string(), version: v.string(), licence: v.string() })),
      /** A semver range for each runtime that the variant works on. */
      runtime: v.strictObject({ node: v.string() }),
      pattern: v.picklist(PATTERNS),
      runner: v.optional(v.picklist(GENERATOR_RUNNERS)),
      /** The row that the article's tables have for it; null where they have none. */
      seed: v.nullable(
        v.strictObject({
          file: v.string(),
          tokens: count,
          milliseconds: v.number(),
          megabytes: v.number(),
          sourceMaps: level,
          stackTraces: level,
        }),
      ),
    }),
  ),
});

/** One variant as the catalogue describes it. */
export type CatalogueEntry = v.InferOutput<typeof catalogueSchema>["variants"][number];

/** What the data layer records of one transaction. */
export interface Transaction {
  readonly state: "open" | "committed" | "rolled back";
  readonly statements: number;
}

interface DataLayer {
  readonly existingFile: { readonly id: string; readonly version: string };
  readonly db: { begin: () => Transaction };
}

/** How one call of a variant ended. */
export interface Outcome {
  /** 1 unless the variant answers twice. */
  readonly answers: number;
  /** Null on success. */
  readonly error: unknown;
  readonly value: unknown;
}

const gallery = path.join(import.meta.dirname, "..");
const load = createRequire(import.meta.url);
const layers = ["callbacks", "promises", "bluebird"].map(
  (name) => load(`../data-layer/${name}.js`) as DataLayer,
);

/** The one file that every data layer finds. */
export const existingFile = layers[0]!.existingFile;

/** Reads the catalogue. @throws when it does not have its shape. */
export function readCatalogue(): readonly CatalogueEntry[] {
  const json: unknown = JSON.parse(readFileSync(path.join(gallery, "catalogue.json"), "utf8"));
  return v.parse(catalogueSchema, json).variants;
}

/** The variant's source text. */
export function sourceOf(entry: CatalogueEntry): string {
  return readFileSync(path.join(gallery, entry.file), "utf8");
}

/** Calls a variant once, in its own style, and waits until it has answered and nothing more happens. */
export async function callVariant(entry: CatalogueEntry, idOrPath: string): Promise<Outcome> {
  const upload = load(`../${entry.file}`) as (...args: unknown[]) => PromiseLike<unknown>;
  const given = [{ name: "stream" }, idOrPath, "tag"];
  let answers = 0;
  let error: unknown = null;
  let value: unknown;
  await new Promise<void>((resolve) => {
    const done = (failure: unknown, result?: unknown): void => {
      answers++;
      error = failure;
      value = result;
      resolve();
    };
    if (entry.pattern === "callbacks") upload(...given, done);
    else
      upload(...given).then(
        (result) => done(null, result),
        (reason: unknown) => done(reason),
      );
  });
  await settled();
  return { answers, error, value };
}

/** Lists the transactions that are begun during `use`, whichever data layer begins them. */
export async function withTransactions<T>(use: (begun: readonly Transaction[]) => Promise<T>): Promise<T> {
  const begun: Transaction[] = [];
  const originals = layers.map(({ db }) => db.begin);
  for (const { db } of layers) {
    const begin = db.begin;
    db.begin = () => {
      const transaction = begin();
      begun.push(transaction);
      return transaction;
    };
  }
  try {
    return await use(begun);
  } finally {
    layers.forEach(({ db }, index) => (db.begin = originals[index]!));
  }
}
