import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { quantity, SIZE_UNITS, suitableUnit, TIME_UNITS, type Unit } from "../../bench-worker/quantity.ts";
import { documentLabels } from "./labels.ts";

/** One measured point; `low` and `high` are null where there is no interval. All in the chart's unit. */
export interface ChartPoint {
  readonly n: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** The value with its unit. */
  readonly text: string;
  /** Its interval and what else is known of it, with units; may be empty. */
  readonly aside: string;
}

/** One line of a chart: a target. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** The target's place in the document: decides colour, dash and point, the same in both charts. */
  readonly index: number;
  readonly points: readonly ChartPoint[];
}

/** A line chart over n. */
export interface ChartModel {
  readonly id: "time" | "memory";
  readonly title: string;
  readonly axis: string;
  /** Every n that has a point, ascending. */
  readonly concurrency: readonly number[];
  readonly series: readonly ChartSeries[];
  /** What to say instead, where no series has a point. */
  readonly absence: string | null;
  /** The labels of the series without a point, where others have some: those that still may get one, and the rest. */
  readonly missing: { readonly yet: readonly string[]; readonly atAll: readonly string[] };
}

/** A target as the legend lists it. */
export interface LegendEntry {
  readonly key: string;
  readonly label: string;
  readonly index: number;
  readonly stale: boolean;
}

interface RawPoint {
  readonly n: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly also: string;
}

/** All targets in the document's order. */
export function legend(document: BenchmarkDocument, stale: ReadonlySet<number>): LegendEntry[] {
  return documentLabels(document).map((label, index) => ({
    ...label,
    index,
    stale: stale.has(index),
  }));
}

/** From the first of n calls to the settling of the last, over n. */
export function timeChart(document: BenchmarkDocument): ChartModel {
  const raw = document.results.map(({ time }) =>
    (time?.series ?? []).map(({ n, milliseconds, firstResolvedMilliseconds }): RawPoint => ({
      n,
      value: milliseconds.median * 1e6,
      low: milliseconds.low * 1e6,
      high: milliseconds.high * 1e6,
      also: `first settled after ${quantity(firstResolvedMilliseconds * 1e6, TIME_UNITS)}`,
    })),
  );
  return chart("time", "Time", "Time of n calls", document, raw, TIME_UNITS);
}

/** The peak of the heap over n. */
export function memoryChart(document: BenchmarkDocument): ChartModel {
  const raw = document.results.map(({ memory }) =>
    (memory?.series ?? []).map(({ n, peakBytes }): RawPoint => ({
      n,
      value: peakBytes,
      low: null,
      high: null,
      also: "",
    })),
  );
  return chart("memory", "Memory", "Peak live heap of n calls", document, raw, SIZE_UNITS);
}

function chart(
  id: ChartModel["id"],
  title: string,
  axis: string,
  document: BenchmarkDocument,
  raw: readonly (readonly RawPoint[])[],
  units: readonly Unit[],
): ChartModel {
  const all = raw.flat();
  const unit = suitableUnit(Math.max(0, ...all.map(({ value }) => Math.abs(value))), units);
  const labels = documentLabels(document);
  const missing = (running: boolean): string[] =>
    labels.flatMap(({ label }, index) =>
      all.length > 0 && raw[index]?.length === 0 && isRunning(document.results[index]!) === running
        ? [label]
        : [],
    );
  return {
    id,
    title,
    axis: `${axis} (${unit.name})`,
    concurrency: [...new Set(all.map(({ n }) => n))].sort((a, b) => a - b),
    series: labels.map((label, index) => ({
      ...label,
      index,
      points: [...(raw[index] ?? [])]
        .sort((a, b) => a.n - b.n)
        .map(({ n, value, low, high, also }) => ({
          n,
          value: value / unit.size,
          low: low === null ? null : low / unit.size,
          high: high === null ? null : high / unit.size,
          text: quantity(value, units),
          aside: [interval(low, high, units), also].filter(Boolean).join(", "),
        })),
    })),
    absence: all.length > 0 ? null : absence(id, document),
    missing: { yet: missing(true), atAll: missing(false) },
  };
}

function interval(low: number | null, high: number | null, units: readonly Unit[]): string {
  return low === null || high === null ? "" : `interval ${quantity(low, units)} to ${quantity(high, units)}`;
}

function absence(id: ChartModel["id"], { options, results }: BenchmarkDocument): string {
  const what = id === "time" ? "Time" : "Memory";
  if (!options.measures.includes(id)) return `${what} was left out of this benchmark.`;
  if (results.some(isRunning)) return `${what} has not been measured yet.`;
  return `${what} was not measured.`;
}

function isRunning({ state }: TargetResult): boolean {
  return state === "running";
}
