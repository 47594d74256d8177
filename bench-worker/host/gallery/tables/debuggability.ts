import { DEFAULT_OPTIONS } from "../../../default-options.ts";
import type { TargetResult } from "../../../target-result.ts";
import { TABLE_VERSION, type DebuggabilityTable } from "../../../gallery-table.ts";
import { runBenchmark } from "../../benchmark.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { debuggabilityFindings } from "./claims-of-text.ts";
import {
  elsewhereRow,
  missingRow,
  namedEntries,
  readCatalogue,
  rowHead,
  targetOf,
  withPresence,
} from "./choose.ts";
import type { TableInstruments, TableListener } from "./measure-table.ts";
import { PATTERNS_ARTICLE } from "./setups.ts";

type Row = DebuggabilityTable["rows"][number];

/**
 * Injects errors into the variants and tells what their stack traces and source maps are worth, best first, beside the
 * article's levels.
 *
 * @throws {TableError} when a name is wrong.
 */
export async function debuggabilityTable(
  names: readonly string[],
  instruments: TableInstruments,
  listener: TableListener<DebuggabilityTable>,
  signal: AbortSignal,
): Promise<DebuggabilityTable> {
  const { galleryFolder, runtime, workerFile, services, budgetMilliseconds, now } = instruments;
  const catalogue = await readCatalogue(instruments);
  const entries = namedEntries(names, catalogue.variants, catalogue);
  const { present, missing, elsewhere } = await withPresence(entries, instruments, runtime);
  const targets = await Promise.all(present.map((entry) => targetOf(entry, instruments)));
  const asTable = ({
    results,
    environment,
  }: Awaited<ReturnType<typeof runBenchmark>>): DebuggabilityTable => {
    const rows = [
      ...present.map((entry, index) => rowOf(entry, results[index]!)),
      ...missing.map((entry): Row => ({ ...rowHead(entry), ...missingRow(entry), seed: seedOf(entry) })),
      ...elsewhere.map((entry): Row => {
        return { ...rowHead(entry), ...elsewhereRow(entry, runtime), seed: seedOf(entry) };
      }),
    ].sort((a, b) => (b.total ?? 0) - (a.total ?? 0) || a.name.localeCompare(b.name));
    return {
      schemaVersion: TABLE_VERSION,
      table: "debuggability",
      measuredAt: now().toISOString(),
      article: PATTERNS_ARTICLE,
      environment,
      rows,
      findings: debuggabilityFindings(rows),
      remarks: [
        "Levels are 1 to 5, as the article defines them: from stack traces that name no line of the function to those that always do, with an option to switch on at level 3.",
        "Errors come out of a data layer that is made of callbacks, as when a driver is promisified; over drivers that are async functions themselves an engine of today names the lines of native async functions.",
      ],
    };
  };
  const document = await runBenchmark(
    {
      targets,
      options: { ...DEFAULT_OPTIONS, measures: ["stack"], budgetMilliseconds },
      runtime,
      workerFile,
      workspaceFolder: galleryFolder,
    },
    services,
    (partial, running) => listener(asTable(partial), running),
    signal,
  );
  return asTable(document);
}

function seedOf({ seed }: CatalogueEntry): Row["seed"] {
  if (seed?.sourceMaps === undefined || seed.stackTraces === undefined) return null;
  const { sourceMaps, stackTraces } = seed;
  return { sourceMaps, stackTraces, total: sourceMaps + stackTraces };
}

function rowOf(entry: CatalogueEntry, result: TargetResult): Row {
  const { stackTraces, sourceMaps, debuggability, warnings, hint } = result;
  const reason = result.reason ?? warnings[0];
  const seed = seedOf(entry);
  const head = {
    ...rowHead(entry),
    pattern: entry.pattern,
    ...(entry.runner === undefined ? {} : { runner: entry.runner }),
    seed,
  };
  if (stackTraces === undefined) {
    return {
      ...head,
      state: "failed",
      ...(reason === undefined ? {} : { reason }),
      ...(hint === undefined ? {} : { hint }),
    };
  }
  const { level, flag, why, options } = stackTraces;
  return {
    ...head,
    state: "measured",
    ...(sourceMaps === undefined ? {} : { sourceMaps: sourceMaps.level }),
    stackTraces: level,
    ...(debuggability === undefined ? {} : { total: debuggability }),
    flag,
    why,
    ...(options === undefined ? {} : { options }),
    ...changedOf(level, sourceMaps?.level, seed),
  };
}

function changedOf(
  stackTraces: number,
  sourceMaps: number | undefined,
  seed: Row["seed"],
): { readonly changed?: string } {
  if (seed === null) return {};
  const parts = [
    stackTraces === seed.stackTraces ? null : `stack traces ${stackTraces}, then ${seed.stackTraces}`,
    sourceMaps === undefined || sourceMaps === seed.sourceMaps
      ? null
      : `source maps ${sourceMaps}, then ${seed.sourceMaps}${sourceMaps > seed.sourceMaps ? ", as today's engine runs the file as it is written" : ""}`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return { changed: "The same levels as then." };
  const said = parts.join("; ");
  return { changed: `${said[0]!.toUpperCase()}${said.slice(1)}.` };
}
