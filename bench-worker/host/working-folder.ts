import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import type { RunRequest } from "../protocol.ts";

/** One with a `type` alone is no package's: it tells how the files of a folder are to be read. */
const packageSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((manifest) => Object.keys(manifest).some((key) => key !== "type" && key !== "sideEffects")),
);

/**
 * The folder that a process works in: where the first target's package begins, as who runs it would stand there. Where it is in
 * none, the workspace folder around it, else its own; null where that is not on the disk. So a result does not depend on where
 * somebody asks for it.
 */
export function workingFolder(
  { targets, workspaceFolder }: Workplace,
  { exists, read }: Files = { exists: existsSync, read: (file) => readFileSync(file, "utf8") },
): string | null {
  const own = path.dirname(targets[0]!.file);
  let around: string | null = null;
  for (let folder = own; ; folder = path.dirname(folder)) {
    if (isPackage(path.join(folder, "package.json"), read)) return folder;
    if (folder === workspaceFolder && exists(folder)) around = folder;
    if (path.dirname(folder) === folder) break;
  }
  return around ?? (exists(own) ? own : null);
}

/** Of a request: its targets' files, and the workspace folder around them. */
interface Workplace extends Pick<RunRequest, "workspaceFolder"> {
  readonly targets: readonly Pick<RunRequest["targets"][number], "file">[];
}

/** What is asked of the disk; `read` throws where there is no such file. */
interface Files {
  readonly exists: (file: string) => boolean;
  readonly read: (file: string) => string;
}

function isPackage(file: string, read: Files["read"]): boolean {
  try {
    return v.is(packageSchema, JSON.parse(read(file)));
  } catch {
    return false;
  }
}
