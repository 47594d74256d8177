import path from "node:path";
import { comparisonMarkdown, type Gate } from "../bench-worker/comparison-markdown.ts";
import { baseInWords, decidingPairs } from "../bench-worker/comparison-summary.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { Pair } from "../bench-worker/pair.ts";
import { soonerBy, type Trade } from "../bench-worker/trade.ts";
import { crossings, excused, unjudged } from "./compare-gate.ts";
import type { Format, Judging } from "./compare-options.ts";
import { compareReport } from "./compare-report.ts";
import { written } from "./out-file.ts";
import { EXIT, type ExitCode, type Terminal } from "./terminal.ts";

/** How a comparison is told, besides its format. */
interface Telling {
  /** A file that gets the document as well, relative to the terminal's folder. */
  readonly out?: string | undefined;
  /** Whether the table says what calls were made of. */
  readonly explain?: boolean | undefined;
}

/**
 * Judges and prints a comparison that was measured.
 *
 * @returns What the command ends with: `notAll` where a threshold was crossed, or not all was read, measured and written.
 */
export async function tellComparison(
  document: BenchmarkDocument,
  judging: Judging,
  { out, explain }: Telling,
  terminal: Terminal,
): Promise<ExitCode> {
  const { pairs } = decidingPairs(document);
  const soonerByPair = (pair: Pair): Trade | null => soonerBy(pair, document.results);
  const gate = {
    failures: crossings(pairs, judging, soonerByPair),
    unjudged: [...unjudged(pairs, judging), ...excused(pairs, judging, soonerByPair)],
  };
  const json = `${JSON.stringify(document, null, 2)}\n`;
  // First of all, so that what was measured is not lost with a disk that is full.
  terminal.print(FORMATS[judging.format](document, gate, terminal, json, explain));
  if (out !== undefined && !(await written(path.resolve(terminal.folder, out), json, out, terminal)))
    return EXIT.notAll;
  // A script that reads the document on standard output is told, too.
  if (judging.format === "json") {
    for (const sentence of [...gate.failures, ...gate.unjudged])
      terminal.printError(`async-cost: ${sentence}\n`);
  }
  return gate.failures.length === 0 && isWhole(document) ? EXIT.done : EXIT.notAll;
}

const FORMATS: Readonly<
  Record<
    Format,
    (
      document: BenchmarkDocument,
      gate: Gate,
      terminal: Terminal,
      json: string,
      explains: boolean | undefined,
    ) => string
  >
> = {
  json: (_document, _gate, _terminal, json) => json,
  markdown: (document, gate) => comparisonMarkdown(document, gate),
  table: (document, gate, { colours }, _json, explains) =>
    hasNothing(document)
      ? `No asynchronous function has changed since ${baseInWords(document)}${besidesTests(document)}.\n`
      : compareReport(document, gate, colours, explains),
};

function hasNothing(document: BenchmarkDocument): boolean {
  const { shard, pairs = [], added = [], removed = [], renamed = [], problems = [] } = document;
  return shard === undefined && [pairs, added, removed, renamed, problems].every((list) => list.length === 0);
}

function besidesTests({ testsLeftOut = 0 }: BenchmarkDocument): string {
  return testsLeftOut === 0 ? "" : `, besides ${testsLeftOut} of tests (--include-tests)`;
}

/** Whether all was read and measured that an exit code may rest on. */
function isWhole({ results, pairs = [], problems = [] }: BenchmarkDocument): boolean {
  const ofTests = new Set(
    pairs.flatMap(({ isOfTests, baseResult, headResult }) =>
      isOfTests === true ? [baseResult, headResult] : [],
    ),
  );
  return (
    problems.length === 0 && results.every(({ state }, index) => state === "completed" || ofTests.has(index))
  );
}
