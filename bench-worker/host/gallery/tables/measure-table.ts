import { DEFAULT_OPTIONS } from "../../../default-options.ts";
import type { BenchmarkOptions } from "../../../benchmark-options.ts";
import type { BenchmarkDocument } from "../../../document.ts";
import type { Environment } from "../../../environment.ts";
import { TABLE_VERSION, type MeasuredTable } from "../../../gallery-table.ts";
import type { Running, Runtime } from "../../api.ts";
import { runBenchmark, type BenchmarkServices } from "../../benchmark.ts";
import { runComparison } from "../../comparison.ts";
import { environmentOf } from "../../environment.ts";
import type { TargetSource } from "../../../protocol.ts";
import { tableInWords } from "./changed.ts";
import { measuredFindings } from "./claims-of-times.ts";
import {
  namedEntries,
  readCatalogue,
  targetOf,
  TableError,
  withPresence,
  type GalleryPlaces,
} from "./choose.ts";
import { measuredRows, type SettingRun } from "./measured-rows.ts";
import type { TableEntry, TableSetup } from "./setups.ts";

/** What measuring a table needs. */
export interface TableInstruments extends GalleryPlaces {
  readonly runtime: Runtime;
  /** The worker's bundle. */
  readonly workerFile: string;
  readonly services: BenchmarkServices;
  /** How long to measure each row, all settings together. */
  readonly budgetMilliseconds: number;
  /** The time of day. */
  readonly now: () => Date;
}

/** Hears of a table under way; it is whole and valid at every call. */
export type TableListener<T> = (table: T, running: Running) => void;

/**
 * Measures a table of time and memory: setting by setting, all rows together in the same processes. The base is always
 * measured, as ratios are of it. What was measured before a cancel is in the table.
 *
 * @param names of rows; all where there are none.
 * @throws {TableError} when a name is wrong, or none of the libraries is there.
 */
export async function measuredTable(
  setup: TableSetup,
  names: readonly string[],
  instruments: TableInstruments,
  listener: TableListener<MeasuredTable>,
  signal: AbortSignal,
): Promise<MeasuredTable> {
  const catalogue = await readCatalogue(instruments);
  const all = setup.entriesOf(catalogue);
  const wanted = names.length === 0 ? [] : [setup.base, ...names];
  const entries = namedEntries(wanted, all, catalogue);
  const chosen = await withPresence(entries, instruments, instruments.runtime);
  const base = chosen.present.find(({ name }) => name === setup.base);
  if (base === undefined) {
    throw new TableError(
      `${setup.base}, which all are compared with, lacks its library; install it: async-cost variants install ${setup.base}`,
    );
  }
  const present = [base, ...chosen.present.filter((entry) => entry !== base)];

  const table = (runs: readonly SettingRun[]): MeasuredTable => {
    const rows = measuredRows(setup, entries, chosen, runs, instruments.runtime);
    return {
      schemaVersion: TABLE_VERSION,
      table: setup.table,
      measuredAt: instruments.now().toISOString(),
      article: setup.article,
      environment: runs.at(-1)?.document.environment ?? unknownYet(instruments),
      settings: setup.settings.map(({ name, title, latency, concurrency }) => ({
        name,
        title,
        latency,
        concurrency: [...concurrency],
      })),
      base: setup.base,
      budgetMilliseconds: instruments.budgetMilliseconds,
      rows,
      findings: measuredFindings(setup.table, rows),
      remarks: [...tableInWords(rows, setup.base), ...setup.remarks],
    };
  };

  const done: SettingRun[] = [];
  let fraction = 0;
  for (const setting of setup.settings) {
    if (signal.aborted) break;
    const targets = await targetsOf(present, instruments, setting.functionName);
    const asRun = (document: BenchmarkDocument): SettingRun => ({
      setting: setting.name,
      names: present.map(({ name }) => name),
      document,
    });
    const document = await measureSetting(
      targets,
      {
        ...DEFAULT_OPTIONS,
        concurrency: [...setting.concurrency],
        latency: setting.latency,
        measures: [...setting.measures],
        budgetMilliseconds: instruments.budgetMilliseconds * setting.share,
      },
      instruments,
      (partial, running) =>
        listener(table([...done, asRun(partial)]), {
          ...running,
          fraction: fraction + running.fraction * setting.share,
          activity: `${setting.title}: ${running.activity}`,
        }),
      signal,
    );
    done.push(asRun(document));
    fraction += setting.share;
  }
  return table(done);
}

function targetsOf(
  entries: readonly TableEntry[],
  places: GalleryPlaces,
  functionName: string | undefined,
): Promise<TargetSource[]> {
  return Promise.all(entries.map((entry) => targetOf(entry, places, functionName)));
}

/**
 * Where memory is asked for too, as a comparison, since ratios with a verdict are wanted; else as a benchmark, which
 * takes each n more often.
 */
function measureSetting(
  targets: readonly TargetSource[],
  options: BenchmarkOptions,
  { runtime, workerFile, services, galleryFolder }: TableInstruments,
  listener: (document: BenchmarkDocument, running: Running) => void,
  signal: AbortSignal,
): Promise<BenchmarkDocument> {
  const common = { options, runtime, workerFile, workspaceFolder: galleryFolder };
  if (targets.length > 1 && options.measures.includes("memory")) {
    const groups = [{ targets: targets.map((source) => ({ source })) }];
    return runComparison({ ...common, groups }, services, listener, signal);
  }
  return runBenchmark({ ...common, targets }, services, listener, signal);
}

function unknownYet({ services, runtime }: TableInstruments): Environment {
  return environmentOf(services.machine(), runtime.name, undefined);
}
