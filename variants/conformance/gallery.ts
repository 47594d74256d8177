import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  parseCatalogue,
  type Catalogue,
  type CatalogueEntry,
} from "../../bench-worker/host/gallery/catalogue.ts";
import { findLibrary } from "../../bench-worker/host/gallery/installed.ts";
import { settled } from "./fake-io.ts";

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

/** The one file that every data layer finds. */
export const existingFile = (createRequire(import.meta.url)("../data-layer/callbacks.js") as DataLayer)
  .existingFile;

/** Reads the catalogue. @throws when it does not have its shape. */
export function readCatalogue(): Catalogue {
  return parseCatalogue(readFileSync(path.join(gallery, "catalogue.json"), "utf8"));
}

/** The variant's source text. */
export function sourceOf(entry: CatalogueEntry): string {
  return readFileSync(path.join(gallery, entry.file), "utf8");
}

/** A variant that was loaded, with the data layer that it is written against. */
export interface LoadedVariant {
  readonly entry: CatalogueEntry;
  readonly upload: (...args: unknown[]) => unknown;
  readonly layer: DataLayer;
  /** The `package.json` of its library. */
  readonly manifest: Record<string, unknown> | null;
}

/** A copy of the gallery, in which a variant finds its library as it does when it is measured. */
export interface LaidOutGallery {
  readonly load: (entry: CatalogueEntry) => LoadedVariant;
  readonly remove: () => Promise<void>;
}

/**
 * Copies the gallery, with links to those libraries of `entries` that are installed in `librariesFolder`. Those of
 * the project are found from the gallery itself.
 */
export async function layOut(
  entries: readonly CatalogueEntry[],
  librariesFolder: string,
): Promise<LaidOutGallery> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "async-cost-gallery-")));
  await cp(gallery, folder, {
    recursive: true,
    filter: (source) => path.extname(source) !== ".ts",
  });
  for (const { library } of entries) {
    if (library === null) continue;
    const presence = await findLibrary(library, gallery, librariesFolder);
    if (presence.kind === "missing") continue;
    const root = presence.kind === "cache" ? presence.moduleRoot : path.join(gallery, "..", "node_modules");
    const link = path.join(folder, "node_modules", library.name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(root, library.name), link, "junction").catch(unlessThere);
  }
  const load = createRequire(path.join(folder, "gallery.js"));
  return {
    load: (entry) => ({
      entry,
      upload: load(`./${entry.file}`) as LoadedVariant["upload"],
      layer: load(`./data-layer/${entry.dataLayer}.js`) as DataLayer,
      manifest:
        entry.library === null
          ? null
          : (JSON.parse(
              readFileSync(path.join(folder, "node_modules", entry.library.name, "package.json"), "utf8"),
            ) as Record<string, unknown>),
    }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Several variants share a library. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}

/** Calls a variant once, in its own style, and waits until it has answered and nothing more happens. */
export async function callVariant({ entry, upload }: LoadedVariant, idOrPath: string): Promise<Outcome> {
  const given = [{ name: "stream" }, idOrPath, "tag"];
  let answers = 0;
  let error: unknown = null;
  let value: unknown;
  await new Promise<void>((resolve) => {
    const done = (failure: unknown, result?: unknown): void => {
      answers++;
      error = failure ?? null;
      value = result;
      resolve();
    };
    if (TAKES_CALLBACK.has(entry.runner ?? entry.pattern)) {
      upload(...given, done);
      return;
    }
    const returned = upload(...given);
    if (entry.pattern === "observable") {
      let last: unknown;
      (returned as Subscribable).subscribe(
        (next) => (last = next),
        (failure) => done(failure),
        () => done(null, last),
      );
    } else {
      (returned as PromiseLike<unknown>).then(
        (result) => done(null, result),
        (reason: unknown) => done(reason),
      );
    }
  });
  await settled();
  return { answers, error, value };
}

/** Their functions take a node-style callback after the arguments. */
const TAKES_CALLBACK: ReadonlySet<string> = new Set(["callbacks", "suspend", "genny", "gens", "galaxy"]);

interface Subscribable {
  subscribe(next: (value: unknown) => void, error: (error: unknown) => void, complete: () => void): unknown;
}

/** Lists the transactions that are begun during `use` by one variant. */
export async function withTransactions<T>(
  { layer: { db } }: LoadedVariant,
  use: (begun: readonly Transaction[]) => Promise<T>,
): Promise<T> {
  const begun: Transaction[] = [];
  const { begin } = db;
  db.begin = () => {
    const transaction = begin();
    begun.push(transaction);
    return transaction;
  };
  try {
    return await use(begun);
  } finally {
    db.begin = begin;
  }
}
