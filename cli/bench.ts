import path from "node:path";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { Scenario } from "../bench-worker/contract/scenario.ts";
import { formatJson } from "../bench-worker/host/recordings/format.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { hostServices, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { withFakesFiles } from "../bench-worker/host/fakes-files.ts";
import { runOnRuntimes } from "../bench-worker/host/on-runtimes.ts";
import type { BenchmarkListener, Runtime } from "../bench-worker/host/api.ts";
import { scenarioFileOf } from "../bench-worker/host/scenario-files.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { counted } from "../bench-worker/quantity.ts";
import { documentShard, inShard, type Shard } from "../bench-worker/shard.ts";
import { benchmarkOptions, type RawBenchOptions } from "./bench-options.ts";
import { benchReport } from "./bench-report.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { fakesOption } from "./fakes-option.ts";
import { measureEach } from "./measure-each.ts";
import { mustBeWritable, written } from "./out-file.ts";
import { namedTargets } from "./named-targets.ts";
import { howLong } from "./how-long.ts";
import { progressBar } from "./progress-bar.ts";
import { differences, targetsOfRun } from "./rerun.ts";
import { readStoredDocument } from "./stored-document.ts";
import { shardOption } from "./shard-option.ts";
import { targetOfScenario, tellStale, withScenario } from "./scenario-option.ts";
import { storeFolder } from "./store-folder.ts";
import { withoutTwins } from "./without-twins.ts";
import { EXIT, type ExitCode, type Terminal, UsageError } from "./terminal.ts";

/**
 * `async-cost bench`: measures, and prints a report or one JSON document.
 *
 * @param workerFile The worker's bundle.
 * @param chosen Finds the runtimes that `--runtime` names.
 * @throws {UsageError} when an option or a target is wrong, or there is nothing to measure on.
 */
export async function benchCommand(
  specifications: readonly string[],
  raw: RawBenchOptions,
  terminal: Terminal,
  workerFile: string,
  services: BenchmarkServices = hostServices,
  chosen: typeof chosenRuntimes = chosenRuntimes,
): Promise<ExitCode> {
  const repeated =
    raw.from === undefined ? undefined : await readStoredDocument(raw.from, terminal.folder, "--from");
  const options = benchmarkOptions(raw, terminal.folder, repeated?.options);
  const shard = shardOption(raw);
  const out = raw.out === undefined ? undefined : path.resolve(terminal.folder, raw.out);
  if (out !== undefined) await mustBeWritable(out, raw.out!);
  const saved = raw.saveScenario === undefined ? undefined : path.resolve(terminal.folder, raw.saveScenario);
  if (saved !== undefined) await mustBeWritable(saved, raw.saveScenario!, "--save-scenario");
  const named = await fakesOption(raw.fakes, terminal.folder);
  const ofScenario =
    specifications.length > 0 || repeated !== undefined ? [] : await targetOfScenario(raw, terminal.folder);
  const what = await whatToMeasure([...specifications, ...ofScenario], repeated, raw, terminal);
  const functions = shard === null ? what.targets : inShard(what.targets, shard);
  const targets = await withScenario(await withFakesFiles(functions, named), raw, terminal.folder);
  if (saved !== undefined && targets.length !== 1)
    throw new UsageError(`--save-scenario takes one call of one function, and ${targets.length} were named`);
  const runtimes = await chosen(raw.runtime);
  const keep =
    raw.store === undefined ? undefined : await storeFolder(raw.store, what.targets, functions, terminal);
  announce(targets.length, runtimes, options.budgetMilliseconds, terminal);

  const bar = progressBar(terminal.barColumns, terminal.printError);
  const withSamples = raw.samples === true;
  let played: Scenario | undefined;
  const onScenario = (_id: string, scenario: Scenario): void => void (played ??= scenario);
  const request = {
    ...{ targets, options, workerFile, workspaceFolder: terminal.folder, withSamples },
    ...(saved === undefined ? {} : { onScenario }),
  };
  const listener: BenchmarkListener = (document, running) => bar.draw(running, document);
  const notStored: TargetSource[] = [];
  const keepOne = async (source: TargetSource, document: BenchmarkDocument): Promise<void> => {
    const part = documentShard(shard ?? { number: 1, of: 1 }, 1, what.targets.length);
    if (!(await keep!(source, { ...document, ...part }))) notStored.push(source);
  };
  const measuring =
    keep === undefined
      ? runOnRuntimes(request, runtimes, services, listener, terminal.signal)
      : measureEach(request, runtimes, services, keepOne, listener, terminal.signal);
  const measured = await measuring.finally(() => bar.clear());
  if (raw.scenario !== "inferred") await tellStale(targets, measured.results, terminal);
  const again = repeated === undefined ? {} : repetition(measured, repeated, raw.from!, shard);
  const part = shard === null ? {} : documentShard(shard, functions.length, what.targets.length);
  const document: BenchmarkDocument = { ...measured, ...part, ...again };
  for (const difference of document.repeats?.differences ?? []) terminal.printError(`${difference}\n`);

  const json = `${JSON.stringify(document, null, 2)}\n`;
  // First of all, so that what was measured is not lost with a disk that is full.
  terminal.print(raw.json === true ? json : benchReport(document, terminal.colours, raw.explain));
  if (out !== undefined && !(await written(out, json, raw.out!, terminal))) return EXIT.notAll;
  if (saved !== undefined) {
    if (played === undefined) {
      terminal.printError(
        `async-cost: --save-scenario ${raw.saveScenario!} was not written: no call of the function was played on Node 20 or newer\n`,
      );
      return EXIT.notAll;
    }
    const text = formatJson(scenarioFileOf(played, targets[0]!, document.results[0]!));
    if (!(await written(saved, text, raw.saveScenario!, terminal, "--save-scenario"))) return EXIT.notAll;
  }
  const isAll =
    notStored.length === 0 && !what.isBroken && document.results.every(({ state }) => state === "completed");
  return isAll ? EXIT.done : EXIT.notAll;
}

/** Several runtimes take several times as long; who waits wants to know. */
function announce(
  targets: number,
  runtimes: readonly Runtime[],
  budgetMilliseconds: number,
  { printError }: Terminal,
): void {
  if (runtimes.length < 2) return;
  const parts = runtimes.map(() => ({
    budget: targets * budgetMilliseconds,
    purpose: "benchmark" as const,
  }));
  printError(`${counted(targets, "function")} on ${runtimes.length} runtimes, ${howLong(parts)}\n`);
}

/** What a document says that repeats another, or a shard of it. */
function repetition(
  document: BenchmarkDocument,
  repeated: BenchmarkDocument,
  name: string,
  shard: Shard | null,
): Pick<BenchmarkDocument, "repeats"> {
  const results = shard === null ? repeated.results : inShard(repeated.results, shard);
  return { repeats: { document: name, differences: differences({ ...repeated, results }, document) } };
}

interface WhatToMeasure {
  readonly targets: readonly TargetSource[];
  /** Whether a file that was named could not be read as it should be. */
  readonly isBroken: boolean;
}

/** The targets that were named, or those of the run that is repeated. */
async function whatToMeasure(
  specifications: readonly string[],
  repeated: BenchmarkDocument | undefined,
  { from }: RawBenchOptions,
  terminal: Terminal,
): Promise<WhatToMeasure> {
  if (repeated === undefined && specifications.length === 0) {
    throw new UsageError(
      "bench needs a target, such as upload.js#upload, or --from with a document to repeat",
    );
  }
  if (repeated === undefined) return resolveAll(specifications, terminal);
  if (specifications.length > 0) {
    throw new UsageError(`--from ${from!} measures its own targets; leave out ${specifications.join(" ")}`);
  }
  const targets = await targetsOfRun(repeated, from!, diskSource(terminal.folder));
  return { targets: withIds(targets), isBroken: false };
}

/** All targets, each once. */
async function resolveAll(specifications: readonly string[], terminal: Terminal): Promise<WhatToMeasure> {
  const { named: all, isBroken } = await namedTargets(specifications, terminal);
  const { named, notes } = withoutTwins(all);
  for (const note of notes) {
    terminal.printError(`${note} async-cost compare with the same target twice shows how large noise is.\n`);
  }
  return { targets: withIds(named.flatMap(({ functions }) => functions)), isBroken };
}

function withIds(targets: readonly TargetSource[]): TargetSource[] {
  return targets.map((target, index) => ({ ...target, id: `${index}:${target.id}` }));
}
