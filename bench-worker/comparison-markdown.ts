import {
  baseInWords,
  beforeFormer,
  comparisonSummary,
  formerly,
  formerName,
  placeOf,
} from "./comparison-summary.ts";
import type { Measure } from "./benchmark-options.ts";
import type { BenchmarkDocument } from "./document.ts";
import { environmentsOf } from "./environment.ts";
import type { Estimate } from "./numbers.ts";
import type { Pair } from "./pair.ts";
import type { TargetIdentity, TargetResult } from "./target-result.ts";
import { elapsedSentence, elapsedText } from "./elapsed.ts";
import { growthSentence } from "./item-growth.ts";
import { uncalledOf } from "./part-measured.ts";
import { timeVerdictLine } from "./time-verdict.ts";
import { timeReason } from "./trade.ts";
import { counted, estimateInWords, SIZE_UNITS, TIME_UNITS, type Unit } from "./quantity.ts";
import {
  ONLY_NAMES_DIFFER,
  percent,
  sequenceText,
  stackTracesText,
  tokensText,
  verdictLine,
} from "./verdict-words.ts";
import { wallsInWords } from "./walls-words.ts";

/** What a build that asks for a comparison is told beside its verdicts: one sentence each. */
export interface Gate {
  /** Why it fails. */
  readonly failures: readonly string[];
  /** What could not be looked at, and so does not fail it. */
  readonly unjudged: readonly string[];
}

/**
 * A comparison as Markdown, for a comment on a pull request: a summary, one row a pair, and folded below it the
 * numbers behind the verdicts.
 *
 */
export function comparisonMarkdown(
  document: BenchmarkDocument,
  { failures, unjudged }: Gate = { failures: [], unjudged: [] },
): string {
  const { pairs = [], added = [], removed = [], renamed = [], problems = [] } = document;
  const parts = [
    "### Async Cost",
    `**${text(comparisonSummary(document))}**`,
    list([
      ...failures.map((failure) => `❌ ${text(failure)}`),
      ...unjudged.map((sentence) => `⚠️ ${text(sentence)}`),
    ]),
    pairs.length === 0 ? "" : verdictTable(pairs, document),
    functionList("Added", added),
    functionList("Removed", removed),
    renamedList(renamed),
    list(problems.map(({ file, reason }) => `${code(file)} could not be read: ${text(reason)}`)),
    pairs.length === 0 ? "" : folded(document, pairs),
    pairs.length === 0 ? "" : `<sub>${text(setupLine(document))}</sub>`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Picks the cells of what was to be measured. */
function measured(measures: readonly Measure[]) {
  return (of: Readonly<Record<Measure, readonly string[]>>): string[] =>
    (["time", "memory", "stack"] as const).flatMap((measure) =>
      measures.includes(measure) ? of[measure] : [],
    );
}

function verdictTable(pairs: readonly Pair[], { results, options: { measures } }: BenchmarkDocument): string {
  const cells = measured(measures);
  const isRecorded = pairs.some(({ elapsed }) => elapsed !== undefined);
  return table(
    [
      "Function",
      "Tokens",
      "I/O in sequence",
      ...(isRecorded ? ["Recorded call"] : []),
      ...cells({
        time: ["Processor time"],
        memory: ["Held in flight", "Allocated"],
        stack: ["Stack traces"],
      }),
    ],
    pairs.map((pair) => {
      const former = formerName(pair);
      return [
        `${code(pair.head.name)} ${text(placeOf(pair.head))}${former === "" ? "" : ` (${beforeFormer(pair)} ${code(former)})`}`,
        tokensText(pair.tokens),
        sequenceText(pair),
        ...(isRecorded ? [elapsedText(pair) || "–"] : []),
        ...cells({
          time: [timeVerdictLine(pair, results)],
          memory: [verdictLine(pair.memory), verdictLine(pair.memory.allocated)],
          stack: [stackTracesText(pair)],
        }),
      ];
    }),
  );
}

function folded({ results, options: { measures } }: BenchmarkDocument, pairs: readonly Pair[]): string {
  const cells = measured(measures);
  const rows = pairs.flatMap((pair) =>
    (["base", "head"] as const).map((side) => {
      const result = results[side === "base" ? pair.baseResult : pair.headResult];
      const { name, revision } = pair[side];
      const collecting = result?.time?.garbageCollectionShare;
      return [
        `${code(name)} ${revision === undefined ? side : text(revision)}`,
        ...cells({
          time: [
            amount(result?.time?.nanosecondsPerCall, TIME_UNITS),
            collecting === undefined ? "–" : percent(collecting),
          ],
          memory: [
            amount(result?.memory?.bytesInFlightPerCall, SIZE_UNITS),
            amount(result?.memory?.bytesAllocatedPerCall, SIZE_UNITS),
          ],
          stack: [result?.stackTraces === undefined ? "–" : `${result.stackTraces.level}/5`],
        }),
      ];
    }),
  );
  const reasons = pairs.flatMap((pair) => {
    // How it ended says why.
    if (uncalledOf(results[pair.baseResult], results[pair.headResult]).length > 0) return [];
    const growth = growthSentence(pair, results);
    const onRecorded = elapsedSentence(pair);
    const said = [
      ...(growth === null ? [] : [text(growth)]),
      ...(onRecorded === null ? [] : [`Recorded call: ${text(onRecorded)}`]),
      ...(measures.includes("time") ? [`Time: ${text(timeReason(pair, results))}`] : []),
      ...(measures.includes("memory") ? [`Memory: ${text(pair.memory.reason)}`] : []),
    ];
    return said.length === 0 ? [] : [`${code(pair.name)}: ${said.join(" ")}`];
  });
  const warnings = pairs.flatMap((pair) =>
    pair.warnings.map((warning) => `${code(pair.name)}: ${text(warning)}`),
  );
  return [
    "<details><summary>Numbers</summary>",
    table(
      [
        "Function",
        ...cells({
          time: ["Time per call", "Collecting garbage"],
          memory: ["Held in flight", "Allocated"],
          stack: ["Stack traces"],
        }),
      ],
      rows,
    ),
    list([...reasons, ...results.flatMap(ending), ...warnings]),
    "</details>",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function ending({ target, state, reason = "", hint = "" }: TargetResult): string[] {
  return state === "completed" ? [] : [`${code(target.name)}: ${state}: ${text(`${reason} ${hint}`.trim())}`];
}

function amount(estimate: Estimate | undefined, units: readonly Unit[]): string {
  return estimate === undefined ? "–" : estimateInWords(estimate, units);
}

/** What was measured on and how, in one line; of documents that were merged there may be several machines. */
export function setupLine(document: BenchmarkDocument): string {
  const { options, pairs = [], results } = document;
  // What is stored may be of elsewhere, which its pairs say.
  const heads = pairs.flatMap(({ headResult }) => results[headResult] ?? []);
  const places = environmentsOf({ ...document, results: heads }).map(
    ({ runtime, version, cpu, cores, os }) =>
      `${runtime} ${version} on ${cpu}, ${counted(cores, "core")}, ${os}`,
  );
  const measuredOn = [...new Set(places)];
  const base = baseInWords(document);
  const walls = wallsInWords(document);
  return [
    `${measuredOn.join("; ")}${measuredOn.length === 1 ? "" : ": each pair on one of them"}`,
    `fake I/O on the ${options.clock} clock`,
    ...(walls === null ? [] : [`real I/O ${walls}`]),
    `up to ${options.budgetMilliseconds / 1000} s a pair`,
    ...(base === "" ? [] : [`base ${base}`]),
    "intervals at 95 %",
  ].join(" · ");
}

function functionList(title: string, functions: readonly TargetIdentity[]): string {
  if (functions.length === 0) return "";
  const each = functions.map(
    (target) => `${code(target.name)} ${text(placeOf(target))}, ${counted(target.tokens, "token")}`,
  );
  return `${title}:\n\n${list(each)}`;
}

function renamedList(renamed: NonNullable<BenchmarkDocument["renamed"]>): string {
  if (renamed.length === 0) return "";
  const each = renamed.map(
    (one) => `${code(one.head.name)} ${text(placeOf(one.head))}${formerly(one, code)}`,
  );
  return `${ONLY_NAMES_DIFFER}:\n\n${list(each)}`;
}

function list(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry}`).join("\n");
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A name as code; it may hold whatever a source text can. */
function code(name: string): string {
  const longest = Math.max(0, ...[...name.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = name.startsWith("`") || name.endsWith("`") ? " " : "";
  return `${fence}${space}${oneLine(name)}${space}${fence}`;
}

/** Text that is taken as it is: no markup, no mention of anybody, no reference. */
function text(words: string): string {
  return oneLine(words)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]~]/g, (sign) => `\\${sign}`)
    .replaceAll("@", "@\u200B");
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, " ").trim();
}
