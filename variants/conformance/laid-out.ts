import { cp, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Runtime } from "../../bench-worker/host/api.ts";
import {
  parseCatalogue,
  type Catalogue,
  type CatalogueEntry,
} from "../../bench-worker/host/gallery/catalogue.ts";
import { findLibrary, librariesFolder } from "../../bench-worker/host/gallery/installed.ts";
import { withLibraries } from "../../bench-worker/host/gallery/with-libraries.ts";
import type { WorkerJob } from "../../bench-worker/host/worker-process.ts";

/** The gallery's own folder. */
export const gallery = path.join(import.meta.dirname, "..");

/** The one file that every data layer finds. */
export const existingFile = (
  createRequire(import.meta.url)("../data-layer/callbacks.js") as {
    readonly existingFile: { readonly id: string; readonly version: string };
  }
).existingFile;

/** Reads the catalogue. @throws when it does not have its shape. */
export function readCatalogue(): Catalogue {
  return parseCatalogue(readFileSync(path.join(gallery, "catalogue.json"), "utf8"));
}

/** The variant's source text. */
export function sourceOf(entry: CatalogueEntry): string {
  return readFileSync(path.join(gallery, entry.file), "utf8");
}

/** A variant in a folder where it finds its library as it does when it is measured. */
export interface LaidOut {
  readonly folder: string;
  /** In `folder`. */
  readonly file: string;
  /** The `package.json` of each of the library's packages, by name. */
  readonly manifestOf: (packageName: string) => Record<string, unknown>;
  readonly remove: () => Promise<void>;
}

/**
 * Copies a variant with all that it requires, compiled where the runtime needs that, by the way that a benchmark takes,
 * into a folder of its own with a link to its library.
 */
export async function layOut(entry: CatalogueEntry, runtime: Runtime): Promise<LaidOut> {
  const target = {
    id: entry.name,
    variant: entry.name,
    file: path.join(gallery, entry.file),
    text: sourceOf(entry),
    language: "js",
    functionStart: 0,
  } as const;
  const workerFile = path.join(gallery, "..", "dist", "worker.cjs");
  const job = { runtime, workerFile, request: { targets: [target] } } as unknown as WorkerJob;
  const { file } = (await withLibraries(job)).request.targets[0]!;
  const presence =
    entry.library === null ? null : await findLibrary(entry.library, gallery, librariesFolder());
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "async-cost-gallery-")));
  await cp(path.dirname(file), folder, {
    recursive: true,
    filter: (source) => path.extname(source) !== ".ts" && path.basename(source) !== "node_modules",
  });
  const root = presence === null || presence.kind === "missing" ? null : presence.moduleRoot;
  if (root !== null) await symlink(root, path.join(folder, "node_modules"), "junction");
  return {
    folder,
    file: path.basename(file),
    manifestOf: (name) =>
      JSON.parse(readFileSync(path.join(folder, "node_modules", name, "package.json"), "utf8")) as Record<
        string,
        unknown
      >,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
