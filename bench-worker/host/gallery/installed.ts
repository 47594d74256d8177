import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { cacheFolder, cacheState } from "../cache.ts";
import {
  CATALOGUE_FILE,
  parseCatalogue,
  type CatalogueEntry,
  type ChainEntry,
  type Library,
} from "./catalogue.ts";

/** Goes into `ready.json`; a library that was installed by another recipe is not used and is installed anew. */
export const LIBRARY_RECIPE = 1;

/** `q@1.5.1`: how a library is called in a sentence, and its folder where the name has no scope. */
export function libraryName({ name, version }: Library): string {
  return `${name}@${version}`;
}

/** The folder of all libraries of the gallery: each in one of its own, apart from any project. */
export function librariesFolder(): string {
  return path.join(cacheFolder(), "variants");
}

/** Where a library lies in `folder` once it is installed. */
export function folderOfLibrary(library: Library, folder: string): string {
  return path.join(folder, libraryName(library).replace("/", "+"));
}

/** Where a variant finds its library. */
export type Presence =
  /** In a `node_modules` of its own folder or above, as with any program. */
  | { readonly kind: "project" }
  /** In the user's cache folder: to be looked for in `moduleRoot`. */
  | { readonly kind: "cache"; readonly moduleRoot: string }
  | { readonly kind: "missing" };

/**
 * Looks for exactly this version of the library of a variant in `galleryFolder`.
 *
 * @param folder where libraries are installed.
 */
export async function findLibrary(
  library: Library,
  galleryFolder: string,
  folder: string = librariesFolder(),
): Promise<Presence> {
  const own = folderOfLibrary(library, folder);
  if ((await cacheState(own, LIBRARY_RECIPE)) === "ready") {
    return { kind: "cache", moduleRoot: path.join(own, "node_modules") };
  }
  const present = (await versionFrom(galleryFolder, library.name)) === library.version;
  return { kind: present ? "project" : "missing" };
}

const packageSchema = v.object({ version: v.string() });

/** The version of the package that a module in `folder` would get; null where there is none. */
async function versionFrom(folder: string, name: string): Promise<string | null> {
  for (const root of modulesAbove(folder)) {
    try {
      const text = await readFile(path.join(root, name, "package.json"), "utf8");
      return v.parse(packageSchema, JSON.parse(text)).version;
    } catch {
      // The next one above it may have it.
    }
  }
  return null;
}

/** Every `node_modules` that Node looks in for a module in `folder`. */
function modulesAbove(folder: string): string[] {
  const above = path.dirname(folder);
  return [path.join(folder, "node_modules"), ...(above === folder ? [] : modulesAbove(above))];
}

/**
 * The variant or chain that a file is, where a catalogue that names it lies beside it or one folder above; else null. Of
 * several versions that share a file it is the newest.
 */
export async function variantOf(file: string): Promise<CatalogueEntry | ChainEntry | null> {
  const folder = path.dirname(file);
  const entries = [...(await entriesIn(folder)), ...(await entriesIn(path.dirname(folder)))];
  return entries.findLast(({ absolute }) => absolute === file)?.entry ?? null;
}

async function entriesIn(
  folder: string,
): Promise<{ readonly absolute: string; readonly entry: CatalogueEntry | ChainEntry }[]> {
  try {
    const { variants, chains } = parseCatalogue(await readFile(path.join(folder, CATALOGUE_FILE), "utf8"));
    return [...variants, ...chains].map((entry) => ({ absolute: path.join(folder, entry.file), entry }));
  } catch {
    // Most folders have no catalogue, and others mean something else by that name.
    return [];
  }
}
