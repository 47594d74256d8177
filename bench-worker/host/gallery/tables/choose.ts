import { readFile } from "node:fs/promises";
import path from "node:path";
import type { TargetSource } from "../../../protocol.ts";
import type { Runtime } from "../../api.ts";
import { diskSource } from "../../source-file.ts";
import { resolveTarget } from "../../targets.ts";
import { CATALOGUE_FILE, parseCatalogue, type Catalogue, type CatalogueEntry } from "../catalogue.ts";
import { findLibrary, libraryName } from "../installed.ts";
import { runsOn, whyNotOn } from "../runs-on.ts";

/** A name that the gallery does not have, or that its table is not of. The message is one line. */
export class TableError extends Error {
  override readonly name = "TableError";
}

/** Where the gallery and its libraries are. */
export interface GalleryPlaces {
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
  /** Where libraries are installed. */
  readonly libraries: string;
}

/** Entries that a table is of: those to measure, those whose library is missing, and those of other engines. */
export interface Chosen<T> {
  readonly present: readonly T[];
  readonly missing: readonly T[];
  readonly elsewhere: readonly T[];
}

/** What a row of a table may be of; only chains work on every engine. */
type Entry = Pick<CatalogueEntry, "name" | "system" | "library"> & Partial<Pick<CatalogueEntry, "runtime">>;

/** Reads the gallery's catalogue. */
export async function readCatalogue({
  galleryFolder,
}: Pick<GalleryPlaces, "galleryFolder">): Promise<Catalogue> {
  return parseCatalogue(await readFile(path.join(galleryFolder, CATALOGUE_FILE), "utf8"));
}

/**
 * The entries that `names` mean, in the catalogue's order; all of them for no names.
 *
 * @throws {TableError} when there is no such entry, or it does not run here.
 */
export function namedEntries<T extends Pick<CatalogueEntry, "name">>(
  names: readonly string[],
  entries: readonly T[],
  { others }: Pick<Catalogue, "others">,
): readonly T[] {
  for (const name of names) {
    if (entries.some((entry) => entry.name === name)) continue;
    const other = others.find((entry) => entry.name === name);
    const known = entries.map((entry) => entry.name).join(", ");
    throw new TableError(
      other === undefined
        ? `this table has no ${JSON.stringify(name)}; it has ${known}`
        : `${name} does not run here: ${other.reason}`,
    );
  }
  return names.length === 0 ? entries : entries.filter(({ name }) => names.includes(name));
}

/**
 * Tells the entries that can be measured on an engine from those that work on others, and from those whose library is
 * not there.
 */
export async function withPresence<T extends Entry>(
  entries: readonly T[],
  { galleryFolder, libraries }: GalleryPlaces,
  engine: Pick<Runtime, "name" | "version">,
): Promise<Chosen<T>> {
  const elsewhere = entries.filter(({ runtime }) => runtime !== undefined && !runsOn({ runtime }, engine));
  const here = entries.filter((entry) => !elsewhere.includes(entry));
  const isPresent = await Promise.all(
    here.map(
      async ({ library }) =>
        library === null || (await findLibrary(library, galleryFolder, libraries)).kind !== "missing",
    ),
  );
  return {
    present: here.filter((_, index) => isPresent[index]),
    missing: here.filter((_, index) => !isPresent[index]),
    elsewhere,
  };
}

/** The target of an entry: the function of that name, else what its file exports. Its id is the entry's name. */
export async function targetOf(
  { name, file, library }: Pick<CatalogueEntry, "name" | "file" | "library">,
  { galleryFolder, libraries }: GalleryPlaces,
  functionName?: string,
): Promise<TargetSource> {
  const specification = functionName === undefined ? file : `${file}#${functionName}`;
  const [target] = await resolveTarget(specification, diskSource(galleryFolder));
  const presence = library === null ? null : await findLibrary(library, galleryFolder, libraries);
  // Several versions of a library may share a file, so that the file alone does not tell which.
  const roots = presence?.kind === "cache" ? { moduleRoots: [presence.moduleRoot] } : {};
  return { ...target!, id: name, variant: name, ...roots };
}

/** What a row says of its variant. */
export function rowHead({ name, system, library }: Pick<CatalogueEntry, "name" | "system" | "library">): {
  readonly name: string;
  readonly system: string;
  readonly library: string | null;
} {
  return { name, system, library: library === null ? null : libraryName(library) };
}

/** What a row says that works on another engine than the table's. */
export function elsewhereRow(
  { system, runtime }: Entry,
  engine: Pick<Runtime, "name" | "version">,
): { readonly state: "elsewhere"; readonly reason: string; readonly hint: string } {
  return { state: "elsewhere", ...whyNotOn({ system, runtime: runtime ?? { node: "*" } }, engine) };
}

/** What a row says whose library is missing. */
export function missingRow({ name, library }: Pick<CatalogueEntry, "name" | "library">): {
  readonly state: "missing";
  readonly reason: string;
  readonly hint: string;
} {
  return {
    state: "missing",
    reason: `${library === null ? "Its library" : libraryName(library)} is not installed.`,
    hint: `Install it: async-cost variants install ${name}`,
  };
}
