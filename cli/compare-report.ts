import type { Measure } from "../bench-worker/benchmark-options.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { Pair } from "../bench-worker/pair.ts";
import type { TargetIdentity } from "../bench-worker/target-result.ts";
import {
  beforeFormer,
  comparisonSummary,
  formerly,
  formerName,
  placeOf,
} from "../bench-worker/comparison-summary.ts";
import { setupLine, type Gate } from "../bench-worker/comparison-markdown.ts";
import { elapsedSentence, elapsedText, elapsedTone } from "../bench-worker/elapsed.ts";
import { growthSentence } from "../bench-worker/item-growth.ts";
import { uncalledOf } from "../bench-worker/part-measured.ts";
import { counted, estimateInWords, TIME_UNITS } from "../bench-worker/quantity.ts";
import { timeVerdictLine } from "../bench-worker/time-verdict.ts";
import { timeReason } from "../bench-worker/trade.ts";
import {
  ONLY_NAMES_DIFFER,
  percent,
  sequenceText,
  sequenceTone,
  stackTracesText,
  stackTracesTone,
  tokensText,
  verdictLine,
  verdictWords,
  type VerdictWords,
} from "../bench-worker/verdict-words.ts";
import { explainTable } from "./explain-table.ts";
import { remarkLines, type Remark } from "./remarks.ts";
import { styles, type Style, type Styles } from "./style.ts";
import { table, type Column } from "./table.ts";
import { onOneLine, printable } from "./text.ts";
import { waterfallsOfPair } from "./waterfall-table.ts";

interface PairColumn extends Column {
  /** Left out where this was not to be measured. */
  readonly measure?: Measure;
  /** Left out where it is empty for all pairs. */
  readonly mayBeEmpty?: true;
  readonly cell: (pair: Pair, results: BenchmarkDocument["results"]) => string;
  readonly tone?: (pair: Pair) => VerdictWords["tone"];
}

const COLUMNS: readonly PairColumn[] = [
  { title: "function", cell: nameOf },
  { title: "tokens", cell: ({ tokens }) => tokensText(tokens) },
  {
    title: "I/O in sequence",
    cell: sequenceText,
    tone: sequenceTone,
  },
  { title: "recorded call", mayBeEmpty: true, cell: elapsedText, tone: elapsedTone },
  {
    title: "processor time",
    measure: "time",
    cell: timeVerdictLine,
    tone: ({ time }) => verdictWords(time).tone,
  },
  {
    title: "held in flight",
    measure: "memory",
    cell: ({ memory }) => verdictLine(memory),
    tone: ({ memory }) => verdictWords(memory).tone,
  },
  {
    title: "allocated",
    measure: "memory",
    cell: ({ memory }) => verdictLine(memory.allocated),
    tone: ({ memory }) => verdictWords(memory.allocated).tone,
  },
  {
    title: "stack traces",
    measure: "stack",
    cell: stackTracesText,
    tone: stackTracesTone,
  },
];

/**
 * A comparison for a person: what it was run on, one row a pair with verdicts, then reasons and remarks.
 *
 * @param gate Why the command fails, and what it could not look at, one sentence each.
 */
export function compareReport(
  document: BenchmarkDocument,
  { failures, unjudged }: Gate,
  colours: boolean,
  explains = false,
): string {
  const style = styles(colours);
  const { pairs = [], added = [], removed = [], renamed = [], problems = [], options } = document;
  const columns = COLUMNS.filter(
    ({ measure, mayBeEmpty, cell }) =>
      (measure === undefined || options.measures.includes(measure)) &&
      (mayBeEmpty === undefined || pairs.some((pair) => cell(pair, document.results) !== "")),
  );
  const parts = [
    pairs.length === 0 ? "" : style.dim(printable(setupLine(document))),
    pairs.length === 0
      ? ""
      : table(
          columns,
          pairs.map((pair) => columns.map(({ cell }) => cell(pair, document.results))),
          style.bold,
          (cell, line, column) => toneStyle(columns[column]!.tone?.(pairs[line]!), style)(cell),
        ),
    ...pairs.map((pair) => waterfallsOfPair(pair, style.bold)),
    ...(explains
      ? document.results.map((result) =>
          explainTable(result, onOneLine(`${placeOf(result.target)} ${result.target.name}`), style.bold),
        )
      : []),
    remarkLines(
      pairs.flatMap((pair) => remarks(pair, document, style)),
      pairs.length,
    ).join("\n"),
    [
      ...added.map(
        (target) =>
          `added: ${onOneLine(`${placeOf(target)} ${target.name}`)}, ${counted(target.tokens, "token")}`,
      ),
      ...removed.map(
        (target) =>
          `removed: ${onOneLine(`${placeOf(target)} ${target.name}`)}, ${counted(target.tokens, "token")}`,
      ),
      ...renamed.map(({ base, head }) => onOneLine(renamedInWords(base, head))),
      ...problems.map(({ file, reason }) => style.bad(printable(`${file} could not be read: ${reason}`))),
    ].join("\n"),
    style.bold(printable(comparisonSummary(document))),
    [
      ...failures.map((failure) => style.bad(printable(`fails: ${failure}`))),
      ...unjudged.map((sentence) => style.warning(printable(`does not fail: ${sentence}`))),
    ].join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function renamedInWords(base: TargetIdentity, head: TargetIdentity): string {
  return `${ONLY_NAMES_DIFFER[0]!.toLowerCase()}${ONLY_NAMES_DIFFER.slice(1)}: ${placeOf(head)} ${head.name}${formerly({ base, head })}`;
}

function nameOf(pair: Pair): string {
  const former = formerName(pair);
  const name = `${placeOf(pair.head)} ${pair.head.name}${former === "" ? "" : ` (${beforeFormer(pair)} ${former})`}`;
  return onOneLine(name);
}

function toneStyle(tone: VerdictWords["tone"] | undefined, style: Styles): Style {
  switch (tone) {
    case "better":
      return style.good;
    case "worse":
      return style.bad;
    case "open":
      return style.warning;
    case "same":
    case undefined:
      return (text) => text;
  }
}

/** `1.23 µs (1.20–1.28) → 2.41 µs (2.38–2.44) a call. `; empty where one of them is not there. */
function bothTimes(pair: Pair, results: BenchmarkDocument["results"]): string {
  const [before, after] = [results[pair.baseResult], results[pair.headResult]].map(
    (result) => result?.time?.nanosecondsPerCall,
  );
  if (before === undefined || after === undefined) return "";
  return `${estimateInWords(before, TIME_UNITS)} → ${estimateInWords(after, TIME_UNITS)} a call. `;
}

/** A smaller share reads as none. */
const SHARE_AT_LEAST = 0.0005;

/** Of both sides, which the time per call leaves out; none where the runtime cannot tell. */
function collectingGarbage(pair: Pair, results: BenchmarkDocument["results"]): string[] {
  const shares = [results[pair.baseResult], results[pair.headResult]].map(
    (result) => result?.time?.garbageCollectionShare,
  );
  if (shares.every((share) => share === undefined || share < SHARE_AT_LEAST)) return [];
  const [before, after] = shares.map((share) => (share === undefined ? "an unknown share" : percent(share)));
  return [
    `collecting garbage takes ${before} of the time before, ${after} after; the time per call leaves it out`,
  ];
}

/** Where the user's own arguments and fakes come from: two versions of a function have the same, two functions may not. */
function ownFakes(pair: Pair, results: BenchmarkDocument["results"]): string[] {
  const [base, head] = [results[pair.baseResult], results[pair.headResult]];
  const isVersion = pair.base.revision !== undefined && head?.fakesFile !== undefined;
  const places = (isVersion ? [head] : [base, head]).flatMap((result) => {
    const fakesFile = result?.fakesFile;
    return fakesFile === undefined ? [] : [`${fakesFile.file}, line ${fakesFile.line}`];
  });
  return places.length === 0 ? [] : [`with ${[...new Set(places)].join(" and ")}`];
}

function remarks(pair: Pair, { results, options }: BenchmarkDocument, style: Styles): Remark[] {
  const endings = [results[pair.baseResult], results[pair.headResult]].flatMap((result): Remark[] => {
    if (result === undefined || result.state === "completed") return [];
    const { target, state, reason, hint } = result;
    const version = target.revision === undefined ? "" : ` at ${target.revision}`;
    return [
      {
        subject: `${placeOf(target)} ${target.name}${version}`,
        text: `${state}: ${[reason, hint].filter(Boolean).join(" ")}`,
        style: style.bad,
        isOneOfTwo: true,
      },
    ];
  });
  const subject = pair.name;
  const growth = growthSentence(pair, results);
  const onRecorded = elapsedSentence(pair);
  const isCalled = uncalledOf(results[pair.baseResult], results[pair.headResult]).length === 0;
  return [
    ...(growth === null ? [] : [{ subject, text: growth }]),
    ...(onRecorded === null ? [] : [{ subject, text: `recorded call: ${onRecorded}` }]),
    ...(isCalled && options.measures.includes("time")
      ? [`time: ${bothTimes(pair, results)}${timeReason(pair, results)}`, ...collectingGarbage(pair, results)]
      : []
    ).map((text) => ({ subject, text })),
    ...ownFakes(pair, results).map((text) => ({ subject, text })),
    ...endings,
    ...pair.warnings.map((text) => ({ subject, text, style: style.warning })),
  ];
}
