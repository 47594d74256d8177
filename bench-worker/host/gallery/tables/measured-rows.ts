import type { BenchmarkDocument } from "../../../document.ts";
import type { Pair } from "../../../pair.ts";
import type { TargetResult } from "../../../target-result.ts";
import type { MeasuredRow } from "../../../gallery-table.ts";
import { changedInWords } from "./changed.ts";
import type { Runtime } from "../../api.ts";
import { elsewhereRow, missingRow, rowHead, type Chosen } from "./choose.ts";
import type { TableEntry, TableSetup } from "./setups.ts";

/** What one setting of a table gave; results are found by the name of their entry. */
export interface SettingRun {
  readonly setting: string;
  /** In the order of `document.results`. */
  readonly names: readonly string[];
  readonly document: BenchmarkDocument;
}

/** The rows of a table from what its settings gave so far, in the order of the catalogue. */
export function measuredRows(
  setup: TableSetup,
  entries: readonly TableEntry[],
  { missing, elsewhere }: Chosen<TableEntry>,
  runs: readonly SettingRun[],
  engine: Pick<Runtime, "name" | "version">,
): MeasuredRow[] {
  const rows = entries.map((entry): MeasuredRow => {
    const head = { ...rowHead(entry), seed: setup.seedOf(entry), warnings: [] as string[], measured: [] };
    if (missing.includes(entry)) return { ...head, ...missingRow(entry) };
    if (elsewhere.includes(entry)) return { ...head, ...elsewhereRow(entry, engine) };
    const results = runs.flatMap((run) => resultsOf(run, entry.name));
    const measured = results.flatMap(({ setting, result, pair }) => measuredOf(setting, result, pair));
    const ended = results.find(({ result: { reason } }) => reason !== undefined)?.result;
    return {
      ...head,
      state: measured.length > 0 ? "measured" : "failed",
      ...(ended?.reason === undefined ? {} : { reason: ended.reason }),
      ...(ended?.hint === undefined ? {} : { hint: ended.hint }),
      measured,
      warnings: [...new Set(results.flatMap(({ result }) => result.warnings))],
    };
  });
  const base = rows.find(({ name }) => name === setup.base);
  return rows.map((row) => ({ ...row, ...changedInWords(row, base, setup.settings) }));
}

interface OneResult {
  readonly setting: string;
  readonly result: TargetResult;
  readonly pair: Pair | undefined;
}

function resultsOf({ setting, names, document }: SettingRun, name: string): OneResult[] {
  const index = names.indexOf(name);
  const result = document.results[index];
  if (result === undefined) return [];
  return [{ setting, result, pair: document.pairs?.find(({ headResult }) => headResult === index) }];
}

function measuredOf(
  setting: string,
  { time, memory }: TargetResult,
  pair: Pair | undefined,
): MeasuredRow["measured"] {
  if (time === undefined && memory === undefined) return [];
  const all = [...new Set([...(time?.series ?? []), ...(memory?.series ?? [])].map(({ n }) => n))];
  const verdict = pair?.time;
  return [
    {
      setting,
      ...(time === undefined ? {} : { nanosecondsPerCall: time.nanosecondsPerCall }),
      ...(memory?.bytesInFlightPerCall === undefined
        ? {}
        : { bytesInFlightPerCall: memory.bytesInFlightPerCall }),
      ...(memory?.bytesAllocatedPerCall === undefined
        ? {}
        : { bytesAllocatedPerCall: memory.bytesAllocatedPerCall }),
      ...(verdict === undefined || verdict.verdict === "not-measured"
        ? {}
        : { timeRatio: verdict.ratio, timeVerdict: verdict.verdict }),
      series: all
        .sort((a, b) => a - b)
        .map((n) => {
          const timed = time?.series.find((point) => point.n === n);
          const weighed = memory?.series.find((point) => point.n === n);
          return {
            n,
            ...(timed === undefined
              ? {}
              : {
                  milliseconds: timed.milliseconds,
                  firstResolvedMilliseconds: timed.firstResolvedMilliseconds,
                }),
            ...(weighed === undefined ? {} : { peakBytes: weighed.peakBytes }),
          };
        }),
    },
  ];
}
