import { readFileSync } from "node:fs";
import esprima from "esprima";
import { median } from "simple-statistics";
import { analyze } from "../../analysis/analyze.ts";
import { lex } from "../../analysis/lexer/lex.ts";

/** What one process of the speed table times; bundled as the extension is, and run with the file's name behind it. */
const CONTESTANTS: Readonly<Record<string, (text: string) => unknown>> = {
  esprima: tokenizeByEsprima,
  lexer: (text) => lex(text, "js"),
  analysis: (text) => analyze(text, "js"),
};

const WARM_UP_MILLISECONDS = 1500;
const RUNS = 11;

const [name, file] = process.argv.slice(2);
const contestant = CONTESTANTS[name ?? ""];
if (contestant === undefined || file === undefined) throw new Error("usage: <contestant> <file>");
const text = readFileSync(file, "utf8");
const warmAt = performance.now() + WARM_UP_MILLISECONDS;
while (performance.now() < warmAt) contestant(text);
const milliseconds = Array.from({ length: RUNS }, () => {
  const start = performance.now();
  contestant(text);
  return performance.now() - start;
});
process.stdout.write(String(median(milliseconds)));

/** Esprima's tokenizer guesses regular expressions and may give up on a file, which then has no place in the table. */
function tokenizeByEsprima(source: string): unknown {
  try {
    return esprima.tokenize(source);
  } catch {
    throw new Error(
      "esprima.tokenize gave up on a file of the speed table: choose a file that it can tokenize",
    );
  }
}
