import type { Running } from "../../bench-worker/host/api.ts";
import { hostServices } from "../../bench-worker/host/benchmark.ts";
import { enginesServices, SEED_ENGINES } from "../../bench-worker/host/engines/seed-engines.ts";
import type { Library } from "../../bench-worker/host/gallery/catalogue.ts";
import { complexityTable } from "../../bench-worker/host/gallery/tables/complexity.ts";
import { installLibrary } from "../../bench-worker/host/gallery/install.ts";
import { librariesFolder, libraryName, packagesOf } from "../../bench-worker/host/gallery/installed.ts";
import { makeTable } from "../../bench-worker/host/gallery/tables/make-table.ts";
import { readCatalogue, withPresence } from "../../bench-worker/host/gallery/tables/choose.ts";
import {
  CLOSURES,
  PERFORMANCE,
  PROMISES,
  type TableEntry,
} from "../../bench-worker/host/gallery/tables/setups.ts";
import { NpmError, npmOnPath } from "../../bench-worker/host/runtimes/npm.ts";
import { parseSpecification, RuntimeNameError } from "../../bench-worker/host/runtimes/packages.ts";
import {
  hostStore,
  installRuntime,
  planRuntime,
  type PlannedRuntime,
} from "../../bench-worker/host/runtimes/store.ts";
import { LOADS, type GalleryTable, type TableName } from "../../bench-worker/gallery-table.ts";
import type { Work } from "../benchmark/benchmark-queue.ts";
import { nodeOfSetting, type NoRuntime } from "../benchmark/node-of-setting.ts";

const SETUPS = { performance: PERFORMANCE, closures: CLOSURES, promises: PROMISES } as const;

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
  listener: (table: GalleryTable, running: Running) => void,
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
    const made = await makeTable(table, [], instruments, listener, signal);
    return { kind: "measured", table: made, isCutShort: signal.aborted };
  });
}

/** What a table is of, as far as it is there. */
export interface TableRows {
  /** The libraries of its rows that are not there yet, each once. */
  readonly libraries: readonly Library[];
  /** The engines of the article that are not installed: `node@8`. */
  readonly engines: readonly string[];
  /** How many rows, or loads of engines, there are to measure. */
  readonly count: number;
}

/** One line for each package that comes with libraries: `q@1.5.1: MIT`. */
export function licencesOf(libraries: readonly Library[]): string[] {
  const packages = libraries.flatMap(packagesOf);
  return [...new Set(packages.map(({ name, version, licence }) => `${name}@${version}: ${licence}`))];
}

/** Looks at what a table of the gallery has and lacks on this machine. */
export async function rowsOfTable(table: TableName, galleryFolder: string): Promise<TableRows> {
  const nothing = { libraries: [], engines: [], count: 0 };
  if (table === "complexity") return nothing;
  if (table === "engines") {
    const there = await Promise.all(SEED_ENGINES.map((name) => enginesServices.installed(name)));
    const engines = SEED_ENGINES.filter((_, index) => there[index] === undefined);
    return { ...nothing, engines, count: LOADS.length * (1 + SEED_ENGINES.length - engines.length) };
  }
  const catalogue = await readCatalogue({ galleryFolder });
  const entries: readonly TableEntry[] =
    table === "debuggability" ? catalogue.variants : SETUPS[table].entriesOf(catalogue);
  const places = { galleryFolder, libraries: librariesFolder() };
  const { present, missing } = await withPresence(entries, places, { name: "node" });
  const libraries = new Map(
    missing.flatMap(({ library }) => (library === null ? [] : [[libraryName(library), library] as const])),
  );
  return { ...nothing, libraries: [...libraries.values()], count: present.length };
}

/** What could not be installed, and why. */
export interface NotInstalled {
  readonly name: string;
  readonly reason: string;
}

/**
 * Installs libraries into the user's cache folder, one after the other, and tells of each before it begins; gives those
 * that could not be, once it has tried all. What a cancel leaves out is not among them.
 */
export async function installLibraries(
  libraries: readonly Library[],
  onProgress: (name: string, fraction: number) => void,
  signal: AbortSignal,
): Promise<NotInstalled[]> {
  const store = { folder: librariesFolder(), npm: npmOnPath };
  return oneByOne(libraries, libraryName, onProgress, signal, (library) =>
    installLibrary(library, store, () => undefined, signal),
  );
}

/**
 * Asks the registry what installing engines would bring.
 *
 * @throws {NpmError} when npm or the registry could not be asked.
 * @throws {RuntimeNameError} when there is none of that name for this machine.
 */
export function planEngines(names: readonly string[], signal: AbortSignal): Promise<PlannedRuntime[]> {
  const store = hostStore();
  return Promise.all(names.map((name) => planRuntime(parseSpecification(name), store, signal)));
}

/** {@link installLibraries} for engines that were planned. */
export async function installEngines(
  planned: readonly PlannedRuntime[],
  onProgress: (name: string, fraction: number) => void,
  signal: AbortSignal,
): Promise<NotInstalled[]> {
  const store = hostStore();
  const name = ({ engine, version }: PlannedRuntime): string => `${engine}@${version}`;
  return oneByOne(planned, name, onProgress, signal, async (one) => {
    await installRuntime(one, store, () => undefined, signal);
  });
}

async function oneByOne<T>(
  wanted: readonly T[],
  nameOf: (one: T) => string,
  onProgress: (name: string, fraction: number) => void,
  signal: AbortSignal,
  install: (one: T) => Promise<void>,
): Promise<NotInstalled[]> {
  const failed: NotInstalled[] = [];
  const isStopped = (): boolean => signal.aborted;
  for (const [index, one] of wanted.entries()) {
    if (isStopped()) break;
    onProgress(nameOf(one), index / wanted.length);
    try {
      await install(one);
    } catch (error) {
      if (!(error instanceof NpmError)) throw error;
      if (!isStopped()) failed.push({ name: nameOf(one), reason: error.message });
    }
  }
  return failed;
}

/** Whether an error is of npm or of a name that the registry does not have, whose message is for the user. */
export function isInstallError(error: unknown): error is Error {
  return error instanceof NpmError || error instanceof RuntimeNameError;
}
