import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  CATALOGUE_FILE,
  parseCatalogue,
  type Catalogue,
  type Library,
  type Package,
} from "../bench-worker/host/gallery/catalogue.ts";
import type { Runtime } from "../bench-worker/host/api.ts";
import { findLibrary, packagesOf } from "../bench-worker/host/gallery/installed.ts";
import { engineToInstall, enginesInWords, runsOn } from "../bench-worker/host/gallery/runs-on.ts";
import { NOT_MEASURED } from "./format.ts";
import { styles } from "./style.ts";
import { table } from "./table.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";

/** What a table about the gallery needs to know. */
export interface TableRequest {
  /** Of systems; none for all. */
  readonly names: readonly string[];
  readonly json: boolean;
  readonly terminal: Terminal;
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
  /** Where libraries are installed. */
  readonly libraries: string;
  /** The engines there are, beside the Node that runs this. */
  readonly engines: readonly Pick<Runtime, "name" | "version">[];
}

/**
 * `async-cost variants list`: every system that the article names, and whether it runs here.
 *
 * @throws {UsageError} when a name is wrong.
 */
export async function listVariants(request: TableRequest): Promise<ExitCode> {
  const { galleryFolder, libraries } = request;
  const engines = [{ name: "node", version: process.versions.node }, ...request.engines];
  const { variants, others } = await readCatalogue(request);
  const present = async (library: Library | null): Promise<boolean> =>
    library === null || (await findLibrary(library, galleryFolder, libraries)).kind !== "missing";
  const running = await Promise.all(
    variants.map(async ({ name, system, library, file, compiler, runtime, pattern, runner }) => ({
      name,
      system,
      library,
      file,
      ...(compiler === undefined ? {} : { compiler }),
      pattern,
      ...(runner === undefined ? {} : { runner }),
      runtime: enginesInWords({ runtime }),
      ...((await present(library))
        ? engines.some((engine) => runsOn({ runtime }, engine))
          ? { status: "runs", reason: null }
          : {
              status: "needs-runtime",
              reason: `async-cost runtimes install ${engineToInstall({ runtime })}`,
            }
        : { status: "needs-library", reason: `async-cost variants install ${name}` }),
    })),
  );
  const rest = others.map(({ name, system, library, status, reason }) => ({
    name,
    system,
    library,
    file: null,
    pattern: null,
    runtime: null,
    status,
    reason,
  }));
  const rows = [...running, ...rest];
  const columns = ["name", "system", "library", "licence", "runtime", "status"].map((title) => ({ title }));
  const cells = rows.map(({ name, system, library, runtime, status }) => [
    name,
    system,
    library === null ? NOT_MEASURED : packagesOf(library).map(inWords).join(", "),
    library === null ? NOT_MEASURED : [...new Set(packagesOf(library).map(licenceOf))].join(", "),
    runtime ?? NOT_MEASURED,
    status,
  ]);
  const why = rows.flatMap(({ name, status, reason }) =>
    status === "impossible" ? [`${name}: ${reason}`] : [],
  );
  const enginesToGet = [
    ...new Set(rows.flatMap(({ status, reason }) => (status === "needs-runtime" ? [reason] : []))),
  ].map((command) => `An engine that is missing: ${command}`);
  const lacking = rows.some(({ status }) => status === "needs-library")
    ? ["Libraries that are missing: async-cost variants install NAME, or --all."]
    : [];
  return say(request, rows, columns, cells, [...why, ...enginesToGet, ...lacking]);
}

function inWords({ name, version }: Package): string {
  return `${name} ${version}`;
}

function licenceOf({ licence }: Package): string {
  return licence;
}

function say(
  { json, terminal }: TableRequest,
  rows: readonly object[],
  columns: readonly { readonly title: string; readonly right?: boolean }[],
  cells: readonly (readonly string[])[],
  remarks: readonly string[],
): ExitCode {
  const shown = table(columns, cells, styles(terminal.colours).bold);
  terminal.print(json ? `${JSON.stringify(rows, null, 2)}\n` : `${[shown, ...remarks].join("\n")}\n`);
  return EXIT.done;
}

async function readCatalogue({ names, galleryFolder }: TableRequest): Promise<Catalogue> {
  const catalogue = parseCatalogue(await readFile(path.join(galleryFolder, CATALOGUE_FILE), "utf8"));
  const systems = [...catalogue.variants, ...catalogue.others];
  const unknown = names.find((name) => systems.every((system) => system.name !== name));
  if (unknown !== undefined) {
    throw new UsageError(
      `the gallery has no ${JSON.stringify(unknown)}; it has ${systems.map(({ name }) => name).join(", ")}`,
    );
  }
  const isChosen = ({ name }: { readonly name: string }): boolean =>
    names.length === 0 || names.includes(name);
  return {
    ...catalogue,
    variants: catalogue.variants.filter(isChosen),
    others: catalogue.others.filter(isChosen),
  };
}
