import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { hostServices, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import {
  describeFunctions,
  takesModules,
  type ObservedFunction,
} from "../bench-worker/host/describe-functions.ts";
import { textOnDisk, withFakesFiles } from "../bench-worker/host/fakes-files.ts";
import { shortFile } from "../bench-worker/host/identity.ts";
import { WorkerFailure } from "../bench-worker/host/worker-failure.ts";
import { advisesFakes, fakesFileBeside } from "../bench-worker/fakes-file/name.ts";
import { planFakesFile } from "../bench-worker/fakes-file/plan.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { namedTargets } from "./named-targets.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";

/** The options of `async-cost fakes` as they were typed. */
export interface FakesOptions {
  readonly write?: boolean;
}

/**
 * `async-cost fakes`: calls functions once and prints the fakes file that gives what they use, or writes it beside
 * their source. What a file has already stays as it is.
 *
 * @throws {UsageError} when a target is wrong.
 */
export async function fakesCommand(
  specifications: readonly string[],
  { write = false }: FakesOptions,
  terminal: Terminal,
  workerFile: string,
  services: Pick<BenchmarkServices, "runWorker"> = hostServices,
): Promise<ExitCode> {
  if (specifications.length === 0) throw new UsageError("fakes needs a target, such as upload.js#upload");
  const byFile = await targetsByFile(specifications, terminal);
  const [runtime] = await chosenRuntimes();
  let exitCode: ExitCode = EXIT.done;
  for (const [file, own] of byFile) {
    const targets = await withFakesFiles(own, undefined);
    const request = { targets, runtime: runtime!, workerFile, workspaceFolder: terminal.folder };
    const observed = await describeFunctions(request, services, terminal.signal).catch((error: unknown) => {
      if (error instanceof WorkerFailure) return null;
      throw error;
    });
    if (observed === null) return EXIT.notAll;
    for (const one of observed) sayFailure(one, terminal);
    const isDone = await giveFakesFile(file, observed, write, terminal);
    if (!isDone) exitCode = EXIT.notAll;
  }
  return exitCode;
}

async function targetsByFile(
  specifications: readonly string[],
  terminal: Terminal,
): Promise<Map<string, TargetSource[]>> {
  const byFile = new Map<string, TargetSource[]>();
  const { named } = await namedTargets(specifications, terminal);
  for (const target of named.flatMap(({ functions }) => functions)) {
    const known = byFile.get(target.file) ?? [];
    if (!known.some(({ id }) => id === target.id)) byFile.set(target.file, [...known, target]);
  }
  return byFile;
}

/** Prints or writes; whether all that was asked for could be given. */
async function giveFakesFile(
  sourceFile: string,
  observed: readonly ObservedFunction[],
  write: boolean,
  terminal: Terminal,
): Promise<boolean> {
  const file = fakesFileBeside(sourceFile);
  const name = shortFile(file, terminal.folder);
  const present = await textOnDisk(file);
  const { text, added, kept, problem } = planFakesFile(
    present,
    observed.map(({ described }) => described),
    path.basename(sourceFile),
    await takesModules(path.dirname(file)),
  );
  if (problem !== undefined) {
    terminal.printError(`async-cost: ${name}: ${problem}\n`);
    return false;
  }
  if (kept.length > 0) {
    terminal.printError(
      `${name} has ${kept.join(", ")} already, which ${kept.length === 1 ? "stays as it was" : "stay as they were"}\n`,
    );
  }
  if (!write) {
    if (added.length > 0) terminal.print(text);
    return true;
  }
  if (added.length === 0) return true;
  try {
    await replaced(file, text, present === null);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.printError(`async-cost: ${name} could not be written: ${why}\n`);
    return false;
  }
  terminal.print(`${name}: ${present === null ? "written, with" : "added"} ${added.join(", ")}\n`);
  return true;
}

/** All or nothing: what a person wrote is not lost with a disk that is full. */
async function replaced(file: string, text: string, isNew: boolean): Promise<void> {
  if (isNew) {
    await writeFile(file, text, { flag: "wx" });
    return;
  }
  // What a link leads to is changed, and the link stays.
  const real = await realpath(file);
  const beside = `${real}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text, { flag: "wx" });
    await chmod(beside, (await stat(real)).mode);
    await rename(beside, real);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const FILL_IN =
  "Say in the fakes file what it is called with and what its I/O calls answer, and benchmark it again.";

function sayFailure({ described, result }: ObservedFunction, { printError }: Terminal): void {
  if (result.state === "completed") return;
  // What it would advise is under way.
  const hint = advisesFakes(result.hint) ? FILL_IN : result.hint;
  const why = [result.reason, hint].filter(Boolean).join(" ");
  printError(`${described.name}: only what it used until it ${result.state}: ${why}\n`);
}
