import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { buildInCache, cacheState, withLock } from "../cache.ts";
import { NpmError, npmReason, type Npm } from "../runtimes/npm.ts";
import type { Library } from "./catalogue.ts";
import { folderOfLibrary, LIBRARY_RECIPE, libraryName, packagesOf } from "./installed.ts";

/** Where libraries go, and what brings them. */
export interface LibraryStore {
  /** As `librariesFolder()` says, unless a test has its own. */
  readonly folder: string;
  readonly npm: Npm;
}

const manifestSchema = v.object({ version: v.string() });

/**
 * Installs exactly this version, without running any script of it or of what it depends on; nothing happens where it
 * is there. It is built beside its place and moved there when it is whole, and two processes never build the same one.
 *
 * @throws {NpmError} when npm failed, or brought something else.
 */
export async function installLibrary(
  library: Library,
  { folder, npm }: LibraryStore,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const name = libraryName(library);
  const own = folderOfLibrary(library, folder);
  const build = async (building: string): Promise<void> => {
    const own = packagesOf(library);
    // What stands in for a package that the library itself asks for, too.
    const overrides = Object.fromEntries((library.with ?? []).map((other) => [other.name, other.version]));
    const project = { private: true, ...(library.with === undefined ? {} : { overrides }) };
    await writeFile(path.join(building, "package.json"), JSON.stringify(project));
    const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
    const answer = await npm(
      [
        "install",
        "--ignore-scripts",
        "--engine-strict=false",
        "--prefix",
        ".",
        ...quiet,
        ...own.map(libraryName),
      ],
      building,
      signal,
    );
    if (answer.code !== 0) throw new NpmError(`${name} was not installed: ${npmReason(answer)}`);
    for (const wanted of own) {
      const manifest = path.join(building, "node_modules", wanted.name, "package.json");
      const { version } = v.parse(manifestSchema, JSON.parse(await readFile(manifest, "utf8")));
      if (version !== wanted.version)
        throw new NpmError(`${libraryName(wanted)} was not installed: npm brought ${version}`);
    }
  };
  await withLock(
    `${own}.lock`,
    async () => {
      if ((await cacheState(own, LIBRARY_RECIPE)) !== "ready") await buildInCache(own, LIBRARY_RECIPE, build);
    },
    { onWait: (holder) => log(`Waiting for process ${holder}, which is installing ${name}…`), signal },
  ).catch((error: unknown) => {
    throw signal.aborted ? new NpmError(`${name} was not installed: it was stopped`) : error;
  });
}
