import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { identityOf } from "../bench-worker/host/identity.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { UsageError, type Terminal } from "./terminal.ts";

/** Keeps what was measured of a function; says so where that fails, and whether it did not. */
export type KeepDocument = (source: TargetSource, document: BenchmarkDocument) => Promise<boolean>;

/**
 * The folder of `--store`, made where it is not there. What an earlier run has left of these functions, and of more of their
 * names than their files have now, is taken away: it would be taken for a result of this one.
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
    const leftOver = files.leftOverOf(own);
    const left = (await readdir(folder)).filter(leftOver);
    for (const file of left) await rm(path.join(folder, file), { force: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--store ${asGiven} cannot be written to: ${why}; give another folder`);
  }
  return async (source, document) => {
    const file = path.join(folder, files.nameOf(source));
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

/** The files of a run. */
interface RunFiles {
  readonly nameOf: (source: TargetSource) => string;
  /** Which files of the folder would be taken for results of these functions. */
  readonly leftOverOf: (own: readonly TargetSource[]) => (file: string) => boolean;
}

/**
 * How the file of each function is called. Where a file has several functions of one name they are numbered: lines change with
 * each line that is put before them, and one line can have two.
 */
function filesOf(all: readonly TargetSource[], folder: string): RunFiles {
  const stems = new Map<string, string>();
  const starts = new Map<string, number[]>();
  for (const source of all) {
    if (stems.has(placeOf(source))) continue;
    const { file, name } = identityOf(source, folder);
    const stem = documentStem([file, name]);
    stems.set(placeOf(source), stem);
    starts.set(
      stem,
      [...(starts.get(stem) ?? []), source.functionStart].sort((a, b) => a - b),
    );
  }
  const stemOf = (source: TargetSource): string => stems.get(placeOf(source))!;
  const nameOf = (source: TargetSource): string => {
    const stem = stemOf(source);
    const number = starts.get(stem)!.indexOf(source.functionStart) + 1;
    return number === 1 ? `${stem}.json` : `${stem}-${number}.json`;
  };
  const leftOverOf = (own: readonly TargetSource[]) => {
    const names = new Set(own.map(nameOf));
    const stemsOfOwn = new Set(own.map(stemOf));
    return (file: string): boolean => {
      const [, stem = "", number = ""] = /^(.*-[0-9a-f]{8})-(\d+)\.json$/.exec(file) ?? [];
      return names.has(file) || (stemsOfOwn.has(stem) && Number(number) > starts.get(stem)!.length);
    };
  };
  return { nameOf, leftOverOf };
}

/** The function, whichever call of it is measured. */
export function placeOf({ file, functionStart }: TargetSource): string {
  return `${functionStart} ${file}`;
}

/** More characters of a name are not kept: some systems take no more than 255, all else included. */
const CHARACTERS_AT_MOST = 80;

/** `src-store.ts-Store.load-1a2b3c4d`: a name that every file system takes, and tells from all others. */
function documentStem(parts: readonly string[]): string {
  const readable = parts.join("-").replaceAll(/[^\w.-]+/g, "-");
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
  return `${readable.slice(-CHARACTERS_AT_MOST).replace(/^[.-]+/, "")}-${hash}`;
}
