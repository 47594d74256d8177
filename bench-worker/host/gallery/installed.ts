import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { cacheFolder, cacheState } from "../cache.ts";
import { realPathOf } from "../walls/readable.ts";
import {
  CATALOGUE_FILE,
  parseCatalogue,
  type CatalogueEntry,
  type ChainEntry,
  type Library,
  type Package,
} from "./catalogue.ts";

/** Goes into `ready.json`; a library that was installed by another recipe is not used and is installed anew. */
export const LIBRARY_RECIPE = 1;

/** `q@1.5.1`, `q@1.5.1 with traceur@0.0.111`: how a library is called in a sentence. */
export function libraryName(library: Library): string {
  return packagesOf(library).map(packageName).join(" with ");
}

/** The library and what is installed with it. */
export function packagesOf({ with: others = [], ...own }: Library): Package[] {
  return [own, ...others];
}

function packageName({ name, version }: Package): string {
  return `${name}@${version}`;
}

/** The folder of all libraries of the gallery: each in one of its own, apart from any project. */
export function librariesFolder(): string {
  return path.join(cacheFolder(), "variants");
}

/** Where a library lies in `folder` once it is installed. */
export function folderOfLibrary(library: Library, folder: string): string {
  return path.join(folder, packagesOf(library).map(packageName).join("+").replaceAll("/", "+"));
}

/** What `compilers/` of the gallery loads. */
const COMPILER_PACKAGES: ReadonlySet<string> = new Set([
  "@babel/core",
  "traceur",
  "streamline",
  "stratifiedjs",
]);

/** Where a variant finds its library. */
export type Presence =
  /** In `moduleRoot`, a `node_modules` of its own folder or above, where any program finds it. */
  | { readonly kind: "project"; readonly moduleRoot: string }
  /** In the user's cache folder: to be looked for in `moduleRoot`. */
  | { readonly kind: "cache"; readonly moduleRoot: string }
  | { readonly kind: "missing" };

/**
 * Looks for exactly this version of the library of a variant in `galleryFolder`. A compiler runs without walls, so only
 * one that the user had installed for it counts: a project's is not asked.
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
  if (packagesOf(library).some(({ name }) => COMPILER_PACKAGES.has(name))) return { kind: "missing" };
  const moduleRoot = await projectRoot(library, galleryFolder);
  return moduleRoot === null ? { kind: "missing" } : { kind: "project", moduleRoot };
}

/** Whether any module in `folder` finds exactly this version of a library. */
export async function isInProject(library: Library, folder: string): Promise<boolean> {
  return (await projectRoot(library, folder)) !== null;
}

/** The `node_modules` where a module in `folder` finds a library; null where it or what comes with it is not there. */
async function projectRoot(library: Library, folder: string): Promise<string | null> {
  const roots = await Promise.all(packagesOf(library).map((one) => rootFrom(folder, one)));
  return roots.includes(null) ? null : (roots[0] ?? null);
}

const packageSchema = v.object({ version: v.string() });

/** Where a module in `folder` finds a package; null where there is none, or another version. */
async function rootFrom(folder: string, { name, version }: Package): Promise<string | null> {
  for (const root of modulesAbove(folder)) {
    try {
      const text = await readFile(path.join(root, name, "package.json"), "utf8");
      return v.parse(packageSchema, JSON.parse(text)).version === version ? root : null;
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

/** A variant or chain, and the folder of the catalogue that names it. */
export interface VariantFound {
  readonly entry: CatalogueEntry | ChainEntry;
  readonly gallery: string;
}

/**
 * The variant or chain that a file is, where a catalogue that names it lies beside it or one folder above; else null.
 * Anybody may have written that catalogue: {@link isShipped} tells.
 *
 * @param name of several that share the file. Left out, it is the one whose file runs as it is, else the first; of
 * several versions of a chain's library the newest.
 */
export async function variantOf(file: string, name?: string): Promise<VariantFound | null> {
  const folder = path.dirname(file);
  const found = [...(await entriesIn(folder)), ...(await entriesIn(path.dirname(folder)))].filter(
    ({ gallery, entry }) => path.join(gallery, entry.file) === file,
  );
  if (name !== undefined) return found.find(({ entry }) => entry.name === name) ?? null;
  return found.findLast(({ entry }) => !isCompiled(entry)) ?? found[0] ?? null;
}

/** Whether something must compile the file of an entry on any engine. */
export function isCompiled(entry: CatalogueEntry | ChainEntry): boolean {
  return "compiler" in entry && entry.compiler !== undefined;
}

/** The gallery that came with a worker: the folder `variants` beside that of its bundle, links followed. */
export function shippedGallery(workerFile: string): string {
  return realPathOf(path.join(path.dirname(workerFile), "..", "variants"));
}

/** Whether `gallery` is the one that came with the worker. Whose it is not is a stranger's, whatever its catalogue says. */
export function isShipped(gallery: string, workerFile: string): boolean {
  return realPathOf(gallery) === shippedGallery(workerFile);
}

/** The variant of a gallery whose library compiles to ECMAScript 5; null where there is none. */
export async function es5Compiler(gallery: string): Promise<CatalogueEntry | null> {
  const text = await readFile(path.join(gallery, CATALOGUE_FILE), "utf8");
  return parseCatalogue(text).variants.find(({ compiler }) => compiler === "babel") ?? null;
}

async function entriesIn(gallery: string): Promise<VariantFound[]> {
  try {
    const { variants, chains } = parseCatalogue(await readFile(path.join(gallery, CATALOGUE_FILE), "utf8"));
    return [...variants, ...chains].map((entry) => ({ gallery, entry }));
  } catch {
    // Most folders have no catalogue, and others mean something else by that name.
    return [];
  }
}
