import path from "node:path";
import { textOnDisk } from "../bench-worker/host/fakes-files.ts";
import type { Scenario } from "../bench-worker/contract/scenario.ts";
import { UsageError } from "./terminal.ts";

/**
 * The fakes file that `--fakes` names; undefined where it was not given.
 *
 * @param folder Where a relative path begins.
 * @throws {UsageError} when it cannot be read.
 */
export async function fakesOption(name: string | undefined, folder: string): Promise<Scenario["fakesFile"]> {
  if (name === undefined) return undefined;
  const file = path.resolve(folder, name);
  const text = await textOnDisk(file).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--fakes ${name}: the file cannot be read: ${why}`);
  });
  if (text !== null) return { file, text };
  throw new UsageError(`--fakes ${name}: there is no such file; async-cost fakes TARGET --write makes one`);
}
