import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { RevisionError } from "./git.ts";
import { readContents, type Repository } from "./repository.ts";

/** A file of a revision, to be written. */
export interface Entry {
  /** Relative to the top folder, with forward slashes. */
  readonly path: string;
  /** The hash of its content. */
  readonly blob: string;
  readonly bytes: number;
  readonly isLink: boolean;
}

/** Contents that are read at once. */
const BATCH = { files: 2_000, bytes: 64_000_000 };

/**
 * Writes files as git stores them into a folder: no filter that the user or the repository has set up runs, and line
 * ends stay as they are.
 *
 * @throws {RevisionError} when a path leads out of the folder.
 */
export async function writeEntries(
  repository: Repository,
  entries: readonly Entry[],
  folder: string,
): Promise<void> {
  for (const batch of batches(entries)) {
    const contents = await readContents(
      repository,
      batch.map(({ blob }) => blob),
    );
    for (const [index, entry] of batch.entries()) await write(entry, contents[index]!, folder);
  }
}

/** Files first, so that no link can lead them elsewhere. */
function batches(entries: readonly Entry[]): Entry[][] {
  const sorted = [...entries.filter(({ isLink }) => !isLink), ...entries.filter(({ isLink }) => isLink)];
  const all: Entry[][] = [];
  let bytes = Infinity;
  for (const entry of sorted) {
    const last = all.at(-1);
    if (last === undefined || last.length === BATCH.files || bytes + entry.bytes > BATCH.bytes) {
      all.push([entry]);
      bytes = entry.bytes;
    } else {
      last.push(entry);
      bytes += entry.bytes;
    }
  }
  return all;
}

async function write(entry: Entry, content: Buffer, folder: string): Promise<void> {
  const file = path.join(folder, entry.path);
  if (!file.startsWith(folder + path.sep)) {
    throw new RevisionError(`the revision has a file ${JSON.stringify(entry.path)}, which leads out of it`);
  }
  await mkdir(path.dirname(file), { recursive: true });
  if (!entry.isLink) await writeFile(file, content);
  // Where links need a right that the user lacks, it is written as git would: a file with the link's text.
  else await symlink(content.toString("utf8"), file).catch(() => writeFile(file, content, { flag: "wx" }));
}
