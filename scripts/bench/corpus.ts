import { parseArgs } from "node:util";
import path from "node:path";
import { DEFAULT_OPTIONS, type BenchmarkOptions, type TargetResult } from "../../bench-worker/document.ts";
import { hostServices, runBenchmark } from "../../bench-worker/host/benchmark.ts";
import { findRuntime } from "../../bench-worker/host/runtime.ts";
import { packageFunctions, type CorpusFunction } from "./corpus/functions.ts";
import { nameOf, PACKAGES } from "./corpus/packages.ts";
import { kindOfFailure } from "./corpus/failures.ts";
import { draw } from "./corpus/draw.ts";
import { withBundle } from "./worker-bundle.ts";

/** As short as a benchmark can be: whether a function runs is asked, not how fast it is. */
const OPTIONS: BenchmarkOptions = {
  ...DEFAULT_OPTIONS,
  concurrency: [100],
  measures: ["time"],
  budgetMilliseconds: 200,
};

interface Outcome {
  readonly of: CorpusFunction;
  readonly result: TargetResult;
}

/**
 * Benchmarks asynchronous functions of published packages without configuration, and tells how many come to a good
 * end. The sample is drawn by a seed, each package by its share.
 *
 * @param parameters `--sample N` (300), `--all`, `--seed N` (1), `--package NAME`.
 */
export async function corpus(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      sample: { type: "string", default: "300" },
      all: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      package: { type: "string" },
    },
  });
  const packages = PACKAGES.filter(
    ({ spec }) => values.package === undefined || nameOf(spec) === values.package,
  );
  if (packages.length === 0) throw new Error(`${values.package} is no package of the corpus.`);
  const functions: CorpusFunction[] = [];
  for (const one of packages) functions.push(...(await packageFunctions(one)));
  const size = values.all ? functions.length : Number(values.sample);
  if (!Number.isInteger(size) || size < 1)
    throw new Error(`--sample ${values.sample} is no number of functions.`);
  const drawn = draw(functions, size, Number(values.seed));
  const outcomes = await withBundle("bench-worker/worker/main.ts", (workerFile) =>
    benchmarkAll(drawn, workerFile),
  );
  process.stderr.write("\n");
  return report(outcomes, functions.length);
}

async function benchmarkAll(functions: readonly CorpusFunction[], workerFile: string): Promise<Outcome[]> {
  const runtime = await findRuntime();
  const outcomes: Outcome[] = [];
  for (const one of functions) {
    process.stderr.write(`\r${outcomes.length + 1} of ${functions.length}`);
    const { file, text, language, functionStart, folder } = one;
    const document = await runBenchmark(
      {
        targets: [{ id: "target", file, text, language, functionStart }],
        options: OPTIONS,
        runtime,
        workerFile,
        workspaceFolder: folder,
      },
      hostServices,
      () => undefined,
      new AbortController().signal,
    );
    outcomes.push({ of: one, result: document.results[0]! });
  }
  return outcomes;
}

function report(outcomes: readonly Outcome[], all: number): string {
  const rows = PACKAGES.flatMap(({ spec, kind }) => {
    const own = outcomes.filter(({ of }) => of.spec === spec);
    return own.length === 0 ? [] : [`| ${spec} | ${kind} | ${counts(own)} |`];
  });
  const failures = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    if (outcome.result.state === "completed") continue;
    const kind = kindOfFailure(outcome.result);
    failures.set(kind, [...(failures.get(kind) ?? []), outcome]);
  }
  const kinds = [...failures]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, own]) => `| ${kind} | ${own.length} | ${exampleOf(own[0]!)} |`);
  return `${outcomes.length} of ${all} asynchronous functions, drawn by a seed, each benchmarked without configuration.

| package | kind | functions | completed | with faked I/O |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
| all | | ${counts(outcomes)} |

| why not | functions | for example |
| --- | --- | --- |
${kinds.join("\n")}`;
}

function counts(outcomes: readonly Outcome[]): string {
  const completed = outcomes.filter(({ result }) => result.state === "completed");
  const withIo = completed.filter(({ result }) => (result.counters?.ioCalls ?? 0) > 0);
  const share = (part: number): string => `${part} (${Math.round((100 * part) / outcomes.length)} %)`;
  return `${outcomes.length} | ${share(completed.length)} | ${share(withIo.length)}`;
}

function exampleOf({ of, result }: Outcome): string {
  const place = `${nameOf(of.spec)} ${path.relative(of.folder, of.file)}:${of.line}`;
  return `${place}: ${result.reason ?? ""}`.replace(/[|`\n]/g, " ").slice(0, 160);
}
