import { parseArgs } from "node:util";
import { writeFile } from "node:fs/promises";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { hostServices, runBenchmark } from "../../bench-worker/host/benchmark.ts";
import { findRuntime } from "../../bench-worker/host/runtime.ts";
import { callAll } from "./corpus/calls.ts";
import { packageFunctions, placeOf, type CorpusFunction } from "./corpus/functions.ts";
import { HELD_OUT, nameOf, PACKAGES, type CorpusPackage } from "./corpus/packages.ts";
import { failsAlways, kindOfFailure, ONLY_FAILS } from "./corpus/failures.ts";
import { draw } from "./corpus/draw.ts";
import { recordOf, type CalledFunction } from "./corpus/record.ts";
import { withBundle, withWorker } from "./worker-bundle.ts";

/** As short as a benchmark can be: whether a function runs is asked, not how fast it is. */
const OPTIONS: BenchmarkOptions = {
  ...DEFAULT_OPTIONS,
  concurrency: [100],
  measures: ["time"],
  budgetMilliseconds: 200,
};

interface Outcome {
  readonly of: CorpusFunction;
  readonly state: TargetResult["state"];
  readonly reason: string;
  /** I/O calls that one call made, all of them faked. */
  readonly ioCalls: number;
  /** It does nothing but fail, whatever it is called with. */
  readonly failsAlways: boolean;
}

/**
 * Benchmarks asynchronous functions of published packages without configuration, and tells how many come to a good
 * end. The sample is drawn by a seed, each package by its share; packages that are held out have a sample of their own.
 *
 * @param parameters `--sample N` (300), `--all`, `--seed N` (1), `--package NAME`; `--calls` only calls each function,
 * many of them in one process, and takes no time; `--record FILE` then writes down what became of each function, to compare
 * with what another version of the code writes; `--why` tells of each failure what was tried, and leaves the packages out that are held out.
 */
export async function corpus(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      sample: { type: "string", default: "300" },
      all: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      package: { type: "string" },
      calls: { type: "boolean", default: false },
      record: { type: "string" },
      why: { type: "boolean", default: false },
    },
  });
  if (values.record !== undefined && !values.calls) throw new Error("--record needs --calls.");
  const size = values.all ? Infinity : Number(values.sample);
  if (!values.all && (!Number.isInteger(size) || size < 1))
    throw new Error(`--sample ${values.sample} is no number of functions.`);
  const isAsked = ({ spec }: CorpusPackage): boolean =>
    values.package === undefined || nameOf(spec) === values.package;
  const known = PACKAGES.filter(isAsked);
  // Whoever reads why something failed may not read it of these.
  const heldOut = values.why ? [] : HELD_OUT.filter(isAsked);
  if (known.length + heldOut.length === 0) throw new Error(`${values.package} is no package of the corpus.`);

  const called: CalledFunction[] = [];
  const run = values.calls ? callEach(values.why, called) : benchmarkEach;
  const sections: string[] = [];
  for (const [title, packages, share] of [
    ["", known, 1],
    [
      "**Held out**: packages that nobody has looked into while the faking was worked on",
      heldOut,
      HELD_OUT_SHARE,
    ],
  ] as const) {
    if (packages.length === 0) continue;
    const functions: CorpusFunction[] = [];
    for (const one of packages) functions.push(...(await packageFunctions(one)));
    const drawn = draw(functions, Math.min(Math.ceil(size * share), functions.length), Number(values.seed));
    const outcomes = await run(drawn);
    process.stderr.write("\n");
    const tells = { isTimed: !values.calls, hasExamples: packages === known };
    sections.push(`${title}\n\n${report(packages, outcomes, functions.length, tells)}`.trim());
  }
  if (values.record !== undefined) await writeFile(values.record, recordOf(called));
  const how = parameters.length === 0 ? "" : `Options: \`${parameters.join(" ")}\`.\n\n`;
  return how + sections.join("\n\n");
}

/** Of packages that are held out so many functions are drawn for each that is drawn of the others. */
const HELD_OUT_SHARE = 0.4;

function benchmarkEach(functions: readonly CorpusFunction[]): Promise<Outcome[]> {
  return withWorker(async (workerFile) => {
    const runtime = await findRuntime();
    const outcomes: Outcome[] = [];
    for (const of of functions) {
      process.stderr.write(`\r${outcomes.length + 1} of ${functions.length}`);
      const { file, text, language, functionStart, folder } = of;
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
      const { state, reason = "", counters, preparations } = document.results[0]!;
      const ioCalls = counters?.ioCalls ?? 0;
      outcomes.push({ of, state, reason, ioCalls, failsAlways: failsAlways(preparations) });
    }
    return outcomes;
  });
}

const callEach =
  (tellsWhy: boolean, called: CalledFunction[]) =>
  (functions: readonly CorpusFunction[]): Promise<Outcome[]> =>
    withBundle("scripts/bench/corpus/calls-process.ts", async (processFile) => {
      const outcomes: Outcome[] = [];
      await callAll(functions, processFile, (answer) => {
        const of = functions[answer.index]!;
        outcomes.push({ of, ...answer });
        called.push({ place: placeOf(of), answer });
        process.stderr.write(`\r${outcomes.length} of ${functions.length}`);
        const isMissed = answer.state !== "completed" || (of.waits && answer.ioCalls === 0);
        if (tellsWhy && isMissed) {
          process.stderr.write(`\n${placeOf(of)}\n${answer.attempts.join("\n").replace(/^/gm, "    ")}\n`);
        }
      });
      return outcomes;
    });

function report(
  packages: readonly CorpusPackage[],
  outcomes: readonly Outcome[],
  all: number,
  { isTimed, hasExamples }: { readonly isTimed: boolean; readonly hasExamples: boolean },
): string {
  const rows = packages.flatMap(({ spec, kind }) => {
    const own = outcomes.filter(({ of }) => of.spec === spec);
    return own.length === 0 ? [] : [`| ${spec} | ${kind} | ${counts(own)} |`];
  });
  const failures = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    if (outcome.state === "completed") continue;
    const kind = kindOfFailure(outcome);
    failures.set(kind, [...(failures.get(kind) ?? []), outcome]);
  }
  const kinds = [...failures]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, own]) => `| ${kind} | ${own.length} |${hasExamples ? ` ${exampleOf(own[0]!)} |` : ""}`);
  const others = outcomes.filter((one) => !one.failsAlways && kindOfFailure(one) !== ONLY_FAILS);
  return `${outcomes.length} of ${all} asynchronous functions, drawn by a seed, each ${isTimed ? "benchmarked" : "loaded and called on fakes but not timed"}, without configuration. A function waits for I/O when its source does; waiting for functions of its own file that make no I/O call is not counted. One that does nothing but fail, as a method that is there to be overridden, completes by its failure.

| package | kind | functions | completed | wait for I/O | of these with faked I/O |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
| all | | ${counts(outcomes)} |${others.length === outcomes.length ? "" : `\n| all that may do anything else but fail | | ${counts(others)} |`}

| why not | functions |${hasExamples ? " for example |" : ""}
| --- | --- |${hasExamples ? " --- |" : ""}
${kinds.join("\n")}`;
}

function counts(outcomes: readonly Outcome[]): string {
  const completed = outcomes.filter(({ state }) => state === "completed");
  const waiting = outcomes.filter(({ of }) => of.waits);
  const withIo = waiting.filter(({ state, ioCalls }) => state === "completed" && ioCalls > 0);
  const share = (part: number, of: number): string =>
    of === 0 ? "–" : `${part} (${Math.round((100 * part) / of)} %)`;
  return [
    outcomes.length,
    share(completed.length, outcomes.length),
    waiting.length,
    share(withIo.length, waiting.length),
  ].join(" | ");
}

function exampleOf({ of, reason }: Outcome): string {
  return `${placeOf(of)}: ${reason}`.replace(/[|`\n]/g, " ").slice(0, 160);
}
