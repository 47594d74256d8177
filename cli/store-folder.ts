import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { identityOf } from "../bench-worker/host/identity.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import type { TargetIdentity } from "../bench-worker/target-result.ts";
import { UsageError, type Terminal } from "./terminal.ts";

/** Keeps what was measured of a function; says so where that fails, and whether it did not. */
export type KeepDocument = (source: TargetSource, document: BenchmarkDocument) => Promise<boolean>;

/**
 * The folder of `--store`, made where it is not there. What an earlier run has left of these functions is taken away: it
 * would be taken for a result of this one.
 *
 * @param all All functions of the run, of which `own` are measured.
 * @throws {UsageError} when it cannot be written to.
 */
export async function storeFolder(
  asGiven: string,
  all: readonly TargetSource[],
  own: readonly TargetSource[],
  { folder: from, printError }: Pick<Terminal, "folder" | "printError">,
): Promise<KeepDocument> {
  const folder = path.resolve(from, asGiven);
  const files = filesOf(all, from);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    for (const source of own) await rm(path.join(folder, files(source)), { force: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--store ${asGiven} cannot be written to: ${why}; give another folder`);
  }
  return async (source, document) => {
    const file = path.join(folder, files(source));
    const beside = `${file}.${process.pid}.tmp`;
    try {
      await writeFile(beside, `${JSON.stringify(document, null, 2)}\n`);
      await rename(beside, file);
      return true;
    } catch (error) {
      await rm(beside, { force: true });
      const why = error instanceof Error ? error.message : String(error);
      printError(`async-cost: --store ${asGiven} could not be written: ${why}\n`);
      return false;
    }
  };
}

/** How the file of each function is called; the line is part of it only where the file has several of that name. */
function filesOf(all: readonly TargetSource[], folder: string): (source: TargetSource) => string {
  const lines = new Map<string, Set<number>>();
  const places = new Map<string, TargetIdentity>();
  for (const source of all) {
    const identity = identityOf(source, folder);
    const name = JSON.stringify([identity.file, identity.name]);
    places.set(placeOf(source), identity);
    lines.set(name, (lines.get(name) ?? new Set()).add(identity.line));
  }
  return (source) => {
    const { file, name, line } = places.get(placeOf(source))!;
    const isOne = lines.get(JSON.stringify([file, name]))!.size === 1;
    return documentName(isOne ? [file, name] : [file, name, String(line)]);
  };
}

/** The function, whichever call of it is measured. */
export function placeOf({ file, functionStart }: TargetSource): string {
  return `${functionStart} ${file}`;
}

/** More characters of a name are not kept: some systems take no more than 255, all else included. */
const CHARACTERS_AT_MOST = 80;

/** `src-store.ts-Store.load-1a2b3c4d.json`: a name that every file system takes, and tells from all others. */
function documentName(parts: readonly string[]): string {
  const readable = parts.join("-").replaceAll(/[^\w.-]+/g, "-");
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
  return `${readable.slice(-CHARACTERS_AT_MOST).replace(/^[.-]+/, "")}-${hash}.json`;
}
