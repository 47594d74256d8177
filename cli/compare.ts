import path from "node:path";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { hostServices, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { groupsWithFakesFiles, withFakesFiles } from "../bench-worker/host/fakes-files.ts";
import { RevisionError } from "../bench-worker/host/revisions/git.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { resolveTarget, TargetError } from "../bench-worker/host/targets.ts";
import type { Scenario } from "../bench-worker/contract/scenario.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { counted } from "../bench-worker/quantity.ts";
import type { Shard } from "../bench-worker/shard.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { compareOptions, type CompareOptions, type RawCompareOptions } from "./compare-options.ts";
import { howLong } from "./how-long.ts";
import { measurePrepared } from "./compare-measure.ts";
import type { Prepared } from "./compare-prepared.ts";
import { pairTargets, type NamedTarget } from "../bench-worker/host/pair-targets.ts";
import { prepareDocument } from "./compare-with-document.ts";
import { prepareRevision } from "./compare-with-revision.ts";
import { withSuggestion } from "./did-you-mean.ts";
import { fakesOption } from "./fakes-option.ts";
import { mustBeWritable } from "./out-file.ts";
import { progressBar } from "./progress-bar.ts";
import {
  chosenScenario,
  comparedOf,
  groupsWithScenario,
  tellStale,
  withScenario,
} from "./scenario-option.ts";
import { shardOption } from "./shard-option.ts";
import { tellComparison } from "./tell-comparison.ts";
import { withoutTwins } from "./without-twins.ts";
import { EXIT, orUsageError, UsageError, type ExitCode, type Terminal } from "./terminal.ts";

/**
 * `async-cost compare`: measures functions in turn, and prints verdicts as a table, as Markdown or as one JSON
 * document.
 *
 * @param words Two or more targets; a stored document, and targets; with `--base`, files and folders.
 * @param workerFile The worker's bundle.
 * @throws {UsageError} when an option, a target or the revision is wrong, or there is nothing to measure on.
 */
export async function compareCommand(
  words: readonly string[],
  raw: RawCompareOptions,
  terminal: Terminal,
  workerFile: string,
  services: BenchmarkServices = hostServices,
): Promise<ExitCode> {
  const options = compareOptions(raw, terminal.folder);
  const shard = shardOption(raw);
  if (raw.out !== undefined) await mustBeWritable(path.resolve(terminal.folder, raw.out), raw.out);
  const named = await fakesOption(raw.fakes, terminal.folder);
  const scenario = await chosenScenario(raw, terminal.folder);
  const [runtime, ...otherRuntimes] = await chosenRuntimes(raw.runtime);
  if (runtime === undefined || otherRuntimes.length > 0) {
    throw new UsageError(
      "compare judges on one runtime; give one --runtime, and bench puts several side by side",
    );
  }
  const whole = await prepare(words, raw, shard, terminal).catch((error: unknown) => {
    if (terminal.signal.aborted) return null;
    throw error;
  });
  if (whole === null) return EXIT.notAll;

  let present: readonly TargetSource[] = [];
  /** What is compared, with the recorded calls that are played. */
  const withRecordedCalls = async (all: Prepared): Promise<Prepared> => {
    const { workspaceFolder } = all;
    const checking = { runtime, workerFile, workspaceFolder };
    const { folder, signal } = terminal;
    const groups = await groupsWithScenario(all.groups, scenario, folder, checking, services, signal);
    const sources = await withScenario(
      all.alone.map(({ source }) => source),
      raw,
      folder,
    );
    present = [...groups.map(({ targets }) => targets.at(-1)!.source), ...sources];
    return { ...all, groups, alone: all.alone.map((base, index) => ({ ...base, source: sources[index]! })) };
  };

  let document: BenchmarkDocument;
  const bar = progressBar(terminal.barColumns, terminal.printError);
  try {
    const prepared = comparedOf(whole, scenario);
    announce(prepared, options, terminal);
    const played = await withRecordedCalls(await withFakes(prepared, named));
    const measured = await measurePrepared(
      played,
      { options: options.benchmark, runtime, workerFile, services, withSamples: raw.samples === true },
      (document, running) => bar.draw(running, document),
      terminal.signal,
    );
    document = await whole.finish(measured);
  } finally {
    bar.clear();
    await whole.dispose();
  }

  if (scenario.which !== "inferred") await tellStale(present, document.results, terminal);
  return tellComparison(document, options, raw, terminal);
}

/** What is compared, with the fakes files that belong to it. */
async function withFakes(prepared: Prepared, named: Scenario["fakesFile"]): Promise<Prepared> {
  const sources = await withFakesFiles(
    prepared.alone.map(({ source }) => source),
    named,
  );
  return {
    ...prepared,
    groups: await groupsWithFakesFiles(prepared.groups, named),
    alone: prepared.alone.map((base, index) => ({ ...base, source: sources[index]! })),
  };
}

/** Many functions take a while; who waits wants to know how long. */
function announce(
  { groups, alone }: Prepared,
  { benchmark }: CompareOptions,
  { printError }: Terminal,
): void {
  const pairs = groups.reduce((sum, { targets }) => sum + targets.length - 1, alone.length);
  if (pairs < 2) return;
  const { budgetMilliseconds } = benchmark;
  const compared = groups.map(({ targets }) => ({
    budget: (targets.length - 1) * budgetMilliseconds,
    purpose: "comparison" as const,
  }));
  // What is compared with stored numbers is measured together.
  const stored = { budget: alone.length * budgetMilliseconds, purpose: "benchmark" as const };
  const parts = alone.length > 0 ? [...compared, stored] : compared;
  printError(`${counted(pairs, "pair")} to measure, ${howLong(parts)}\n`);
}

async function prepare(
  words: readonly string[],
  { base, includeTests = false }: RawCompareOptions,
  shard: Shard | null,
  terminal: Terminal,
): Promise<Prepared> {
  if (base !== undefined) {
    const revision = prepareRevision(base, words, terminal.folder, includeTests, terminal.signal, shard);
    return orUsageError(revision, RevisionError, ({ message }) => message);
  }
  const [first, ...others] = words;
  if (first?.toLowerCase().endsWith(".json") === true) {
    const targets = await resolveEach(others, terminal);
    const document = prepareDocument(first, targets, terminal.folder, terminal.signal, shard);
    return orUsageError(document, RevisionError, ({ message }) => message);
  }
  if (others.length === 0) {
    throw new UsageError(
      `${first === undefined ? "nothing to compare" : `nothing to compare ${first} with`}; write async-cost ` +
        "compare OLD NEW, or --base REVISION for what changed since, as in --base main",
    );
  }
  if (shard !== null) {
    throw new UsageError(
      "--shard shares out what --base or a stored document has; targets that are named are one comparison, so leave it out",
    );
  }
  const named = distinct(await resolveEach(words, terminal), terminal);
  const paired = Promise.resolve().then(() => pairTargets(named, terminal.folder));
  const { groups, added, removed, finish } = await orUsageError(
    paired,
    TargetError,
    ({ message }) => message,
  );
  return {
    groups,
    alone: [],
    described: {
      ...(added.length === 0 ? {} : { added: [...added] }),
      ...(removed.length === 0 ? {} : { removed: [...removed] }),
    },
    workspaceFolder: terminal.folder,
    finish: (document) => Promise.resolve(finish(document)),
    dispose: () => Promise.resolve(),
  };
}

/** Each function once; a function and nothing but itself is compared all the same. */
function distinct(all: readonly NamedTarget[], { printError }: Terminal): readonly NamedTarget[] {
  const { named, notes } = withoutTwins(all);
  if (named.length > 1) {
    for (const note of notes) printError(`${note}\n`);
    return named;
  }
  const [one, other] = all;
  printError(
    `${one!.specification} is compared with itself: a difference is noise, or a bias of the measurement.\n`,
  );
  return [one!, other!];
}

async function resolveEach(
  words: readonly string[],
  { folder, printError }: Terminal,
): Promise<NamedTarget[]> {
  const read = diskSource(folder);
  const named: NamedTarget[] = [];
  for (const specification of words) {
    const functions = await orUsageError(
      resolveTarget(specification, read, (note) => printError(`${note}\n`)),
      TargetError,
      (error) => withSuggestion(error, folder),
    );
    named.push({ specification, functions });
  }
  return named;
}
