import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { hostServices, runBenchmark } from "../../bench-worker/host/benchmark.ts";
import { saysWhy } from "../../bench-worker/host/waiting-words.ts";
import { findRuntime } from "../../bench-worker/host/runtime.ts";
import { draw } from "./corpus/draw.ts";
import { packageFunctions, type CorpusFunction } from "./corpus/functions.ts";
import { HELD_OUT, nameOf, PACKAGES } from "./corpus/packages.ts";
import { withWorker } from "./worker-bundle.ts";

/** The aim: numbers, or a sentence that says what to do, within so many seconds. */
const SOON_SECONDS = 5;

/** What somebody who waits sees first. */
type First = "numbers" | "why there are none" | "why there are none so far";

interface Waited {
  readonly of: CorpusFunction;
  /** Seconds until the first time per call, or until it was said why there is none, be it so far. */
  readonly firstSeconds: number;
  readonly first: First;
  /** Seconds until everything was measured. */
  readonly allSeconds: number;
  readonly said: string;
}

/**
 * Benchmarks functions of the corpus' packages as the editor does, with all measures and the usual budget, and tells after how
 * long there is something to see.
 *
 * @param parameters `--each N` functions of each package (2), `--seed N` (1).
 */
export async function soon(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: { each: { type: "string", default: "2" }, seed: { type: "string", default: "1" } },
  });
  const each = Number(values.each);
  if (!Number.isInteger(each) || each < 1)
    throw new Error(`--each ${values.each} is no number of functions.`);
  const drawn: CorpusFunction[] = [];
  for (const one of [...PACKAGES, ...HELD_OUT])
    drawn.push(...draw(await packageFunctions(one), each, Number(values.seed)));
  const load = [loadavg()[0]!];
  const waited = await withWorker(async (workerFile) => {
    const all: Waited[] = [];
    for (const of of drawn) {
      process.stderr.write(`\r${all.length + 1} of ${drawn.length}`);
      all.push(await wait(of, workerFile));
    }
    return all;
  });
  process.stderr.write("\n");
  load.push(loadavg()[0]!);
  return report(waited, load);
}

async function wait(of: CorpusFunction, workerFile: string): Promise<Waited> {
  const { file, text, language, functionStart, folder } = of;
  const runtime = await findRuntime();
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  let first: Pick<Waited, "firstSeconds" | "first"> | undefined;
  const see = ({ time, reason }: TargetResult, said = ""): void => {
    if (time !== undefined) first ??= { firstSeconds: seconds(), first: "numbers" };
    if (reason !== undefined) first ??= { firstSeconds: seconds(), first: "why there are none" };
    if (saysWhy(said)) first ??= { firstSeconds: seconds(), first: "why there are none so far" };
  };
  const { results } = await runBenchmark(
    {
      targets: [{ id: "target", file, text, language, functionStart }],
      options: DEFAULT_OPTIONS,
      runtime,
      workerFile,
      workspaceFolder: folder,
    },
    hostServices,
    (document, { activity }) => see(document.results[0]!, activity),
    new AbortController().signal,
  );
  const [result] = results;
  see(result!);
  const allSeconds = seconds();
  const { reason = "", hint = "" } = result!;
  return {
    of,
    ...(first ?? { firstSeconds: allSeconds, first: "why there are none" }),
    allSeconds,
    said: `${reason} ${hint}`,
  };
}

function report(waited: readonly Waited[], load: readonly number[]): string {
  const isSoon = ({ firstSeconds }: Waited): boolean => firstSeconds <= SOON_SECONDS;
  const row = (what: string, of: readonly Waited[]): string => `| ${what} | ${of.length} |`;
  const rows = (one: First, within: string, later: string): string[] => {
    const all = waited.filter(({ first }) => first === one);
    return [
      row(`${within}, within ${SOON_SECONDS} s`, all.filter(isSoon)),
      row(
        later,
        all.filter((other) => !isSoon(other)),
      ),
    ];
  };
  const late = waited.filter((one) => !isSoon(one)).sort((a, b) => b.firstSeconds - a.firstSeconds);
  return `${waited.length} functions, up to so many of each package of the corpus and of those held out, drawn by a seed; all measures, the usual budget, as the editor does it. Load average ${load.map((one) => one.toFixed(1)).join(" at the beginning and ")} at the end.

| what comes first | functions |
| --- | --- |
${[
  ...rows("numbers", "numbers", "numbers, later"),
  ...rows("why there are none", "why there are none and what to do", "the same, later"),
  ...rows(
    "why there are none so far",
    "why there are none so far and what to do, while other ways are tried",
    "the same, later",
  ),
].join("\n")}

The first after ${spread(waited.map(({ firstSeconds }) => firstSeconds))}, everything after ${spread(waited.map(({ allSeconds }) => allSeconds))}.
${late.map((one) => `\n- ${placeOf(one.of)}: ${one.firstSeconds.toFixed(1)} s${one.first === "numbers" ? "" : `, ${one.said.replace(/\s+/g, " ").slice(0, 160)}`}`).join("")}`;
}

/** `1.6 s (1.0–3.8)`: the median and the range. */
function spread(seconds: readonly number[]): string {
  const sorted = [...seconds].sort((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1);
  return `${at(0.5)} s in the median (${at(0)} to ${at(1)}, nine of ten by ${at(0.9)})`;
}

function placeOf({ spec, folder, file, line }: CorpusFunction): string {
  return `${nameOf(spec)} ${path.relative(folder, file)}:${line}`;
}
