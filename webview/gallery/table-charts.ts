import type { ChartConfiguration } from "chart.js";
import {
  LOADS,
  type ComplexityTable,
  type DebuggabilityTable,
  type EnginesTable,
  type GalleryTable,
  type MeasuredRow,
  type MeasuredTable,
} from "../../bench-worker/gallery-table.ts";

/** A picture of a table. */
export interface TableChart {
  /** Without folder and ending. */
  readonly name: string;
  /** For who cannot see it. */
  readonly alternative: string;
  readonly heightPixels: number;
  readonly configuration: ChartConfiguration<"bar"> | ChartConfiguration<"line">;
}

/** The colours and the font of a picture. */
export interface ChartLook {
  readonly text: string;
  readonly grid: string;
  /** What was measured here. */
  readonly now: string;
  /** What the article says. */
  readonly then: string;
  readonly series: readonly string[];
  /** As large as what is around the canvas, and drawn anew when that changes. */
  readonly fitsFrame: boolean;
  readonly fontFamily: string;
  readonly fontSizePixels: number;
}

/** For white paper. */
export const ON_PAPER: ChartLook = {
  text: "#4b5563",
  grid: "#e5e7eb",
  now: "#2563eb",
  then: "#9ca3af",
  series: ["#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f", "#475569"],
  fitsFrame: false,
  fontFamily: "sans-serif",
  fontSizePixels: 12,
};

const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
/** Pixels of a row of bars, and of all that is around the rows. */
const ROW = { height: 34, around: 110 };
const LINES_PIXELS = 640;
/** Of an entry of the legend beside the lines. */
const ENTRY_PIXELS = 23;

/** The pictures of a table; none of what was not measured. */
export function chartsOf(table: GalleryTable, look: ChartLook): TableChart[] {
  switch (table.table) {
    case "complexity":
      return bars(complexity(table), look);
    case "debuggability":
      return bars(debuggability(table), look);
    case "performance":
      return [...overCalls(table, look), ...besideBase(table, "10-ms", look)];
    case "closures":
    case "promises":
      return table.settings.flatMap(({ name }) => besideBase(table, name, look));
    case "engines":
      return bars(engines(table), look);
  }
}

function complexity({ rows, article }: ComplexityTable): Bars {
  return {
    name: "complexity",
    title: "Tokens, as a multiple of the raw callbacks'",
    labels: rows.map(({ name }) => name),
    sets: [
      { label: NOW, values: rows.map(({ ratio }) => ratio) },
      { label: yearOf(article), values: rows.map(({ seed }) => seed?.ratio ?? null) },
    ],
  };
}

function debuggability({ rows, article }: DebuggabilityTable): Bars {
  const measured = rows.filter(({ state }) => state === "measured");
  return {
    name: "debuggability",
    title: "Source maps and stack traces: the sum of their levels",
    labels: measured.map(({ name }) => name),
    sets: [
      { label: NOW, values: measured.map(({ total }) => total ?? null) },
      { label: yearOf(article), values: measured.map(({ seed }) => seed?.total ?? null) },
    ],
  };
}

/** Time of each load next to that on the last engine; where only one was measured, there is nothing to compare. */
function engines({ engines: rows }: EnginesTable): Bars {
  const today = rows.at(-1)?.loads;
  const isComparable = rows.length > 1;
  return {
    name: "engines",
    title: "CPU time of a call, as a multiple of the last engine's",
    labels: rows.map(({ runtime, version }) => `${runtime} ${version}`),
    sets: LOADS.map((load) => ({
      label: load,
      values: rows.map(({ loads }) =>
        isComparable ? ratio(loads[load]?.median, today?.[load]?.median) : null,
      ),
    })),
    logarithmic: true,
  };
}

const NOW = "now";

function yearOf({ date }: GalleryTable["article"]): string {
  return date.slice(0, 4);
}

/** Time over n, one line a row. */
function overCalls(table: MeasuredTable, look: ChartLook): TableChart[] {
  const { series } = look;
  return table.settings
    .filter(({ concurrency }) => concurrency.length > 1)
    .flatMap((setting) => {
      const lines = table.rows.flatMap((row) => {
        const one = row.measured.find((measured) => measured.setting === setting.name);
        const points = (one?.series ?? []).flatMap(({ n, milliseconds }) =>
          milliseconds === undefined ? [] : [{ x: n, y: milliseconds.median }],
        );
        return points.length === 0 ? [] : [{ label: row.name, data: points }];
      });
      // The legend stands in the order in which the lines end.
      lines.sort((a, b) => b.data.at(-1)!.y - a.data.at(-1)!.y);
      if (lines.length === 0) return [];
      const chart: TableChart = {
        name: `${table.table}-${setting.name}`,
        alternative: `Milliseconds until n calls have settled, ${setting.title}`,
        heightPixels: Math.max(LINES_PIXELS, ENTRY_PIXELS * (lines.length + 1)),
        configuration: {
          type: "line",
          data: {
            datasets: lines.map(({ label, data }, index) => ({
              label,
              data,
              borderColor: series[index % series.length]!,
              backgroundColor: series[index % series.length]!,
              borderDash: [...DASHES[Math.floor(index / series.length) % DASHES.length]!],
              borderWidth: 1.5,
              pointRadius: 2,
            })),
          },
          options: {
            ...still(look),
            scales: {
              x: { type: "linear", min: 0, ...axis(look, "calls in flight together (n)") },
              y: { type: "logarithmic", ...axis(look, "milliseconds until all have settled") },
            },
            plugins: {
              title: title(look, setting.title),
              legend: {
                position: "right",
                labels: { ...labels(look), boxWidth: 30, boxHeight: 0 },
              },
            },
          },
        },
      };
      return [chart];
    });
}

/** Time and memory as multiples of the base's, now and then. */
function besideBase(table: MeasuredTable, setting: string, look: ChartLook): TableChart[] {
  const what = table.settings.find(({ name }) => name === setting)!.title;
  const n =
    table.rows.flatMap(({ seed }) => seed).find((then) => then.setting === setting)?.n ??
    table.settings.find(({ name }) => name === setting)!.concurrency.at(-1)!;
  const base = table.rows.find(({ name }) => name === table.base);
  if (base === undefined) return [];
  return (["time", "memory"] as const).flatMap((of) => {
    const now = (row: MeasuredRow): number | null =>
      ratio(numberNow(row, setting, n, of), numberNow(base, setting, n, of));
    const then = (row: MeasuredRow): number | null =>
      ratio(numberThen(row, setting, of), numberThen(base, setting, of));
    const rows = table.rows.filter((row) => now(row) !== null).sort((a, b) => now(a)! - now(b)!);
    if (rows.length < 2) return [];
    return bars(
      {
        name: `${table.table}-${setting}-${of}`,
        title: `${what}: ${of}, as a multiple of ${table.base}'s`,
        labels: rows.map(({ name }) => name),
        sets: [
          { label: NOW, values: rows.map(now) },
          { label: yearOf(table.article), values: rows.map(then) },
        ],
        logarithmic: true,
      },
      look,
    );
  });
}

function numberNow(row: MeasuredRow, setting: string, n: number, of: "time" | "memory"): number | undefined {
  const own = row.measured.filter((one) => one.setting === setting);
  // Memory is weighed in one setting only.
  const all =
    of === "time" || own.some(({ series }) => series.some((point) => point.peakBytes !== undefined))
      ? own
      : row.measured;
  const points = all.flatMap(({ series }) => series).filter((point) => point.n === n);
  return of === "time"
    ? points.find(({ milliseconds }) => milliseconds !== undefined)?.milliseconds?.median
    : (points.find(({ peakBytes }) => peakBytes !== undefined)?.peakBytes ?? undefined);
}

function numberThen(row: MeasuredRow, setting: string, of: "time" | "memory"): number | undefined {
  const seed = row.seed.find((numbers) => numbers.setting === setting);
  return of === "time" ? seed?.milliseconds : seed?.megabytes;
}

function ratio(one: number | undefined, base: number | undefined): number | null {
  return one === undefined || !base ? null : one / base;
}

/** What bars are drawn of: a row a label, a bar a set. */
interface Bars {
  readonly name: string;
  readonly title: string;
  readonly labels: readonly string[];
  /** One that is `now`, and one that is of the article; or others, in the colours of series. */
  readonly sets: readonly {
    readonly label: string;
    readonly values: readonly (number | null)[];
  }[];
  readonly logarithmic?: boolean;
}

/** Nothing where no row has a number. */
function bars(
  { name, title: text, labels: rows, sets, logarithmic = false }: Bars,
  look: ChartLook,
): TableChart[] {
  const shown = sets.filter(({ values }) => values.some((value) => value !== null));
  if (shown.length === 0) return [];
  const isThenAndNow = sets[0]?.label === NOW;
  const colour = (index: number): string =>
    isThenAndNow ? [look.now, look.then][index]! : look.series[index % look.series.length]!;
  const scale = logarithmic
    ? ({ type: "logarithmic" } as const)
    : ({ type: "linear", beginAtZero: true } as const);
  return [
    {
      name,
      alternative: text,
      heightPixels: ROW.around + ROW.height * rows.length,
      configuration: {
        type: "bar",
        data: {
          labels: [...rows],
          datasets: shown.map(({ label, values }) => ({
            label,
            data: [...values],
            backgroundColor: colour(sets.findIndex((set) => set.label === label)),
          })),
        },
        options: {
          ...still(look),
          indexAxis: "y",
          scales: {
            x: { ...scale, ...axis(look) },
            y: { ...axis(look), ticks: { ...ticks(look), autoSkip: false } },
          },
          plugins: { title: title(look, text), legend: { labels: labels(look) } },
        },
      },
    },
  ];
}

/** Drawn at once. */
function still({ fitsFrame }: ChartLook) {
  return { animation: false, responsive: fitsFrame, maintainAspectRatio: false } as const;
}

function font({ fontFamily, fontSizePixels }: ChartLook): { family: string; size: number } {
  return { family: fontFamily, size: fontSizePixels };
}

function ticks(look: ChartLook) {
  return { color: look.text, font: font(look) };
}

function labels(look: ChartLook) {
  return { color: look.text, font: font(look) };
}

function axis(look: ChartLook, text?: string) {
  return {
    grid: { color: look.grid },
    ticks: ticks(look),
    ...(text === undefined ? {} : { title: title(look, text) }),
  };
}

function title(look: ChartLook, text: string) {
  return { display: true, text, color: look.text, font: font(look) };
}
