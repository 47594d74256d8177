import { readFileSync } from "node:fs";
import { tokenize } from "esprima";
import { analyze, analyzeAgain } from "../../analysis/analyze.ts";
import { lex } from "../../analysis/lexer/lex.ts";
import type { Reading } from "../../analysis/reuse.ts";

/** What one process of the speed table times; bundled as the analysis thread is, and run with the file's name behind it. */
const CONTESTANTS: Readonly<Record<string, (text: string) => () => unknown>> = {
  esprima: (text) => () => tokenizeByEsprima(text),
  lexer: (text) => () => lex(text, "js"),
  analysis: (text) => () => analyze(text, "js"),
  edit: typing,
};

/**
 * Processor time that each contestant gets to be compiled in, and that its runs are counted over. What runs once a text takes
 * the engine long to compile: on three its threads take 7 % of the time in the sixth second, and 3 % in the eleventh.
 */
const WARM_UP_MILLISECONDS = 10_000;
const COUNTED_MILLISECONDS = 1000;
const FEWEST_RUNS = 3;

const [name, file] = process.argv.slice(2);
const contestant = CONTESTANTS[name ?? ""];
if (contestant === undefined || file === undefined) throw new Error("usage: <contestant> <file>");
const run = contestant(readFileSync(file, "utf8"));
millisecondsPerRun(run, WARM_UP_MILLISECONDS);
process.stdout.write(String(millisecondsPerRun(run, COUNTED_MILLISECONDS)));

/**
 * The mean over as many runs as take some processor time, that of the garbage's collection included. Processor time
 * does not count what other processes do meanwhile.
 */
function millisecondsPerRun(once: () => unknown, milliseconds: number): number {
  const start = process.cpuUsage();
  let runs = 0;
  let spent: number;
  do {
    once();
    runs++;
    const { user, system } = process.cpuUsage(start);
    spent = (user + system) / 1000;
  } while (spent < milliseconds || runs < FEWEST_RUNS);
  return spent / runs;
}

/** Esprima's tokenizer guesses regular expressions and may give up on a file, which then has no place in the table. */
function tokenizeByEsprima(source: string): unknown {
  try {
    return tokenize(source);
  } catch {
    throw new Error(
      "esprima.tokenize gave up on a file of the speed table: choose a file that it can tokenize",
    );
  }
}

/** Types one character into a name in the middle of the text, takes it out again, and so on; one a run. */
function typing(text: string): () => unknown {
  const call = /[a-z]\(/g;
  call.lastIndex = text.length >> 1;
  const at = (call.exec(text)?.index ?? text.length - 1) + 1;
  const texts = [`${text.slice(0, at)}x${text.slice(at)}`, text] as const;
  let reading: Reading | null = null;
  let isTyped = false;
  return () => {
    isTyped = !isTyped;
    reading = analyzeAgain(isTyped ? texts[0] : texts[1], "js", reading);
  };
}
