import { patternLabel } from "../../analysis/pattern.ts";
import { unlikeSource } from "../../bench-worker/unlike-source.ts";
import { marksOf } from "../../bench-worker/marks.ts";
import { NOT_WARM, wasCold } from "../../bench-worker/cold.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Estimate } from "../../bench-worker/numbers.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { quantity, SIZE_UNITS, TIME_UNITS, type Unit } from "../../bench-worker/quantity.ts";
import { levelsInWords, whyNoLevel } from "../../bench-worker/stack-words.ts";
import { estimateQuantity, integer, NOT_MEASURED, percent, ratio } from "./format.ts";
import { baseName, documentLabels } from "./labels.ts";

/** The table's columns from left to right, with what each one says, what is asked for most first; for the legend below the table. */
export const COLUMNS = [
  { id: "name", title: "Function", numeric: false, meaning: "The function that was measured." },
  {
    id: "time",
    title: "Time per call",
    numeric: true,
    meaning:
      "CPU time of one call with no waiting for I/O: the median over processes, its 95 % interval in brackets. The floor is what the same number of bare fake I/O calls costs; what is above it is the price of the pattern.",
  },
  {
    id: "inFlight",
    title: "Held in flight",
    numeric: true,
    meaning:
      "Memory that one call holds while it waits for I/O, after a garbage collection. Empty where nothing is ever in flight.",
  },
  {
    id: "allocated",
    title: "Allocated",
    numeric: true,
    meaning:
      "Memory that one call asks for from start to end, garbage too, with the optimising compiler off.",
  },
  {
    id: "stackTraces",
    title: "Stack traces",
    numeric: true,
    meaning: "Stack-trace level, 1 to 5: how surely a failing I/O call's own line is in the stack trace.",
  },
  {
    id: "ioCalls",
    title: "I/O calls",
    numeric: true,
    meaning: "I/O calls that the measured call made, and how many of them it waited for one after the other.",
  },
  {
    id: "tokens",
    title: "Tokens",
    numeric: true,
    meaning: "How many tokens the function's source has, and how many times the shortest one here.",
  },
  { id: "pattern", title: "Pattern", numeric: false, meaning: "How the function is asynchronous." },
  {
    id: "collecting",
    title: "Collecting garbage",
    numeric: true,
    meaning:
      "The share of time that the engine spends collecting garbage, taken apart from the time per call, which leaves it out.",
  },
  {
    id: "settled",
    title: "Until settled",
    numeric: true,
    meaning:
      "Time from the start of all calls until half of them, 90 % and 99 % have settled, with the largest n. Missing in benchmarks that did not keep it.",
  },
  {
    id: "failed",
    title: "Failed calls",
    numeric: true,
    meaning:
      "With an error rate: the share of calls that settled with an error, with the largest n, and the share of their I/O calls that failed.",
  },
  {
    id: "sourceMaps",
    title: "Source maps",
    numeric: true,
    meaning: "Source-map level, 1 to 5: how well lines of what runs lead back to what was written.",
  },
  {
    id: "debuggability",
    title: "Debuggability",
    numeric: true,
    meaning: "The sum of both levels, 2 to 10.",
  },
] as const;

/** A column of the table. */
export type ColumnId = (typeof COLUMNS)[number]["id"];

/** Columns that are left out where no row has anything to say in them. */
const OPTIONAL: ReadonlySet<ColumnId> = new Set<ColumnId>(["ioCalls", "collecting", "settled", "failed"]);

/** The columns that these rows need. */
export function columnsOf(rows: readonly Row[]): (typeof COLUMNS)[number][] {
  return COLUMNS.filter(({ id }) => !OPTIONAL.has(id) || rows.some(({ cells }) => cells[id].order !== null));
}

/** One cell. `order` is what rows are sorted by; null where nothing was measured. */
export interface Cell {
  readonly text: string;
  /** A second, quieter line. */
  readonly aside: string;
  /** The whole of it, for a tooltip. */
  readonly detail: string;
  readonly order: number | string | null;
  /** 0 to 1 of the column's largest, to draw a bar; null for none. */
  readonly share: number | null;
}

/** One target. */
export interface Row {
  readonly key: string;
  readonly index: number;
  readonly file: string;
  readonly revision: string | undefined;
  readonly line: number;
  readonly column: number;
  readonly state: TargetResult["state"];
  /** The function's text has changed since. */
  readonly stale: boolean;
  readonly cells: Readonly<Record<ColumnId, Cell>>;
}

/** How the table is sorted; null for the document's order. */
export type Sort = { readonly column: ColumnId; readonly descending: boolean } | null;

/** The rows in the document's order. */
export function comparison(document: BenchmarkDocument, stale: ReadonlySet<number>): Row[] {
  const { results } = document;
  const labels = documentLabels(document);
  const fewest = Math.min(...results.map(({ target }) => target.tokens));
  const most = {
    tokens: Math.max(...results.map(({ target }) => target.tokens)),
    time: largest(results.map(({ time }) => time?.nanosecondsPerCall)),
    settled: Math.max(0, ...results.map(({ time }) => atLargestN(time)?.latencyMilliseconds?.p50 ?? 0)),
    inFlight: largest(results.map(({ memory }) => memory?.bytesInFlightPerCall)),
    allocated: largest(results.map(({ memory }) => memory?.bytesAllocatedPerCall)),
  };
  return results.map((result, index) => {
    const { target, time, memory, stackTraces, sourceMaps, debuggability, state } = result;
    const { key, label } = labels[index]!;
    const relative = fewest > 0 && results.length > 1 ? ratio(target.tokens / fewest) : "";
    const words = patternLabel(target.pattern, target.runner);
    const absent = notMeasured(state);
    const noLevel = whyNoLevel(result);
    const absentLevel = noLevel === null ? absent : { ...absent, text: "–", aside: noLevel };
    return {
      key,
      index,
      file: target.file,
      revision: target.revision,
      line: target.line,
      column: target.column,
      state,
      stale: stale.has(index),
      cells: {
        // The heading has the name of the only one.
        name: {
          ...plain(results.length === 1 ? `${baseName(target.file)}:${target.line}` : label, label),
          detail: `${target.file}:${target.line}`,
        },
        pattern: plain(words, words),
        tokens: {
          ...plain(integer(target.tokens), target.tokens),
          aside: relative,
          detail: relative === "" ? "" : `${integer(target.tokens)} tokens, ${relative} the fewest here`,
          share: share(target.tokens, most.tokens),
        },
        time: time === undefined ? absent : timeCell(time, most.time, result),
        ioCalls: ioCallsCell(result.counters, absent),
        collecting: collectingCell(time?.garbageCollectionShare, absent),
        settled: settledCell(atLargestN(time), most.settled, absent),
        failed: failedCell(atLargestN(time), absent),
        inFlight: estimateCell(memory?.bytesInFlightPerCall, SIZE_UNITS, most.inFlight, absent),
        allocated: estimateCell(memory?.bytesAllocatedPerCall, SIZE_UNITS, most.allocated, absent),
        stackTraces:
          stackTraces === undefined
            ? absentLevel
            : {
                ...plain(`${levelsInWords(stackTraces)} of 5`, stackTraces.level),
                aside: stackTraces.flag === null ? "" : "with an option",
                detail: stackTraces.why,
              },
        sourceMaps:
          sourceMaps === undefined
            ? absent
            : { ...plain(`${sourceMaps.level} of 5`, sourceMaps.level), detail: sourceMaps.why },
        debuggability:
          debuggability === undefined
            ? absentLevel
            : plain(`${sumInWords(result) ?? debuggability} of 10`, debuggability),
      },
    };
  });
}

/** Sorted by a column; rows without a number in it come last either way, equals keep their order. */
export function sortRows(rows: readonly Row[], sort: Sort): Row[] {
  if (sort === null) return [...rows];
  const { column, descending } = sort;
  return [...rows].sort((rowA, rowB) => {
    const [a, b] = [rowA.cells[column].order, rowB.cells[column].order];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const difference =
      typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en");
    return descending ? -difference : difference;
  });
}

/** A click on a header: smallest first, then largest first, then the document's order again. */
export function nextSort(sort: Sort, column: ColumnId): Sort {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

function timeCell(time: NonNullable<TargetResult["time"]>, most: number, result: TargetResult): Cell {
  const { nanosecondsPerCall, floorNanosecondsPerCall: floor, processes } = time;
  const { text, detail } = estimateQuantity(nanosecondsPerCall, TIME_UNITS);
  const marks = marksOf(result);
  const above = quantity(nanosecondsPerCall.median - floor, TIME_UNITS);
  return {
    text,
    aside: [...marks, `floor ${quantity(floor, TIME_UNITS)}${wasCold(result) ? `, ${NOT_WARM}` : ""}`].join(
      "; ",
    ),
    detail: `${detail}, over ${processes} ${processes === 1 ? "process" : "processes"}; ${above} above the floor`,
    order: nanosecondsPerCall.median,
    share: share(nanosecondsPerCall.median, most),
  };
}

function ioCallsCell(counters: TargetResult["counters"], absent: Cell): Cell {
  if (counters === undefined) return absent;
  const { ioCalls, criticalPath } = counters;
  return {
    ...plain(integer(ioCalls), ioCalls),
    aside: ioCalls === 0 ? "" : `${integer(criticalPath)} in sequence`,
    detail: unlikeSource(counters) ?? "",
  };
}

function collectingCell(collecting: number | undefined, absent: Cell): Cell {
  return collecting === undefined ? absent : plain(percent(collecting), collecting);
}

/** The sum of both levels, `9` or `6–9`; null where one of them is missing. */
function sumInWords({ stackTraces, sourceMaps }: TargetResult): string | null {
  if (stackTraces === undefined || sourceMaps === undefined) return null;
  return levelsInWords(stackTraces, sourceMaps.level);
}

type SeriesPoint = NonNullable<TargetResult["time"]>["series"][number];

function atLargestN(time: TargetResult["time"]): SeriesPoint | undefined {
  return time?.series.reduce<SeriesPoint | undefined>(
    (largest, point) => (largest === undefined || point.n > largest.n ? point : largest),
    undefined,
  );
}

function settledCell(point: SeriesPoint | undefined, most: number, absent: Cell): Cell {
  if (point?.latencyMilliseconds === undefined) return absent;
  const { p50, p90, p99, max } = point.latencyMilliseconds;
  const write = (milliseconds: number): string => quantity(milliseconds * 1e6, TIME_UNITS);
  return {
    text: write(p50),
    aside: `of ${integer(point.n)} calls together; 90 % ${write(p90)}, 99 % ${write(p99)}`,
    detail: `Of ${integer(point.n)} calls that start together the first has settled after ${write(point.firstResolvedMilliseconds)}, 50 % after ${write(p50)}, 90 % after ${write(p90)}, 99 % after ${write(p99)}, the last after ${write(max)}`,
    order: p50,
    share: share(p50, most),
  };
}

function failedCell(point: SeriesPoint | undefined, absent: Cell): Cell {
  if (point?.failures === undefined) return absent;
  const { ioCalls, calls } = point.failures;
  return {
    text: percent(calls),
    aside: `${percent(ioCalls)} of I/O calls`,
    detail: `Of ${integer(point.n)} calls ${percent(calls)} settled with an error, as ${percent(ioCalls)} of their I/O calls failed`,
    order: calls,
    share: null,
  };
}

function estimateCell(
  estimate: Estimate | undefined,
  units: readonly Unit[],
  most: number,
  absent: Cell,
): Cell {
  if (estimate === undefined) return absent;
  const { text, detail } = estimateQuantity(estimate, units);
  return { text, aside: "", detail, order: estimate.median, share: share(estimate.median, most) };
}

function plain(text: string, order: number | string): Cell {
  return { text, aside: "", detail: "", order, share: null };
}

function notMeasured(state: TargetResult["state"]): Cell {
  const text = state === "running" ? "not yet" : NOT_MEASURED;
  return { text, aside: "", detail: "", order: null, share: null };
}

function largest(estimates: readonly (Estimate | undefined)[]): number {
  return Math.max(0, ...estimates.flatMap((estimate) => (estimate === undefined ? [] : [estimate.median])));
}

function share(value: number, most: number): number | null {
  return most > 0 && value >= 0 ? value / most : null;
}
