import type { ChartConfiguration } from "chart.js";
import type {
  ComplexityTable,
  DebuggabilityTable,
  GalleryTable,
  MeasuredRow,
  MeasuredTable,
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

const NOW = "#2563eb";
const THEN = "#9ca3af";
const COLOURS = [
  "#2563eb",
  "#dc2626",
  "#059669",
  "#d97706",
  "#7c3aed",
  "#0891b2",
  "#be185d",
  "#4d7c0f",
  "#475569",
];
/** Beyond the line between 2013 and now. */
const ROW_PIXELS = 34;

/** The pictures of a table; none of what was not measured. */
export function chartsOf(table: GalleryTable): TableChart[] {
  switch (table.table) {
    case "complexity":
      return [complexity(table)];
    case "debuggability":
      return [debuggability(table)];
    case "performance":
      return [...overCalls(table), ...beside(table, "10-ms")];
    case "closures":
    case "promises":
      return table.settings.flatMap(({ name }) => beside(table, name));
  }
}

function complexity({ rows }: ComplexityTable): TableChart {
  return bars({
    name: "complexity",
    title: "Tokens, as a multiple of the raw callbacks'",
    labels: rows.map(({ name }) => name),
    sets: [
      { label: "now", colour: NOW, values: rows.map(({ ratio }) => ratio) },
      { label: "2013", colour: THEN, values: rows.map(({ seed }) => seed?.ratio ?? null) },
    ],
  });
}

function debuggability({ rows }: DebuggabilityTable): TableChart {
  const measured = rows.filter(({ state }) => state === "measured");
  return bars({
    name: "debuggability",
    title: "Source maps and stack traces: the sum of their levels",
    labels: measured.map(({ name }) => name),
    sets: [
      { label: "now", colour: NOW, values: measured.map(({ total }) => total ?? null) },
      { label: "2013", colour: THEN, values: measured.map(({ seed }) => seed?.total ?? null) },
    ],
  });
}

/** Time over n, one line a row. */
function overCalls(table: MeasuredTable): TableChart[] {
  return table.settings
    .filter(({ concurrency }) => concurrency.length > 1)
    .map((setting) => {
      const lines = table.rows.flatMap((row) => {
        const one = row.measured.find((measured) => measured.setting === setting.name);
        const points = (one?.series ?? []).flatMap(({ n, milliseconds }) =>
          milliseconds === undefined ? [] : [{ x: n, y: milliseconds.median }],
        );
        return points.length === 0 ? [] : [{ label: row.name, data: points }];
      });
      return {
        name: `${table.table}-${setting.name}`,
        alternative: `Milliseconds until n calls have settled, ${setting.title}`,
        heightPixels: 640,
        configuration: {
          type: "line",
          data: {
            datasets: lines.map(({ label, data }, index) => ({
              label,
              data,
              borderColor: COLOURS[index % COLOURS.length]!,
              backgroundColor: COLOURS[index % COLOURS.length]!,
              borderDash: [[], [6, 3], [2, 2], [8, 3, 2, 3]][Math.floor(index / COLOURS.length) % 4]!,
              borderWidth: 1.5,
              pointRadius: 2,
            })),
          },
          options: {
            animation: false,
            responsive: false,
            scales: {
              x: { type: "linear", title: { display: true, text: "calls in flight together (n)" }, min: 0 },
              y: {
                type: "logarithmic",
                title: { display: true, text: "milliseconds until all have settled" },
              },
            },
            plugins: {
              title: { display: true, text: setting.title },
              legend: { position: "right", labels: { boxWidth: 24, font: { size: 11 } } },
            },
          },
        },
      };
    });
}

/** Time and memory as multiples of the base's, now and then. */
function beside(table: MeasuredTable, setting: string): TableChart[] {
  const title = table.settings.find(({ name }) => name === setting)!.title;
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
    return [
      bars({
        name: `${table.table}-${setting}-${of}`,
        title: `${title}: ${of}, as a multiple of ${table.base}'s`,
        labels: rows.map(({ name }) => name),
        sets: [
          { label: "now", colour: NOW, values: rows.map(now) },
          { label: "2013", colour: THEN, values: rows.map(then) },
        ],
        logarithmic: true,
      }),
    ];
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

interface Bars {
  readonly name: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly sets: readonly {
    readonly label: string;
    readonly colour: string;
    readonly values: readonly (number | null)[];
  }[];
  readonly logarithmic?: boolean;
}

function bars({ name, title, labels, sets, logarithmic = false }: Bars): TableChart {
  const shown = sets.filter(({ values }) => values.some((value) => value !== null));
  return {
    name,
    alternative: title,
    heightPixels: 110 + ROW_PIXELS * labels.length,
    configuration: {
      type: "bar",
      data: {
        labels: [...labels],
        datasets: shown.map(({ label, colour, values }) => ({
          label,
          data: [...values],
          backgroundColor: colour,
        })),
      },
      options: {
        animation: false,
        responsive: false,
        indexAxis: "y",
        scales: { x: logarithmic ? { type: "logarithmic" } : { type: "linear", beginAtZero: true } },
        plugins: { title: { display: true, text: title } },
      },
    },
  };
}
