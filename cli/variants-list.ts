import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  CATALOGUE_FILE,
  parseCatalogue,
  type Catalogue,
  type Library,
} from "../bench-worker/host/gallery/catalogue.ts";
import { findLibrary } from "../bench-worker/host/gallery/installed.ts";
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
}

/**
 * `async-cost variants list`: every system that the article names, and whether it runs here.
 *
 * @throws {UsageError} when a name is wrong.
 */
export async function listVariants(request: TableRequest): Promise<ExitCode> {
  const { galleryFolder, libraries } = request;
  const { variants, others } = await readCatalogue(request);
  const present = async (library: Library | null): Promise<boolean> =>
    library === null || (await findLibrary(library, galleryFolder, libraries)).kind !== "missing";
  const running = await Promise.all(
    variants.map(async ({ name, system, library, file, runtime, pattern, runner }) => ({
      name,
      system,
      library,
      file,
      pattern,
      ...(runner === undefined ? {} : { runner }),
      runtime: `Node ${runtime.node}`,
      ...((await present(library))
        ? { status: "runs", reason: null }
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
    library === null ? NOT_MEASURED : `${library.name} ${library.version}`,
    library?.licence ?? NOT_MEASURED,
    runtime ?? NOT_MEASURED,
    status,
  ]);
  const why = rows.flatMap(({ name, status, reason }) =>
    reason === null || status === "needs-library" ? [] : [`${name}: ${reason}`],
  );
  const lacking = rows.some(({ status }) => status === "needs-library")
    ? ["Libraries that are missing: async-cost variants install NAME, or --all."]
    : [];
  return say(request, rows, columns, cells, [...why, ...lacking]);
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
