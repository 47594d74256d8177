import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { analyze } from "../../analysis/analyze.ts";
import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import { namedPlace } from "../../bench-worker/contract/recording.ts";
import { recordedIn } from "../../bench-worker/contract/scenario.ts";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import { hostServices, runBenchmark } from "../../bench-worker/host/benchmark.ts";
import { withRecordings } from "../../bench-worker/host/recordings/with-recordings.ts";
import { findRuntime } from "../../bench-worker/host/runtime.ts";
import type { TargetSource } from "../../bench-worker/protocol.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { kendallsTau } from "./kendalls-tau.ts";
import { clonesFolder, cloneOf } from "./recordings/clones.ts";
import { recordSuite, runSuite } from "./recordings/suite.ts";
import { SUITE_FOLDERS, SUITE_REPOSITORIES, type SuiteFolder } from "./suites/list.ts";
import { RECORDER, withBundles, WORKER } from "./worker-bundle.ts";

/** What came of one file. */
interface Outcome {
  readonly file: string;
  readonly trueCalls: readonly string[];
  /** The I/O calls of the usual recorded path; null where nothing was recorded. */
  readonly recorded: readonly string[] | null;
  /** Of the benchmark: I/O calls that one call made; null where its recorded call was not played. */
  readonly played: number | null;
  readonly why: string;
  /** Of as many calls at once, what its own runner takes of the processor, and what we tell; null where one of them is not known. */
  readonly times: readonly [theirs: number, ours: number] | null;
}

const CALLS_AT_ONCE = 2_000;
const RUNS = 3;
const OPTIONS: BenchmarkOptions = {
  ...DEFAULT_OPTIONS,
  concurrency: [CALLS_AT_ONCE],
  measures: ["time"],
  budgetMilliseconds: 1_500,
};

/**
 * Records the files of public benchmarks by their own runners, one by one, plays what was recorded, and compares the order of times
 * with that of their runners.
 *
 * @param parameters `--folder DIR` with the clones, `--only TEXT` of a file's path, `--no-times`.
 */
export async function suites(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      folder: { type: "string", default: clonesFolder() },
      only: { type: "string", default: "" },
      "no-times": { type: "boolean", default: false },
    },
  });
  const bundles = {
    ...RECORDER,
    ...WORKER,
  };
  return withBundles(bundles, async (made) => {
    const sections: string[] = [];
    for (const suite of SUITE_FOLDERS) {
      const { url, commit, install, node } = SUITE_REPOSITORIES.find(
        ({ name }) => name === suite.repository,
      )!;
      const clone = await cloneOf(
        { name: suite.repository, url, commit, install, node },
        path.resolve(values.folder),
      );
      if (clone.state === "missing") {
        sections.push(`**${suite.name}**: left out, as ${clone.why}`);
        continue;
      }
      const folder = path.join(clone.folder, suite.folder);
      const files = (await readdir(path.join(folder, suite.files)))
        .filter((name) => name.endsWith(".js") && `${suite.files}/${name}`.includes(values.only))
        .sort();
      const outcomes: Outcome[] = [];
      for (const file of files) {
        const outcome = await measured(suite, folder, file, made, !values["no-times"]);
        process.stderr.write(`${row(outcome)}\n`);
        outcomes.push(outcome);
      }
      if (outcomes.length > 0) sections.push(report(suite, outcomes));
    }
    return sections.join("\n\n");
  });
}

async function measured(
  { files, calls, others = {}, options }: SuiteFolder,
  folder: string,
  name: string,
  bundles: string,
  isTimed: boolean,
): Promise<Outcome> {
  const runner = ["node", "performance.js", ...options, "--file", `./${files}/${name}`];
  const file = path.join(folder, files, name);
  const trueCalls = others[name] ?? calls;
  const { output, told } = await recordSuite(
    { folder, test: [...runner, "--n", "3"] },
    path.join(bundles, "recorder.cjs"),
  );
  const none = { file: name, trueCalls, recorded: null, played: null, times: null };
  if (!output.includes('"errors":0')) return { ...none, why: `its own runner fails: ${firstError(output)}` };
  const target = await exportedTarget(file);
  if (target === null)
    return { ...none, why: "its text exports no function that is known to be asynchronous" };
  const recorded = recordedIn(target.scenario ?? {});
  if (recorded === null)
    return {
      ...none,
      why:
        told.find((one) => one.includes(target.file))?.replaceAll(`${folder}/`, "") ??
        "no call of it is recorded",
    };
  const sites = recorded.call.answers
    .filter(({ style }) => style !== "sync")
    .map((answer) => lastName(namedPlace(answer).expression));
  const result = await benchmarked(target, folder, path.join(bundles, "worker.cjs"));
  const { scenario, counters, time, reason = "" } = result;
  const isPlayed = scenario?.origin === "recorded";
  const ours = isPlayed ? time?.series.at(-1)?.milliseconds.median : undefined;
  const theirs = isTimed && ours !== undefined ? await ownTime(runner, folder) : null;
  return {
    ...{ file: name, trueCalls, recorded: sites, played: isPlayed ? (counters?.ioCalls ?? null) : null },
    why: scenario?.notReplayed?.text ?? reason,
    times: theirs === null || ours === undefined ? null : [theirs, ours],
  };
}

/**
 * What a file's own text exports, or that of the other file that it hands on: the function that its runner calls; null where it is none that
 * is known to be asynchronous.
 */
async function exportedTarget(file: string): Promise<TargetSource | null> {
  const text = await readFile(file, "utf8");
  const other = /^module\.exports = require\('(\.[^']+)'\);$/m.exec(text)?.[1];
  if (other !== undefined) return exportedTarget(path.resolve(path.dirname(file), other));
  const isExported = ({ range }: { range: { start: number } }): boolean =>
    text.slice(text.lastIndexOf("\n", range.start) + 1, range.start).includes("module.exports");
  const exported = analyze(text, "js").functions.find(isExported);
  if (exported === undefined) return null;
  const { name, range } = exported;
  const target: TargetSource = { id: name, file, text, language: "js", functionStart: range.start };
  return (await withRecordings([target]))[0]!;
}

async function benchmarked(target: TargetSource, folder: string, workerFile: string): Promise<TargetResult> {
  const document = await runBenchmark(
    {
      targets: [target],
      options: OPTIONS,
      runtime: await findRuntime(),
      workerFile,
      workspaceFolder: folder,
    },
    hostServices,
    () => undefined,
    new AbortController().signal,
  );
  return document.results[0]!;
}

/**
 * Milliseconds of processor time that a benchmark's own runner takes for all calls together, without what it takes for one: of some
 * runs the least. The time that it prints is another one whenever something else keeps the machine busy.
 */
async function ownTime(runner: readonly string[], folder: string): Promise<number> {
  const least = { all: Infinity, one: Infinity };
  for (let run = 0; run < RUNS; run++) {
    for (const [which, calls] of [
      ["all", CALLS_AT_ONCE],
      ["one", 1],
    ] as const) {
      const { cpuMilliseconds } = await runSuite({ folder, test: [...runner, "--n", String(calls)] });
      least[which] = Math.min(least[which], cpuMilliseconds);
    }
  }
  return Math.max(0, least.all - least.one);
}

function firstError(output: string): string {
  return /^.*Error: .*$/m.exec(output)?.[0]?.trim() ?? "it prints no result";
}

function lastName(expression: string): string {
  return expression.slice(expression.lastIndexOf(".") + 1);
}

function report(suite: SuiteFolder, outcomes: readonly Outcome[]): string {
  const { commit } = SUITE_REPOSITORIES.find(({ name }) => name === suite.repository)!;
  const run = outcomes.filter(({ why }) => !why.startsWith("its own runner fails"));
  const timed = outcomes.flatMap(({ times }) => (times === null ? [] : [times]));
  const pairs = timed.flatMap(([theirs, ours], at) =>
    timed.slice(at + 1).map((other) => [theirs - other[0], ours - other[1]] as const),
  );
  const tau = kendallsTau(pairs);
  const count = (isMeant: (one: Outcome) => boolean): string =>
    `${run.filter(isMeant).length} of ${run.length}`;
  return `**${suite.name}** at ${commit.slice(0, 8)}, recorded by \`node performance.js ${suite.options.join(" ")} --n 3 --file …\`; times for ${CALLS_AT_ONCE} calls at once, theirs of the processor.

| file | I/O calls | recorded | played | their time | our time | |
| --- | --- | --- | --- | --- | --- | --- |
${outcomes.map(row).join("\n")}

Of those that run here: ${count(isRecordedRight)} recorded with their calls in their order, ${count((one) => one.played === one.trueCalls.length)} played with as many. Kendall's tau of the times: ${tau === null ? "–" : tau.toFixed(2)} over ${timed.length} files.`;
}

function isRecordedRight({ recorded, trueCalls }: Outcome): boolean {
  return recorded !== null && recorded.join() === trueCalls.join();
}

function row(one: Outcome): string {
  const { file, trueCalls, recorded, played, why, times } = one;
  const [theirs, ours] = times ?? [null, null];
  const order =
    recorded === null || isRecordedRight(one)
      ? ""
      : recorded.length === trueCalls.length
        ? ", otherwise named"
        : "";
  const cells = [
    ...[file, trueCalls.length, `${recorded?.length ?? "–"}${order}`, played ?? "–"],
    ...[theirs === null ? "–" : `${Math.round(theirs)} ms`, ours === null ? "–" : `${ours.toFixed(1)} ms`],
    why.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 240),
  ];
  return `| ${cells.join(" | ")} |`;
}
