import type {
  ComplexityTable,
  DebuggabilityTable,
  GalleryTable,
  MeasuredRow,
  MeasuredTable,
  SeedNumbers,
  TableSetting,
} from "./gallery-table.ts";
import { counted, estimateInWords, quantity, SIZE_UNITS, TIME_UNITS } from "./quantity.ts";
import { optionCostInWords } from "./stack-words.ts";

/** A table as cells of text, for a terminal, Markdown and the panel alike. */
export interface TableText {
  readonly title: string;
  /** What it was measured on and when; empty where nothing was measured but text. */
  readonly setup: string;
  /** One grid at least. */
  readonly grids: readonly Grid[];
  /** Whole sentences. */
  readonly remarks: readonly string[];
}

/** Rows and columns of text. */
export interface Grid {
  /** What this grid is of, where there are several; else empty. */
  readonly caption: string;
  readonly columns: readonly { readonly title: string; readonly right?: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

const NOTHING = "–";

const TITLES: Readonly<Record<GalleryTable["table"], string>> = {
  complexity: "Complexity: tokens",
  performance: "Performance: time and memory",
  debuggability: "Debuggability: source maps and stack traces",
  closures: "Closures: 50,000 calls",
  promises: "Promises: a chain of seven",
};

/** The table's name for a person. */
export function tableTitle(table: GalleryTable["table"]): string {
  return TITLES[table];
}

/** A table of the gallery in words and numbers. */
export function tableInText(table: GalleryTable): TableText {
  switch (table.table) {
    case "complexity":
      return complexity(table);
    case "debuggability":
      return debuggability(table);
    case "performance":
    case "closures":
    case "promises":
      return measured(table);
  }
}

/** A table as Markdown, with a heading of its own. */
export function tableInMarkdown(table: GalleryTable, heading = "##"): string {
  const { title, setup, grids, remarks } = tableInText(table);
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  const parts = [
    `${heading} ${title}`,
    setup === "" ? "" : `_${setup}_`,
    ...grids.flatMap(({ caption, columns, rows }) => [
      caption === "" ? "" : `**${escaped(caption)}**`,
      [
        line(columns.map((column) => column.title)),
        `| ${columns.map(({ right }) => (right === true ? "---:" : "---")).join(" | ")} |`,
        ...rows.map(line),
      ].join("\n"),
    ]),
    remarks.map((remark) => `- ${escaped(remark)}`).join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\n", " ").replaceAll(/[\\|`*_<>[\]]/g, "\\$&");
}

function complexity({ table, rows, article, remarks }: ComplexityTable): TableText {
  const year = yearOf(article);
  const numbers = ["tokens", "ratio", `tokens ${year}`, `ratio ${year}`];
  return {
    title: TITLES[table],
    setup: "",
    grids: [
      {
        caption: "",
        columns: [{ title: "name" }, ...numbers.map(atRight)],
        rows: rows.map(({ name, tokens, ratio, seed }) => [
          name,
          String(tokens),
          ratio.toFixed(2),
          seed === null ? NOTHING : String(seed.tokens),
          seed === null ? NOTHING : seed.ratio.toFixed(2),
        ]),
      },
    ],
    remarks: [...changes(rows), ...remarks],
  };
}

function debuggability(document: DebuggabilityTable): TableText {
  const { table, rows, article, remarks } = document;
  const year = yearOf(article);
  const numbers = ["source maps", "stack traces", "total"];
  return {
    title: TITLES[table],
    setup: setupOf(document),
    grids: [
      {
        caption: "",
        columns: [
          { title: "name" },
          ...[...numbers, ...numbers.map((title) => `${title} ${year}`)].map(atRight),
          { title: "option" },
        ],
        rows: rows.map(({ name, sourceMaps, stackTraces, total, seed, flag }) => [
          name,
          ...[sourceMaps, stackTraces, total, seed?.sourceMaps, seed?.stackTraces, seed?.total].map(
            orNothing,
          ),
          flag ?? NOTHING,
        ]),
      },
    ],
    remarks: [
      ...rows.flatMap(({ name, options = [] }) =>
        options.map((option) => `${name}: ${optionCostInWords(option)}`),
      ),
      ...changes(rows),
      ...unanswered(rows),
      ...remarks,
    ],
  };
}

type Measured = MeasuredRow["measured"][number];
type Point = Measured["series"][number];

function measured(document: MeasuredTable): TableText {
  const { table, rows, settings, remarks } = document;
  const grids = settings.flatMap((setting) => [
    summary(document, setting),
    ...(setting.concurrency.length < 2 ? [] : [overCalls(document, setting)]),
  ]);
  return {
    title: TITLES[table],
    setup: setupOf(document),
    grids: grids.filter((grid) => grid.rows.length > 0),
    remarks: [...changes(rows), ...unanswered(rows), ...remarks],
  };
}

/** One row a system, at the n that the article has, else at the largest but one: all that there is of it. */
function summary({ rows, article, base, table }: MeasuredTable, setting: TableSetting): Grid {
  const year = yearOf(article);
  const seeds = rows.flatMap(({ seed }) => seed).filter((then) => then.setting === setting.name);
  const n = seeds[0]?.n ?? setting.concurrency.at(-2) ?? setting.concurrency.at(-1)!;
  const ofPromises = table === "promises";
  const kinds: readonly {
    readonly title: string;
    readonly say: (one: Measured, point: Point | undefined, then: SeedNumbers | undefined) => string;
  }[] = [
    {
      title: "time per call",
      say: ({ nanosecondsPerCall }) =>
        nanosecondsPerCall === undefined ? NOTHING : estimateInWords(nanosecondsPerCall, TIME_UNITS),
    },
    { title: `of ${base}`, say: ratioOf },
    { title: "first settled", say: (_, point) => time(point?.firstResolvedMilliseconds) },
    ...(ofPromises
      ? [
          {
            title: `first ${year}`,
            say: (_: Measured, __: Point | undefined, then: SeedNumbers | undefined) =>
              time(then?.firstResolvedMilliseconds),
          },
        ]
      : []),
    { title: "all settled", say: (_, point) => time(point?.milliseconds?.median) },
    { title: `all ${year}`, say: (_, __, then) => time(then?.milliseconds) },
    { title: "held together", say: (_, point) => size(point?.peakBytes) },
    { title: "allocated per call", say: (one) => size(one.bytesAllocatedPerCall?.median) },
    { title: `memory ${year}`, say: (_, __, then) => memoryThen(then) },
  ];
  const cells = rows.flatMap((row) => {
    const one = row.measured.find((measured) => measured.setting === setting.name);
    if (one === undefined) return [];
    const point = one.series.find((candidate) => candidate.n === n);
    const then = row.seed.find((numbers) => numbers.setting === setting.name);
    return [[row.name, ...kinds.map(({ say }) => say(one, point, then))]];
  });
  // A column in which nothing stands says nothing.
  const kept = kinds.map((_, index) => cells.some((row) => row[index + 1] !== NOTHING));
  return {
    caption: `${setting.title}; n = ${n}`,
    columns: [
      { title: "name" },
      ...kinds.filter((_, index) => kept[index]).map(({ title }) => atRight(title)),
    ],
    rows: cells.map((row) => row.filter((_, index) => index === 0 || kept[index - 1]!)),
  };
}

function overCalls({ rows }: MeasuredTable, setting: TableSetting): Grid {
  return {
    caption: `${setting.title}: until all n calls have settled`,
    columns: [{ title: "name" }, ...setting.concurrency.map((n) => atRight(`n = ${n}`))],
    rows: rows.flatMap((row) => {
      const one = row.measured.find((measured) => measured.setting === setting.name);
      if (one === undefined) return [];
      return [
        [
          row.name,
          ...setting.concurrency.map((n) =>
            time(one.series.find((point) => point.n === n)?.milliseconds?.median),
          ),
        ],
      ];
    }),
  };
}

function atRight(title: string): { readonly title: string; readonly right: boolean } {
  return { title, right: true };
}

function time(milliseconds: number | undefined): string {
  return milliseconds === undefined ? NOTHING : quantity(milliseconds * 1e6, TIME_UNITS);
}

function size(bytes: number | undefined): string {
  return bytes === undefined ? NOTHING : quantity(bytes, SIZE_UNITS);
}

function ratioOf({ timeRatio, timeVerdict }: Measured): string {
  if (timeRatio === undefined) return NOTHING;
  const { median, low, high } = timeRatio;
  const said = `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  return timeVerdict === "too-noisy" ? `${said}, too noisy` : said;
}

function memoryThen(then: SeedNumbers | undefined): string {
  if (then?.megabytes !== undefined) return `${then.megabytes} MB`;
  return then?.memoryGrowthPercent === undefined ? NOTHING : `+${then.memoryGrowthPercent} %`;
}

function orNothing(value: number | undefined): string {
  return value === undefined ? NOTHING : String(value);
}

function yearOf({ date }: GalleryTable["article"]): string {
  return `in ${date.slice(0, 4)}`;
}

function setupOf({ environment, measuredAt }: MeasuredTable | DebuggabilityTable): string {
  const { runtime, version, cpu, cores, os } = environment;
  return `${runtime} ${version} on ${cpu} (${counted(cores, "core")}, ${os}), ${measuredAt.slice(0, 10)}`;
}

function changes(
  rows: readonly { readonly name: string; readonly changed?: string | undefined }[],
): string[] {
  return rows.flatMap(({ name, changed }) => (changed === undefined ? [] : [`${name}: ${changed}`]));
}

function unanswered(
  rows: readonly {
    readonly name: string;
    readonly reason?: string | undefined;
    readonly hint?: string | undefined;
  }[],
): string[] {
  return rows.flatMap(({ name, reason, hint }) =>
    reason === undefined ? [] : [`${name}: ${[reason, hint].filter(Boolean).join(" ")}`],
  );
}
