import path from "node:path";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { hostServices, runBenchmark, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { findRuntime, NoRuntimeError } from "../bench-worker/host/runtime.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { resolveTarget, TargetError } from "../bench-worker/host/targets.ts";
import { benchmarkOptions, type RawBenchOptions } from "./bench-options.ts";
import { benchReport } from "./bench-report.ts";
import { mustBeWritable, written } from "./out-file.ts";
import { progressBar } from "./progress-bar.ts";
import { EXIT, orUsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { thisNode } from "./this-node.ts";

/**
 * `async-cost bench`: measures, and prints a report or one JSON document.
 *
 * @param workerFile The worker's bundle.
 * @throws {UsageError} when an option or a target is wrong, or there is nothing to measure on.
 */
export async function benchCommand(
  specifications: readonly string[],
  raw: RawBenchOptions,
  terminal: Terminal,
  workerFile: string,
  services: BenchmarkServices = hostServices,
): Promise<ExitCode> {
  const options = benchmarkOptions(raw, terminal.folder);
  const out = raw.out === undefined ? undefined : path.resolve(terminal.folder, raw.out);
  if (out !== undefined) await mustBeWritable(out, raw.out!);
  const targets = await resolveAll(specifications, terminal.folder);
  const runtime = await orUsageError(findRuntime(thisNode), NoRuntimeError, ({ message }) => message);

  const bar = progressBar(terminal.barColumns, terminal.printError);
  const document = await runBenchmark(
    { targets, options, runtime, workerFile, workspaceFolder: terminal.folder },
    services,
    (_document, running) => bar.draw(running),
    terminal.signal,
  ).finally(() => bar.clear());

  const json = `${JSON.stringify(document, null, 2)}\n`;
  // First of all, so that what was measured is not lost with a disk that is full.
  terminal.print(raw.json === true ? json : benchReport(document, terminal.colours));
  if (out !== undefined && !(await written(out, json, raw.out!, terminal))) return EXIT.notAll;
  return document.results.every(({ state }) => state === "completed") ? EXIT.done : EXIT.notAll;
}

/** All targets, those that are named twice measured twice: a function against itself shows how large noise is. */
async function resolveAll(specifications: readonly string[], folder: string): Promise<TargetSource[]> {
  const read = diskSource(folder);
  const targets: TargetSource[] = [];
  for (const specification of specifications) {
    const found = await orUsageError(
      resolveTarget(specification, read),
      TargetError,
      ({ message }) => message,
    );
    targets.push(...found);
  }
  return targets.map((target, index) => ({ ...target, id: `${index}:${target.id}` }));
}
