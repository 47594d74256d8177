import { constants } from "node:fs";
import { access, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { UsageError, type Terminal } from "./terminal.ts";

/** Writes the document; says so where that fails. */
export async function written(
  file: string,
  json: string,
  asGiven: string,
  terminal: Terminal,
  option = "--out",
): Promise<boolean> {
  try {
    await writeFile(file, json);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.printError(`async-cost: ${option} ${asGiven} could not be written: ${why}\n`);
    return false;
  }
}

/**
 * Fails before anything is measured rather than after.
 *
 * @throws {UsageError} when the file could not be written.
 */
export async function mustBeWritable(file: string, asGiven: string, option = "--out"): Promise<void> {
  try {
    await access(path.dirname(file), constants.W_OK);
  } catch {
    throw new UsageError(`${option} ${asGiven}: its folder does not exist or cannot be written to`);
  }
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory()) throw new UsageError(`${option} ${asGiven} is a folder; give a file`);
  await access(file, constants.W_OK).catch(() => {
    throw new UsageError(`${option} ${asGiven} cannot be written to; give another file`);
  });
}
