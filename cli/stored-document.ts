import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { benchmarkDocumentSchema, SCHEMA_VERSION, type BenchmarkDocument } from "../bench-worker/document.ts";
import { enginesOf } from "../bench-worker/environment.ts";
import { whyNotRead } from "./file-errors.ts";
import { UsageError } from "./terminal.ts";

const OF_BENCH = "give a document that async-cost bench --out wrote";

/**
 * Reads a document that `async-cost bench` wrote, of one runtime.
 *
 * @param name As the user named it, relative to `folder`.
 * @param option Stands before the name in messages: `--from`; empty for none.
 * @throws {UsageError} when it cannot be read or is none.
 */
export async function readStoredDocument(
  name: string,
  folder: string,
  option = "",
): Promise<BenchmarkDocument> {
  const shown = option === "" ? name : `${option} ${name}`;
  const document = await readDocument(path.resolve(folder, name), shown, OF_BENCH);
  // Versions of git revisions and stored results are no present functions.
  const results = document.results.filter(({ target }) => target.revision === undefined);
  if (enginesOf({ ...document, results }).length > 1) {
    throw new UsageError(
      `${shown} has results of several runtimes; measure with one --runtime into a document of its own`,
    );
  }
  return document;
}

/**
 * Reads a document that `async-cost` wrote.
 *
 * @param shown As messages call it.
 * @param next What would be right, where it is none.
 * @throws {UsageError} when it cannot be read or is none.
 */
export async function readDocument(file: string, shown: string, next: string): Promise<BenchmarkDocument> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`${shown} cannot be read: ${whyNotRead(error)}; ${next}`);
  });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new UsageError(`${shown} is not JSON; ${next}`);
  }
  const parsed = v.safeParse(benchmarkDocumentSchema, data, { abortEarly: true });
  if (!parsed.success) throw new UsageError(`${shown} ${whyNoDocument(data, parsed.issues[0], next)}`);
  return parsed.output;
}

const versionSchema = v.object({ schemaVersion: v.number() });

function whyNoDocument(data: unknown, issue: v.BaseIssue<unknown>, next: string): string {
  if (!v.is(versionSchema, data)) return `is no document of async-cost: it has no schemaVersion; ${next}`;
  if (data.schemaVersion > SCHEMA_VERSION) {
    return `has the schemaVersion ${data.schemaVersion}, and this async-cost reads ${SCHEMA_VERSION}; update async-cost`;
  }
  const where = v.getDotPath(issue);
  return `is no whole document of async-cost: ${where === null ? "it" : where} is missing or not what it should be; ${next}`;
}
