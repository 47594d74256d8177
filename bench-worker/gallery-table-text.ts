import {
  LOADS,
  type ComplexityTable,
  type DebuggabilityTable,
  type EnginesTable,
  type GalleryTable,
} from "./gallery-table.ts";
import {
  atRight,
  changes,
  findingInText,
  NOTHING,
  orNothing,
  setupOf,
  unanswered,
  yearOf,
  type TableText,
} from "./gallery-table-parts.ts";
import { measuredInText } from "./gallery-measured-text.ts";
import { estimateInWords, TIME_UNITS } from "./quantity.ts";
import { optionCostInWords } from "./stack-words.ts";

const TITLES: Readonly<Record<GalleryTable["table"], string>> = {
  complexity: "Complexity: tokens",
  performance: "Performance: time and memory",
  debuggability: "Debuggability: source maps and stack traces",
  closures: "Closures: 50,000 calls",
  promises: "Promises: a chain of seven",
  engines: "Engines: async functions from Node 7 to today's",
};

/** The table's name for a person. */
export function tableTitle(table: GalleryTable["table"]): string {
  return TITLES[table];
}

/** Whether there is a number of this machine in a table: while it is measured there is none at first. */
export function hasNumbers(table: GalleryTable): boolean {
  switch (table.table) {
    case "complexity":
      return true;
    case "debuggability":
      return table.rows.some(({ sourceMaps, stackTraces }) => (sourceMaps ?? stackTraces) !== undefined);
    case "performance":
    case "closures":
    case "promises":
      return table.rows.some(({ measured }) => measured.length > 0);
    case "engines":
      return table.engines.length > 0;
  }
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
      return measuredInText(TITLES[table.table], table);
    case "engines":
      return engines(table);
  }
}

/** A table as Markdown, with a heading of its own. */
export function tableInMarkdown(table: GalleryTable, heading = "##"): string {
  const { title, setup, findings, grids, remarks } = tableInText(table);
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  const parts = [
    `${heading} ${title}`,
    setup === "" ? "" : `_${setup}_`,
    findings.length === 0
      ? ""
      : [
          line(["", `the article said ${yearOf(table.article)}`, "here", "what changed and why"]),
          "| --- | --- | --- | --- |",
          ...findings.map(({ about, then, now, why }) => line([about, then, now, why])),
        ].join("\n"),
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

function complexity({ table, rows, article, findings, remarks }: ComplexityTable): TableText {
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
    findings: findings.map((one) => findingInText(one)),
    remarks: [...changes(rows), ...remarks],
  };
}

function debuggability(document: DebuggabilityTable): TableText {
  const { table, rows, article, findings, remarks } = document;
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
    findings: findings.map((one) => findingInText(one)),
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

function engines(document: EnginesTable): TableText {
  const { table, engines: rows, findings, missing, remarks } = document;
  const counts = ["microticks", "of a returned promise", "promises"];
  return {
    title: TITLES[table],
    setup: setupOf(document),
    grids: [
      {
        caption: "",
        columns: [
          { title: "engine" },
          ...LOADS.map(atRight),
          { title: "await order" },
          ...counts.map(atRight),
        ],
        rows: rows.map(({ runtime, version, loads, facts }) => [
          `${ENGINE_TITLES[runtime] ?? runtime} ${version}`,
          ...LOADS.map((load) => {
            const own = loads[load];
            return own === undefined ? NOTHING : estimateInWords(own, TIME_UNITS);
          }),
          facts === null ? NOTHING : facts.order.join(", "),
          ...[facts?.microticksPerAwait, facts?.microticksPerReturnedPromise, facts?.promisesPerAwait].map(
            (count) => orNothing(count ?? undefined),
          ),
        ]),
      },
    ],
    findings: findings.map((one) => findingInText(one)),
    remarks: [
      ...remarks,
      ...(missing.length === 0
        ? []
        : [
            `Not installed: ${missing.join(", ")}. They come by async-cost runtimes install ${missing.join(" ")}`,
          ]),
    ],
  };
}

/** How an engine is called in a sentence. */
const ENGINE_TITLES: Readonly<Record<string, string>> = { node: "Node", bun: "Bun", deno: "Deno" };
