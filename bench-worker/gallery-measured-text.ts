import type { MeasuredRow, MeasuredTable, SeedNumbers, TableSetting } from "./gallery-table.ts";
import {
  atRight,
  changes,
  findingInText,
  NOTHING,
  setupOf,
  unanswered,
  yearOf,
  type Grid,
  type TableText,
} from "./gallery-table-parts.ts";
import { estimateInWords, quantity, SIZE_UNITS, TIME_UNITS } from "./quantity.ts";

type Measured = MeasuredRow["measured"][number];
type Point = Measured["series"][number];

/** A table of time and memory in words and numbers. */
export function measuredInText(title: string, document: MeasuredTable): TableText {
  const { rows, settings, findings, remarks } = document;
  const grids = settings.flatMap((setting) => [
    summary(document, setting),
    ...(setting.concurrency.length < 2 ? [] : [overCalls(document, setting)]),
  ]);
  return {
    title,
    setup: setupOf(document),
    grids: grids.filter((grid) => grid.rows.length > 0),
    findings: findings.map((one) => findingInText(one)),
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
