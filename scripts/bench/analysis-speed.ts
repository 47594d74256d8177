import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "simple-statistics";
import webpack, { type Configuration } from "webpack";
import configurations from "../../webpack.config.mjs";
import { largeFiles } from "./large-files.ts";

const ROUNDS = 3;

/** A file of about 10,000 lines, for the time that an edit takes. */
const EDITED = "jquery";

type Contestant = "esprima" | "lexer" | "analysis" | "edit";

/**
 * Times the lexer and the whole analysis against `esprima.tokenize` on the same text. What is timed is
 * built as the thread for large files is that ships; each in a process of its own, since one's garbage is else collected in another's time. All run in
 * turn in every round, and a ratio is the median over rounds of the ratio within a round, so that a slow moment hits
 * both sides.
 */
export async function analysisSpeed(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-bench-"));
  try {
    const bundle = path.join(folder, "contestant.cjs");
    await buildAsShipped(path.join(import.meta.dirname, "analysis-contestant.ts"), bundle);
    return await table(bundle);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bundles and minifies a module as the analysis thread's, but for Esprima, which stays as it was published. */
async function buildAsShipped(entry: string, bundle: string): Promise<void> {
  const shipped = configurations({}, { mode: "production" }).find(({ name }) => name === "analysis-thread");
  const { dir, base } = path.parse(bundle);
  const configuration: Configuration = {
    ...shipped,
    entry,
    devtool: false,
    externals: { esprima: `commonjs ${createRequire(import.meta.url).resolve("esprima")}` },
    output: { path: dir, filename: base },
  };
  const compiler = webpack(configuration);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors() !== false)
    throw new Error(`the analysis was not bundled: ${stats?.toString("errors-only") ?? ""}`);
}

async function table(bundle: string): Promise<string> {
  const rows: string[] = [];
  let edit = "";
  for (const { label, text, path: file } of await largeFiles()) {
    const contestants: Contestant[] = ["esprima", "lexer", "analysis"];
    const isEdited = label.startsWith(EDITED);
    if (isEdited) contestants.push("edit");
    const samples: Partial<Record<Contestant, number>>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const sample: Partial<Record<Contestant, number>> = {};
      for (const contestant of contestants) sample[contestant] = await milliseconds(bundle, contestant, file);
      samples.push(sample);
    }
    const times = (of: Contestant): number[] => samples.map((sample) => sample[of] ?? NaN);
    const ratio = (of: Contestant): string => ratioOf(times(of), times("esprima"));
    const characters = (text.length / 1e6).toFixed(2);
    const analysis = median(times("analysis")).toFixed(1);
    const row = `| ${label} | ${characters} | ${ratio("lexer")} | ${ratio("analysis")} | ${analysis} |`;
    process.stderr.write(`${row}\n`);
    rows.push(row);
    if (isEdited) {
      const lines = text.split("\n").length.toLocaleString("en");
      edit = `After a character typed in the middle of ${label} (${lines} lines), the analysis is right again within ${median(times("edit")).toFixed(1)} ms: ${ratio("edit")}.`;
    }
  }
  return [
    `Processor time of \`esprima.tokenize\` on the same text = 1, garbage collection on both sides included; median and range over ${ROUNDS} rounds of one warm process each.`,
    "",
    "| file | million characters | tokens alone | tokens, functions, patterns, I/O calls | the latter in ms |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
    edit,
  ].join("\n");
}

/** The median over rounds of the ratio within a round, with the least and the greatest. */
function ratioOf(times: readonly number[], unit: readonly number[]): string {
  const ratios = times.map((time, round) => time / unit[round]!);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return `${median(ratios).toFixed(2)} (${range})`;
}

/** The processor time of a contestant's run on a file, warm, in milliseconds. */
async function milliseconds(bundle: string, contestant: Contestant, file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, contestant, file]);
  const measured = Number(stdout);
  if (!(measured > 0)) throw new Error(`no time came back from the bundle: ${stdout}`);
  return measured;
}
