import path from "node:path";
import { hostServices, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { librariesFolder } from "../bench-worker/host/gallery/installed.ts";
import { TableError } from "../bench-worker/host/gallery/tables/choose.ts";
import { makeTable } from "../bench-worker/host/gallery/tables/make-table.ts";
import { SourceFileError } from "../bench-worker/host/source-file.ts";
import { isWholeEngines } from "../bench-worker/host/engines/engines-table.ts";
import { tableInMarkdown, tableInText } from "../bench-worker/gallery-table-text.ts";
import { TABLES, type GalleryTable, type TableName } from "../bench-worker/gallery-table.ts";
import { benchmarkOptions } from "./bench-options.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { mustBeWritable, written } from "./out-file.ts";
import { progressBar } from "./progress-bar.ts";
import { styles } from "./style.ts";
import { table } from "./table.ts";
import { EXIT, orUsageError, UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { printable } from "./text.ts";

/** The options of the tables of `async-cost variants`. */
export interface TableOptions {
  readonly json?: boolean;
  readonly format?: string;
  readonly out?: string;
  readonly budget?: string;
  readonly only?: readonly string[];
  readonly runtime?: readonly string[];
}

/** Where things are that the tables are made with. */
export interface TablePlaces {
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
  /** The worker's bundle. */
  readonly workerFile: string;
  /** Where libraries are installed. */
  readonly libraries?: string;
  readonly services?: BenchmarkServices;
}

const FORMATS = ["table", "markdown", "json"] as const;
/** How a table is printed. */
export type TableFormat = (typeof FORMATS)[number];

/** Tables whose rows are variants; those of the other are runtimes. */
export type VariantTable = Exclude<TableName, "engines">;

/** Whether it is the name of a table of variants. */
export function isVariantTable(action: string): action is VariantTable {
  return action !== "engines" && TABLES.some((name) => name === action);
}

/**
 * `async-cost variants complexity`, `performance` and so on: makes one table of the gallery, and prints it as text,
 * Markdown or JSON. What was measured before an interrupt is printed too.
 *
 * @throws {UsageError} when an option or a name is wrong.
 */
export async function variantsTableCommand(
  name: VariantTable,
  names: readonly string[],
  options: TableOptions,
  terminal: Terminal,
  { galleryFolder, workerFile, libraries = librariesFolder(), services = hostServices }: TablePlaces,
): Promise<ExitCode> {
  const format = formatOf(options);
  if (options.out !== undefined) {
    await mustBeWritable(path.resolve(terminal.folder, options.out), options.out);
  }
  const budget = options.budget === undefined ? {} : { budget: options.budget };
  const { budgetMilliseconds } = benchmarkOptions(budget, terminal.folder);
  const [runtime, ...others] = await chosenRuntimes(options.runtime);
  if (others.length > 0) throw new UsageError(`${name} is measured on one runtime; give one --runtime`);

  const bar = progressBar(terminal.barColumns, terminal.printError);
  const instruments = {
    galleryFolder,
    libraries,
    runtime: runtime!,
    workerFile,
    services,
    budgetMilliseconds,
    now: () => new Date(),
  };
  const wanted = [...names, ...(options.only ?? []).flatMap((list) => list.split(","))];
  const made = await wrongCall(
    makeTable(name, wanted, instruments, (_table, running) => bar.draw(running), terminal.signal),
  ).finally(() => bar.clear());

  return printed(made, format, options.out, terminal, wanted);
}

/**
 * Prints a table, and writes it into `out` as well; says whether all of it was measured.
 *
 * @param out As the user gave it, found to be writable.
 * @param wanted The rows that were asked for by name.
 */
export async function printed(
  made: GalleryTable,
  format: TableFormat,
  out: string | undefined,
  terminal: Terminal,
  wanted: readonly string[] = [],
): Promise<ExitCode> {
  const json = `${JSON.stringify(made, null, 2)}\n`;
  terminal.print(
    format === "json"
      ? json
      : format === "markdown"
        ? tableInMarkdown(made, "###")
        : tableReport(made, terminal.colours),
  );
  if (out !== undefined && !(await written(path.resolve(terminal.folder, out), json, out, terminal)))
    return EXIT.notAll;
  return isWhole(made, wanted) && !terminal.signal.aborted ? EXIT.done : EXIT.notAll;
}

async function wrongCall<T>(work: Promise<T>): Promise<T> {
  const readable = orUsageError(
    work,
    SourceFileError,
    ({ message }) => `${message} in the gallery; install async-cost anew`,
  );
  return orUsageError(readable, TableError, ({ message }) => message);
}

/** @throws {UsageError} when there is no such format, or two are asked for. */
export function formatOf({ json, format }: Pick<TableOptions, "json" | "format">): TableFormat {
  if (json === true && format !== undefined && format !== "json") {
    throw new UsageError(`--json and --format ${format} exclude each other; give one of them`);
  }
  if (json === true) return "json";
  const known = FORMATS.find((one) => one === (format ?? "table"));
  if (known === undefined) {
    throw new UsageError(`--format takes table, markdown or json; not ${JSON.stringify(format)}`);
  }
  return known;
}

/**
 * What lacks its library, failed or was measured in part is told in the table; the exit code says that there is such a row.
 * Who asks for all of them knows that not all work on one engine.
 */
function isWhole(made: GalleryTable, wanted: readonly string[]): boolean {
  if (made.table === "complexity") return true;
  if (made.table === "engines") return isWholeEngines(made);
  const isMissing = ({ name, state }: (typeof made.rows)[number]): boolean =>
    state !== "measured" && (state !== "elsewhere" || wanted.includes(name));
  if (made.rows.some(isMissing)) return false;
  if (made.table === "debuggability") return true;
  const { settings } = made;
  return made.rows.every(
    ({ state, reason, measured }) =>
      state === "elsewhere" || (reason === undefined && measured.length === settings.length),
  );
}

function tableReport(made: GalleryTable, colours: boolean): string {
  const style = styles(colours);
  const { title, setup, grids, findings, remarks } = tableInText(made);
  const parts = [
    [style.bold(title), style.dim(printable(setup))].filter((line) => line !== "").join("\n"),
    ...grids.map(({ caption, columns, rows }) =>
      [
        caption,
        table(
          columns,
          rows.map((row) => row.map(printable)),
          style.bold,
        ),
      ]
        .filter((part) => part !== "")
        .join("\n"),
    ),
    ...findings.map(({ about, then, now, why }) =>
      [style.bold(about), ...[`  then: ${then}`, `  here: ${now}`, `  why:  ${why}`].map(printable)].join(
        "\n",
      ),
    ),
    remarks.map(printable).join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
