import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";

/** Where recordings are kept, below the project's folder. */
export const RECORDINGS_FOLDER = path.join(".async-cost", "recordings");

/** The folder around which a project is: the nearest one that has recordings, a package, or a repository. */
export function projectFolder(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if ([".async-cost", "package.json", ".git"].some((name) => existsSync(path.join(folder, name))))
      return folder;
    if (path.dirname(folder) === folder) return from;
  }
}

/** A project that has recordings. */
export interface RecordedProject {
  /** The folder that files are relative to. */
  readonly root: string;
  /** The folder of its recordings. */
  readonly folder: string;
}

/** The nearest folder around a file or folder that has recordings; null where none has. */
export async function recordedProject(file: string): Promise<RecordedProject | null> {
  for (let root = file; ; root = path.dirname(root)) {
    const folder = path.join(root, RECORDINGS_FOLDER);
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() === true) return { root, folder };
    if (path.dirname(root) === root) return null;
  }
}
