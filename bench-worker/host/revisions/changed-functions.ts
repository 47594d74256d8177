import { analyze } from "../../../analysis/analyze.ts";
import { codeOfFile, isSourceFile } from "../../../analysis/components/code-of.ts";
import {
  matchFunctions,
  type FileVersion,
  type FunctionMatch,
  type FunctionVersion,
} from "../../../analysis/match/match-functions.ts";
import { renamedOnly } from "../../../analysis/match/renamed-only.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { SourceFileError, type ReadSource } from "../source-file.ts";
import { changedFiles, readBlobs, type ChangedFile, type Repository, type Revision } from "./repository.ts";

/** A function in one version of its file. */
export interface RevisedFunction {
  /** Relative to the repository's top folder, with forward slashes. */
  readonly path: string;
  readonly file: FileVersion;
  readonly found: AsyncFunction;
}

/** A function that is in both versions, with another text. */
export interface ChangedFunction {
  readonly base: RevisedFunction;
  readonly head: RevisedFunction;
}

/** How the asynchronous functions of the working tree differ from those of a revision. */
export interface FunctionChanges {
  readonly changed: readonly ChangedFunction[];
  /** In both versions, with other names only: the same code. */
  readonly renamed: readonly ChangedFunction[];
  /** Only in the working tree. */
  readonly added: readonly RevisedFunction[];
  /** Only in the revision. */
  readonly removed: readonly RevisedFunction[];
  /** Files that could not be read, with the reason. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

/** The two versions of one file; either may be missing. */
export interface FileVersions {
  readonly base: { readonly path: string; readonly text: string } | null;
  readonly head: { readonly path: string; readonly text: string } | null;
}

/**
 * Reads what has changed since a revision.
 *
 * @param paths Files and folders to look at, relative to the top folder; none for everything.
 * @param read Reads a file of the working tree by its path relative to the top folder.
 */
export async function changesSince(
  repository: Repository,
  revision: Revision,
  paths: readonly string[],
  read: ReadSource,
): Promise<FunctionChanges> {
  // A file that was renamed, or a function that was moved, may come from elsewhere: paths choose only at the end.
  const changed = (await changedFiles(repository, revision)).filter(isCode);
  const bases = changed.flatMap(({ base }) => (base === null ? [] : [base]));
  const texts = await readBlobs(
    repository,
    bases.map(({ blob }) => blob),
  );
  const baseTexts = new Map(bases.map((base, index) => [base, texts[index] ?? null]));
  const problems: { path: string; reason: string }[] = [];
  const versions: FileVersions[] = [];
  for (const { base, head } of changed) {
    const baseText = base === null ? null : (baseTexts.get(base) ?? null);
    const headText = head === null ? null : await readOr(read, head, problems);
    // A file that cannot be read has not lost its functions.
    if (head !== null && headText === null) continue;
    versions.push({
      base: base === null || baseText === null ? null : { path: base.path, text: baseText },
      head: head === null || headText === null ? null : { path: head, text: headText },
    });
  }
  const changes = changedFunctions(versions);
  const isWanted = (file: string): boolean =>
    paths.length === 0 || paths.some((wanted) => file === wanted || file.startsWith(`${wanted}/`));
  const isEitherWanted = ({ base, head }: ChangedFunction): boolean =>
    isWanted(base.path) || isWanted(head.path);
  return {
    changed: changes.changed.filter(isEitherWanted),
    renamed: changes.renamed.filter(isEitherWanted),
    added: changes.added.filter((one) => isWanted(one.path)),
    removed: changes.removed.filter((one) => isWanted(one.path)),
    problems: problems.filter((problem) => isWanted(problem.path)),
  };
}

/** Which functions differ between the versions of some files. */
export function changedFunctions(files: readonly FileVersions[]): Omit<FunctionChanges, "problems"> {
  const pathOf = new Map<FileVersion, string>();
  const version = (side: FileVersions["base"], name: string): FileVersion[] => {
    const code = side === null ? undefined : codeOfFile(side.path, side.text);
    if (side === null || code === undefined) return [];
    const { text, language } = code;
    const made = { path: name, text, language, analysis: analyze(text, language) };
    pathOf.set(made, side.path);
    return [made];
  };
  const revised = ({ file, found }: FunctionVersion): RevisedFunction => ({
    path: pathOf.get(file)!,
    file,
    found,
  });
  // A file that was renamed is one file.
  const { matches, added, removed } = matchFunctions(
    files.flatMap(({ base, head }) => version(base, head?.path ?? base?.path ?? "")),
    files.flatMap(({ head }) => version(head, head?.path ?? "")),
  );
  const changed = matches
    .filter(({ base, head }) => base.found.textHash !== head.found.textHash)
    .filter(({ base, head }) => !isPartOfAnother(base) || !isPartOfAnother(head));
  const onlyRenamed = renamedOnly(matches);
  const both = ({ base, head }: FunctionMatch): ChangedFunction => ({
    base: revised(base),
    head: revised(head),
  });
  return {
    changed: changed.filter((match) => !onlyRenamed.has(match)).map(both),
    renamed: changed.filter((match) => onlyRenamed.has(match)).map(both),
    added: added.filter((found) => !isPartOfAnother(found)).map(revised),
    removed: removed.filter((found) => !isPartOfAnother(found)).map(revised),
  };
}

/** A closure changes with the function around it, and cannot be measured without that. */
function isPartOfAnother({ found }: FunctionVersion): boolean {
  return found.parent !== null && found.reach === null;
}

function isCode({ base, head }: ChangedFile): boolean {
  const names = [base?.path, head].filter((name) => typeof name === "string");
  return names.some((name) => isSourceFile(name) && !/(^|\/)node_modules\//.test(name));
}

async function readOr(
  read: ReadSource,
  file: string,
  problems: { path: string; reason: string }[],
): Promise<string | null> {
  try {
    return (await read(file)).text;
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
    problems.push({ path: file, reason: error.message });
    return null;
  }
}
