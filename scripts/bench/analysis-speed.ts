import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { median, quantile } from "simple-statistics";
import { largeFiles } from "./large-files.ts";

const ROUNDS = 5;

type Contestant = "esprima" | "lexer" | "analysis";

/**
 * Times the lexer and the whole analysis against `esprima.tokenize` on the same text. As what ships is a bundle, a
 * bundle is timed; each in a process of its own, since one's garbage is else collected in another's time. The three
 * run in turn in every round, and a ratio is the median over rounds of the ratio within a round, so that a slow moment
 * hits both sides.
 */
export async function analysisSpeed(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-bench-"));
  try {
    const bundle = path.join(folder, "contestant.cjs");
    await build({
      entryPoints: [path.join(import.meta.dirname, "analysis-contestant.ts")],
      bundle: true,
      platform: "node",
      target: "node20",
      outfile: bundle,
    });
    return await table(bundle);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function table(bundle: string): Promise<string> {
  const rows: string[] = [];
  for (const { label, text, path: file } of await largeFiles()) {
    const samples: Record<Contestant, number>[] = [];
    for (let round = 0; round < ROUNDS; round++)
      samples.push({
        esprima: await milliseconds(bundle, "esprima", file),
        lexer: await milliseconds(bundle, "lexer", file),
        analysis: await milliseconds(bundle, "analysis", file),
      });
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
    `Time of \`esprima.tokenize\` on the same text = 1; median and quartiles over ${ROUNDS} rounds of one warm process each.`,
    "",
    "| file | million characters | tokens alone | tokens, functions, patterns, I/O calls | the latter in ms |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** The median time of a contestant's run on a file, warm. */
async function milliseconds(bundle: string, contestant: Contestant, file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, contestant, file]);
  const measured = Number(stdout);
  if (!(measured > 0)) throw new Error(`no time came back from the bundle: ${stdout}`);
  return measured;
}
