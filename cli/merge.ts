import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { benchReport } from "./bench-report.ts";
import { judgingOptions, type RawCompareOptions } from "./compare-options.ts";
import { mergeDocuments } from "./merge-documents.ts";
import type { NamedDocument } from "./merge-refusals.ts";
import { mustBeWritable, written } from "./out-file.ts";
import { readDocument } from "./stored-document.ts";
import { tellComparison } from "./tell-comparison.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";

/** The options of `async-cost merge` as they were typed. */
export type MergeOptions = Pick<RawCompareOptions, "json" | "out" | "format" | "failOn" | "threshold">;

const NEXT = "give documents that async-cost bench or compare wrote";

/**
 * `async-cost merge`: puts documents of shards into one, and prints it as `bench` or `compare` would have.
 *
 * @param words Documents, and folders of documents.
 * @throws {UsageError} when an option is wrong, or the documents cannot be read or do not belong together.
 */
export async function mergeCommand(
  words: readonly string[],
  raw: MergeOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (words.length === 0)
    throw new UsageError("merge wants the documents to put together, or the folder that they are in");
  if (raw.out !== undefined) await mustBeWritable(path.resolve(terminal.folder, raw.out), raw.out);
  const files = await Promise.all(words.map((word) => filesOf(word, terminal.folder)));
  const named = files.flat().map(async (name): Promise<NamedDocument> => ({
    name,
    document: await readDocument(path.resolve(terminal.folder, name), name, NEXT),
  }));
  const { document, missing } = mergeDocuments(await Promise.all(named));
  const tell = document.pairs === undefined ? tellBenchmark : tellMergedComparison;
  const code = await tell(document, raw, terminal);
  for (const sentence of missing) terminal.printError(`async-cost: ${sentence}\n`);
  return missing.length === 0 ? code : EXIT.notAll;
}

/** The file, or the documents that a folder has, in the order of their names. */
async function filesOf(name: string, from: string): Promise<string[]> {
  const found = await stat(path.resolve(from, name)).catch(() => undefined);
  if (found?.isDirectory() !== true) return [name];
  const files = (await readdir(path.resolve(from, name))).filter((file) => file.endsWith(".json"));
  if (files.length === 0) throw new UsageError(`${name} has no document; ${NEXT}`);
  return files.sort().map((file) => path.join(name, file));
}

async function tellBenchmark(
  document: BenchmarkDocument,
  { json, format = json === true ? "json" : "table", out, failOn, threshold }: MergeOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (failOn !== undefined || threshold !== undefined) {
    const option = failOn === undefined ? "--threshold" : "--fail-on";
    throw new UsageError(`${option} judges pairs, and these documents are of bench; leave it out`);
  }
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (!["table", "json"].includes(format) || (json === true && format !== "json"))
    throw new UsageError(
      `documents of bench are printed as a table or as JSON; leave out --format ${format}`,
    );
  terminal.print(format === "json" ? text : benchReport(document, terminal.colours));
  if (out !== undefined && !(await written(path.resolve(terminal.folder, out), text, out, terminal)))
    return EXIT.notAll;
  return document.results.every(({ state }) => state === "completed") ? EXIT.done : EXIT.notAll;
}

function tellMergedComparison(
  document: BenchmarkDocument,
  raw: MergeOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return tellComparison(document, judgingOptions(raw, document.options), raw, terminal);
}
