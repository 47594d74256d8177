import path from "node:path";
import { fileURLToPath } from "node:url";

/** The absolute paths that a document's `file` may mean, which is given relative to a workspace folder. */
export function candidatePaths(file: string, folders: readonly string[]): string[] {
  const local = file.startsWith("file://") ? fromFileUrl(file) : file;
  if (local === undefined) return [];
  return path.isAbsolute(local) ? [local] : folders.map((folder) => path.join(folder, local));
}

function fromFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
