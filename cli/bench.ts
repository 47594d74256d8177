import { constants } from "node:fs";
import { access, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { hostServices, runBenchmark, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { findRuntime, NoRuntimeError } from "../bench-worker/host/runtime.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { resolveTarget, TargetError } from "../bench-worker/host/targets.ts";
import { benchmarkOptions, type RawBenchOptions } from "./bench-options.ts";
import { benchReport } from "./bench-report.ts";
import { progressBar } from "./progress-bar.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";

/** Whoever starts the command by a Node of their choice wants to measure on that one. */
const thisNode = { path: process.execPath, givenBy: "the Node that runs async-cost" };

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
  const options = benchmarkOptions(raw);
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

/** Writes the document; says so where that fails. */
async function written(file: string, json: string, asGiven: string, terminal: Terminal): Promise<boolean> {
  try {
    await writeFile(file, json);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.printError(`async-cost: --out ${asGiven} could not be written: ${why}\n`);
    return false;
  }
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

/** Turns the errors that say what is wrong with the call into a {@link UsageError}. */
async function orUsageError<T, E extends Error>(
  work: Promise<T>,
  kind: abstract new (...parameters: never[]) => E,
  say: (error: E) => string,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof kind ? new UsageError(say(error)) : error;
  }
}

/** Fails before anything is measured rather than after. */
async function mustBeWritable(file: string, asGiven: string): Promise<void> {
  try {
    await access(path.dirname(file), constants.W_OK);
  } catch {
    throw new UsageError(`--out ${asGiven}: its folder does not exist or cannot be written to`);
  }
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory()) throw new UsageError(`--out ${asGiven} is a folder; give a file`);
  await access(file, constants.W_OK).catch(() => {
    throw new UsageError(`--out ${asGiven} cannot be written to; give another file`);
  });
}
