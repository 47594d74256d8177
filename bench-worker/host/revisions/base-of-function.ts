import path from "node:path";
import { realpath } from "node:fs/promises";
import { diskSource } from "../source-file.ts";
import { changedFunctions, changesSince, type ChangedFunction } from "./changed-functions.ts";
import { gitIn, RevisionError } from "./git.ts";
import {
  changedFiles,
  openRepository,
  readText,
  resolveRevision,
  type Repository,
  type Revision,
} from "./repository.ts";

/** A function in both versions, with where the earlier one is. */
export interface EarlierVersion {
  readonly repository: Repository;
  readonly revision: Revision;
  readonly changed: ChangedFunction;
}

/** One function of a file whose text need not be saved. */
export interface PresentFunction {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  /** The whole text of the file. */
  readonly text: string;
  /** Where the function begins in it. */
  readonly functionStart: number;
}

/**
 * A function as it was in a revision: in the same file, in the one that was renamed to it, or wherever it was moved
 * from.
 *
 * @throws {RevisionError} when it was not there, or was the same.
 */
export async function earlierVersion(
  { name, file, text, functionStart }: PresentFunction,
  revisionName: string,
  signal: AbortSignal,
): Promise<EarlierVersion> {
  const folder = await realpath(path.dirname(file));
  const repository = await openRepository(folder, (at) => gitIn(at, signal));
  const revision = await resolveRevision(repository, revisionName);
  const own = path
    .relative(repository.root, path.join(folder, path.basename(file)))
    .split(path.sep)
    .join("/");
  const isThis = ({ head }: ChangedFunction): boolean =>
    head.path === own && head.found.range.start === functionStart;

  const entry = (await changedFiles(repository, revision)).find(({ head }) => head === own);
  // Git does not know of text that is not saved.
  const basePath = entry === undefined ? own : (entry.base?.path ?? null);
  const baseText = basePath === null ? null : await readText(repository, revision, basePath);
  if (basePath !== null && baseText !== null) {
    const { changed, renamed, added } = changedFunctions([
      { base: { path: basePath, text: baseText }, head: { path: own, text, asked: functionStart } },
    ]);
    const found = changed.find(isThis);
    if (found !== undefined) return { repository, revision, changed: found };
    if (renamed.some(isThis)) throw onlyNamesDiffer(name, revisionName);
    if (!added.some((one) => one.found.range.start === functionStart)) {
      throw new RevisionError(`${name} is as it was in ${revisionName}; there is nothing to compare.`);
    }
  }
  const disk = diskSource(repository.root);
  const { changed, renamed } = await changesSince(repository, revision, [], async (wanted) =>
    wanted === own ? { path: file, text } : disk(wanted),
  );
  const moved = changed.find(isThis);
  if (moved !== undefined) return { repository, revision, changed: moved };
  if (renamed.some(isThis)) throw onlyNamesDiffer(name, revisionName);
  throw new RevisionError(
    `${revisionName} has no function that ${name} comes from. Select two functions to compare them with each other.`,
  );
}

function onlyNamesDiffer(name: string, revisionName: string): RevisionError {
  return new RevisionError(
    `Of ${name} only names differ from ${revisionName}: it is the same code, and there is nothing to compare.`,
  );
}
