import type { BenchmarkDocument, Pair } from "../bench-worker/document.ts";
import { beforeFormer, comparisonSummary, formerName, placeOf } from "../bench-worker/comparison-summary.ts";
import { setupLine } from "../bench-worker/comparison-markdown.ts";
import { counted } from "../bench-worker/quantity.ts";
import {
  percent,
  stackTracesText,
  stackTracesTone,
  tokensText,
  verdictLine,
  verdictWords,
  type VerdictWords,
} from "../bench-worker/verdict-words.ts";
import { styles, type Style, type Styles } from "./style.ts";
import { table, type Column } from "./table.ts";
import { printable } from "./text.ts";

const COLUMNS: readonly Column[] = [
  { title: "function" },
  { title: "tokens" },
  { title: "time" },
  { title: "held in flight" },
  { title: "allocated" },
  { title: "stack traces" },
];

/**
 * A comparison for a person: what it was run on, one row a pair with verdicts, then reasons and remarks.
 *
 * @param failures Why the command fails, one sentence each.
 */
export function compareReport(
  document: BenchmarkDocument,
  failures: readonly string[],
  colours: boolean,
): string {
  const style = styles(colours);
  const { pairs = [], added = [], removed = [], problems = [] } = document;
  const parts = [
    pairs.length === 0 ? "" : style.dim(printable(setupLine(document))),
    pairs.length === 0
      ? ""
      : table(
          COLUMNS,
          pairs.map((pair) => row(pair)),
          style.bold,
          (cell, line, column) => toneStyle(pairs[line]!, column, style)(cell),
        ),
    pairs.flatMap((pair) => remarks(pair, document, style)).join("\n"),
    [
      ...added.map(
        (target) => `added: ${printable(placeOf(target))} ${target.name}, ${counted(target.tokens, "token")}`,
      ),
      ...removed.map(
        (target) =>
          `removed: ${printable(placeOf(target))} ${target.name}, ${counted(target.tokens, "token")}`,
      ),
      ...problems.map(({ file, reason }) => style.bad(printable(`${file} could not be read: ${reason}`))),
    ].join("\n"),
    style.bold(printable(comparisonSummary(document))),
    failures.map((failure) => style.bad(printable(`fails: ${failure}`))).join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function row(pair: Pair): string[] {
  const former = formerName(pair);
  const name = `${placeOf(pair.head)} ${pair.head.name}${former === "" ? "" : ` (${beforeFormer(pair)} ${former})`}`;
  return [
    printable(name).replaceAll("\n", " "),
    tokensText(pair.tokens),
    verdictLine(pair.time),
    verdictLine(pair.memory),
    verdictLine(pair.memory.allocated),
    stackTracesText(pair.stackTraces),
  ];
}

function toneStyle(pair: Pair, column: number, style: Styles): Style {
  const tones: readonly (VerdictWords["tone"] | undefined)[] = [
    undefined,
    undefined,
    verdictWords(pair.time).tone,
    verdictWords(pair.memory).tone,
    verdictWords(pair.memory.allocated).tone,
    stackTracesTone(pair.stackTraces),
  ];
  switch (tones[column]) {
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

/** Of both sides, which the time per call leaves out; none where the runtime cannot tell. */
function collectingGarbage(pair: Pair, results: BenchmarkDocument["results"]): string[] {
  const shares = [results[pair.baseResult], results[pair.headResult]].map(
    (result) => result?.time?.garbageCollectionShare,
  );
  if (shares.every((share) => share === undefined)) return [];
  const [before, after] = shares.map((share) => (share === undefined ? "an unknown share" : percent(share)));
  return [
    printable(
      `${pair.name}: collecting garbage takes ${before} of the time before, ${after} after; the time per call leaves it out`,
    ),
  ];
}

function remarks(pair: Pair, { results }: BenchmarkDocument, style: Styles): string[] {
  const endings = [results[pair.baseResult], results[pair.headResult]].flatMap((result) => {
    if (result === undefined || result.state === "completed") return [];
    const { target, state, reason, hint } = result;
    const version = target.revision === undefined ? "" : ` at ${target.revision}`;
    return [
      style.bad(
        printable(
          `${placeOf(target)} ${target.name}${version}: ${state}: ${[reason, hint].filter(Boolean).join(" ")}`,
        ),
      ),
    ];
  });
  return [
    printable(`${pair.name}: time: ${pair.time.reason}`),
    ...collectingGarbage(pair, results),
    ...endings,
    ...pair.warnings.map((warning) =>
      style.warning(printable(`${pair.name}: ${warning}`).replaceAll("\n", "\n  ")),
    ),
  ];
}
