import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  CATALOGUE_FILE,
  parseCatalogue,
  type Catalogue,
  type CatalogueEntry,
  type ChainEntry,
  type Library,
} from "../bench-worker/host/gallery/catalogue.ts";
import { findLibrary, libraryName, packagesOf } from "../bench-worker/host/gallery/installed.ts";
import { installLibrary, type LibraryStore } from "../bench-worker/host/gallery/install.ts";
import { NpmError } from "../bench-worker/host/runtimes/npm.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { printable } from "./text.ts";

/** The options of `async-cost variants install`. */
export interface VariantsInstallOptions {
  readonly all?: boolean;
  readonly json?: boolean;
  readonly yes?: boolean;
}

interface Wanted {
  readonly library: Library;
  /** The variants that need it. */
  readonly variants: string[];
}

/**
 * `async-cost variants install`: brings the libraries that variants of the gallery are written with into the user's
 * cache folder, once the user has seen their licences and agreed.
 *
 * @param names of variants.
 * @param galleryFolder the folder of `catalogue.json`.
 * @throws {UsageError} when a name is wrong, or consent is missing.
 */
export async function variantsInstallCommand(
  names: readonly string[],
  { all, json, yes }: VariantsInstallOptions,
  terminal: Terminal,
  galleryFolder: string,
  store: LibraryStore,
): Promise<ExitCode> {
  const catalogue = parseCatalogue(await readFile(path.join(galleryFolder, CATALOGUE_FILE), "utf8"));
  const wanted = librariesOf(chosen(names, all === true, catalogue));
  const say = (line: string): void => terminal.printError(`${printable(line)}\n`);

  const missing: Wanted[] = [];
  const present: string[] = [];
  for (const one of wanted) {
    const { kind } = await findLibrary(one.library, galleryFolder, store.folder);
    if (kind === "missing") missing.push(one);
    else present.push(libraryName(one.library));
  }
  if (names.length > 0) for (const name of present) say(`${name} is there already`);
  for (const { library, variants } of missing) {
    const packages = packagesOf(library);
    const licences = packages.map(({ name, licence }) =>
      packages.length === 1 ? licence : `${name} ${licence}`,
    );
    say(
      `${libraryName(library)}: ${packages.length === 1 ? "licence" : "licences"} ${licences.join(", ")}, for ${variants.join(", ")}`,
    );
  }
  if (missing.length > 0 && yes !== true) {
    if (terminal.ask === null) throw new UsageError("nothing was installed; agree with --yes");
    const question = `Install from the npm registry into ${printable(store.folder)}? [y/N] `;
    if (!(await terminal.ask(question))) {
      say("Nothing was installed.");
      return EXIT.notAll;
    }
  }

  const installed: string[] = [];
  const failed: { name: string; reason: string }[] = [];
  for (const [index, { library }] of missing.entries()) {
    const name = libraryName(library);
    say(`${index + 1} of ${missing.length}: getting ${name}…`);
    try {
      await installLibrary(library, store, say, terminal.signal);
      installed.push(name);
    } catch (error) {
      if (!(error instanceof NpmError)) throw error;
      if (terminal.signal.aborted) {
        say("Stopped; nothing is half-installed.");
        break;
      }
      failed.push({ name, reason: error.message });
      say(error.message);
    }
  }
  const document = { folder: store.folder, installed, present, failed };
  terminal.print(json === true ? `${JSON.stringify(document, null, 2)}\n` : `${summary(document)}\n`);
  return installed.length === missing.length ? EXIT.done : EXIT.notAll;
}

function chosen(
  names: readonly string[],
  all: boolean,
  { variants: uploads, chains, others }: Catalogue,
): (CatalogueEntry | ChainEntry)[] {
  const variants = [...uploads, ...chains];
  if (all) {
    if (names.length > 0) throw new UsageError(`--all takes no names; leave out ${names.join(" ")}`);
    return variants;
  }
  if (names.length === 0) {
    throw new UsageError("install what? as in async-cost variants install q-promises rxjs, or --all");
  }
  return names.map((name) => {
    const variant = variants.find((entry) => entry.name === name);
    if (variant !== undefined) return variant;
    const other = others.find((entry) => entry.name === name);
    if (other !== undefined) throw new UsageError(`${name} cannot run here: ${other.reason}`);
    const known = variants.filter(({ library }) => library !== null).map((entry) => entry.name);
    throw new UsageError(`there is no variant ${name}; with a library there are ${known.join(", ")}`);
  });
}

function librariesOf(entries: readonly (CatalogueEntry | ChainEntry)[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { name, library } of entries) {
    if (library === null) continue;
    const known = wanted.get(libraryName(library)) ?? { library, variants: [] };
    if (!known.variants.includes(name)) known.variants.push(name);
    wanted.set(libraryName(library), known);
  }
  return [...wanted.values()];
}

interface Outcome {
  readonly folder: string;
  readonly installed: readonly string[];
  readonly present: readonly string[];
  readonly failed: readonly { readonly name: string }[];
}

function summary({ folder, installed, present, failed }: Outcome): string {
  const parts = [
    installed.length === 0 ? "Nothing new was installed" : `Installed ${installed.join(", ")}`,
    ...(present.length === 0 ? [] : [`already there: ${present.join(", ")}`]),
    ...(failed.length === 0 ? [] : [`failed: ${failed.map(({ name }) => name).join(", ")}`]),
  ];
  return `${parts.join("; ")}.\nInstalled libraries are in ${printable(folder)}`;
}
