import { mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { RECORDINGS_FOLDER } from "./project-folder.ts";

/** Asks the user whether recordings are to be committed to git. */
export type AskWhetherCommitted = () => Promise<boolean>;

/** The question, for whoever asks it. */
export const WHETHER_COMMITTED =
  "Are recordings to be committed to git? They hold values that your tests used.";

/** Whether the user's files tell already if recordings of a project go into git. */
export async function isDecidedOnGit(root: string): Promise<boolean> {
  const one = await Promise.any([stat(ignoringFile(root)), stat(path.join(root, RECORDINGS_FOLDER))]).catch(
    () => null,
  );
  return one !== null;
}

/**
 * At the first recording of a project: has git ignore recordings, unless the user wants them there. Afterwards the user's files
 * tell.
 *
 * @returns The file that has them ignored, where it was written now.
 */
export async function ignoreUnlessWanted(
  root: string,
  ask: AskWhetherCommitted | null,
): Promise<string | null> {
  if ((await isDecidedOnGit(root)) || (ask !== null && (await ask()))) return null;
  const file = ignoringFile(root);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "/.gitignore\n/recordings/\n");
  return file;
}

function ignoringFile(root: string): string {
  return path.join(root, path.dirname(RECORDINGS_FOLDER), ".gitignore");
}
