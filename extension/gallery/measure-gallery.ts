import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Running } from "../../bench-worker/host/api.ts";
import { hostServices } from "../../bench-worker/host/benchmark.ts";
import { CATALOGUE_FILE, parseCatalogue, type Library } from "../../bench-worker/host/gallery/catalogue.ts";
import { complexityTable } from "../../bench-worker/host/gallery/tables/complexity.ts";
import { installLibrary } from "../../bench-worker/host/gallery/install.ts";
import { findLibrary, librariesFolder, libraryName } from "../../bench-worker/host/gallery/installed.ts";
import { makeTable } from "../../bench-worker/host/gallery/tables/make-table.ts";
import { npmOnPath } from "../../bench-worker/host/runtimes/npm.ts";
import type { GalleryTable, TableName } from "../../bench-worker/gallery-table.ts";
import type { Work } from "../benchmark/benchmark-queue.ts";
import { nodeOfSetting, type NoRuntime } from "../benchmark/node-of-setting.ts";

/** Where the gallery is and how it is measured. */
export interface GalleryRequest {
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
  /** The worker's bundle. */
  readonly workerFile: string;
  /** The setting `asyncCost.nodePath`. */
  readonly nodePath: string;
  readonly budgetMilliseconds: number;
  /** Does what measures while nothing else does; with an aborted signal where it is cancelled before its turn. */
  readonly inTurn: <R>(work: Work<R>) => Promise<R>;
}

/** What became of a table; `not-begun` where it was cancelled while it waited for its turn. */
export type MadeTable =
  | { readonly kind: "measured"; readonly table: GalleryTable; readonly isCutShort: boolean }
  | { readonly kind: "not-begun" }
  | NoRuntime;

/**
 * Makes a table. What it needs is loaded with the first one and not with the editor. The one that counts tokens needs
 * no runtime and no turn.
 */
export async function measureTable(
  table: TableName,
  { nodePath, inTurn, ...request }: GalleryRequest,
  onProgress: (running: Running) => void,
): Promise<MadeTable> {
  const now = (): Date => new Date();
  if (table === "complexity") {
    return { kind: "measured", table: await complexityTable([], request, now), isCutShort: false };
  }
  const node = await nodeOfSetting(nodePath);
  if (node.kind === "no-runtime") return node;
  const instruments = {
    ...request,
    libraries: librariesFolder(),
    runtime: node.runtime,
    services: hostServices,
    now,
  };
  return inTurn(async (signal): Promise<MadeTable> => {
    if (signal.aborted) return { kind: "not-begun" };
    const made = await makeTable(table, [], instruments, (_, running) => onProgress(running), signal);
    return { kind: "measured", table: made, isCutShort: signal.aborted };
  });
}

/** The libraries of the gallery that are not there yet, each once. */
export async function missingLibraries(galleryFolder: string): Promise<Library[]> {
  const { variants, chains } = parseCatalogue(
    await readFile(path.join(galleryFolder, CATALOGUE_FILE), "utf8"),
  );
  const missing = new Map<string, Library>();
  for (const { library } of [...variants, ...chains]) {
    if (library === null || missing.has(libraryName(library))) continue;
    if ((await findLibrary(library, galleryFolder)).kind === "missing")
      missing.set(libraryName(library), library);
  }
  return [...missing.values()];
}

/** Installs libraries into the user's cache folder, one after the other, and tells of each before it begins. */
export async function installLibraries(
  libraries: readonly Library[],
  onProgress: (name: string, fraction: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const store = { folder: librariesFolder(), npm: npmOnPath };
  for (const [index, library] of libraries.entries()) {
    if (signal.aborted) return;
    onProgress(libraryName(library), index / libraries.length);
    await installLibrary(library, store, () => undefined, signal);
  }
}
