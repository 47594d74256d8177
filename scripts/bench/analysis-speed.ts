import esprima from "esprima";
import { median, quantile } from "simple-statistics";
import { analyze } from "../../analysis/analyze.ts";
import { lex } from "../../analysis/lexer/lex.ts";
import { largeFiles } from "./large-files.ts";

const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;

/**
 * Times the lexer and the whole analysis against `esprima.tokenize` on the same text, the three in turn in every
 * round. A ratio is the median over rounds of the ratio within a round, so that a slow moment hits both sides.
 */
export async function analysisSpeed(): Promise<string> {
  const rows: string[] = [];
  for (const { label, text } of await largeFiles()) {
    const samples = Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, () => ({
      esprima: milliseconds(() => tokenizeByEsprima(text)),
      lexer: milliseconds(() => lex(text, "js")),
      analysis: milliseconds(() => analyze(text, "js")),
    })).slice(WARM_UP_ROUNDS);
    const ratio = (of: "lexer" | "analysis"): string => {
      const ratios = samples.map((sample) => sample[of] / sample.esprima);
      return `${median(ratios).toFixed(2)} (${quantile(ratios, 0.25).toFixed(2)}–${quantile(ratios, 0.75).toFixed(2)})`;
    };
    const megabytes = (text.length / 1e6).toFixed(2);
    const analysis = median(samples.map((sample) => sample.analysis)).toFixed(1);
    const row = `| ${label} | ${megabytes} | ${ratio("lexer")} | ${ratio("analysis")} | ${analysis} |`;
    process.stderr.write(`${row}\n`);
    rows.push(row);
  }
  return [
    `Time of \`esprima.tokenize\` on the same text = 1; median and quartiles over ${ROUNDS} rounds, warm.`,
    "",
    "| file | million characters | tokens alone | tokens, functions, patterns, I/O calls | the latter in ms |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Esprima's tokenizer guesses regular expressions and may give up on a file; its time until then counts. */
function tokenizeByEsprima(text: string): number {
  try {
    return esprima.tokenize(text).length;
  } catch {
    throw new Error(
      "esprima.tokenize gave up on a file of the speed table: choose a file that it can tokenize",
    );
  }
}
