import { analyze, analyzeFor } from "../../../analysis/analyze.ts";
import { codeOfFile, isSourceFile } from "../../../analysis/components/code-of.ts";
import { matchFunctions, type FunctionMatch } from "../../../analysis/match/match-functions.ts";
import type { FileVersion, FunctionVersion } from "../../../analysis/match/versions.ts";
import { NotAsynchronous } from "../../../analysis/match/not-asynchronous.ts";
import { renamedOnly } from "../../../analysis/match/renamed-only.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { isTestCallback, isTestFile } from "../../../analysis/source/test-code.ts";
import { reading } from "../reading.ts";
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
  /** How many that differ are of tests, and so are in none of these lists. */
  readonly testsLeftOut: number;
}

/** The two versions of one file; either may be missing. */
export interface FileVersions {
  readonly base: { readonly path: string; readonly text: string } | null;
  readonly head: {
    readonly path: string;
    readonly text: string;
    /** Where a function begins that somebody asks for: it is looked at whatever it is, asynchronous or not, a closure or not. */
    readonly asked?: number;
  } | null;
}

/**
 * Reads what has changed since a revision.
 *
 * @param paths Files and folders to look at, relative to the top folder; none for everything.
 * @param read Reads a file of the working tree by its path relative to the top folder.
 * @param includeTests Whether functions of tests are looked at as well; those of a file that `paths` names always are.
 */
export async function changesSince(
  repository: Repository,
  revision: Revision,
  paths: readonly string[],
  read: ReadSource,
  includeTests = true,
): Promise<FunctionChanges> {
  // A file that was renamed, or a function that was moved, may come from elsewhere: paths choose only at the end.
  const changed = (await changedFiles(repository, revision)).filter((file) => isCode(file, paths));
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
  const changes = changedFunctions(versions, problems);
  const isWanted = (file: string): boolean =>
    paths.length === 0 || paths.some((wanted) => isWithin(file, wanted));
  let testsLeftOut = 0;
  const isAskedFor = (path: string): boolean => includeTests || paths.includes(path);
  const isLeftOut = (one: RevisedFunction): boolean => !isAskedFor(one.path) && isOfTests(one);
  const chosen = <T>(all: readonly T[], versions: (one: T) => readonly RevisedFunction[]): T[] =>
    all
      .filter((one) => versions(one).some(({ path }) => isWanted(path)))
      .filter((one) => {
        const isTest = versions(one).every(isLeftOut);
        if (isTest) testsLeftOut++;
        return !isTest;
      });
  const both = ({ base, head }: ChangedFunction): RevisedFunction[] => [base, head];
  const alone = (one: RevisedFunction): RevisedFunction[] => [one];
  return {
    changed: chosen(changes.changed, both),
    renamed: chosen(changes.renamed, both),
    added: chosen(changes.added, alone),
    removed: chosen(changes.removed, alone),
    problems: problems.filter(({ path }) => isWanted(path) && (isAskedFor(path) || !isTestFile(path))),
    testsLeftOut,
  };
}

/**
 * Which functions differ between the versions of some files.
 *
 * @param problems Gets the files of which a version takes too long to read.
 */
export function changedFunctions(
  files: readonly FileVersions[],
  problems: { path: string; reason: string }[] = [],
): Omit<FunctionChanges, "problems" | "testsLeftOut"> {
  const pathOf = new Map<FileVersion, string>();
  const askedOf = new Map<FileVersion, number>();
  const version = (side: FileVersions["head"], name: string): FileVersion[] => {
    const code = side === null ? undefined : codeOfFile(side.path, side.text);
    if (side === null || code === undefined) return [];
    const { text, language } = code;
    const { asked } = side;
    const analysis = reading(side.path, () =>
      asked === undefined ? analyze(text, language) : analyzeFor(text, language, asked),
    );
    const made = { path: name, text, language, analysis };
    pathOf.set(made, side.path);
    if (asked !== undefined) askedOf.set(made, asked);
    return [made];
  };
  const revised = ({ file, found }: FunctionVersion): RevisedFunction => ({
    path: pathOf.get(file)!,
    file,
    found,
  });
  const isAsked = ({ file, found }: FunctionVersion): boolean => askedOf.get(file) === found.range.start;
  const versions = files.flatMap(({ base, head }) => {
    try {
      // A file that was renamed is one file.
      return [{ base: version(base, head?.path ?? base?.path ?? ""), head: version(head, head?.path ?? "") }];
    } catch (error) {
      if (!(error instanceof SourceFileError)) throw error;
      problems.push({ path: head?.path ?? base?.path ?? "", reason: error.message });
      return [];
    }
  });
  const { matches, added, removed } = matchFunctions(
    versions.flatMap(({ base }) => base),
    versions.flatMap(({ head }) => head),
    new NotAsynchronous(),
  );
  const changed = matches
    .filter(({ base, head }) => base.found.textHash !== head.found.textHash)
    .filter(({ base, head }) => isAsked(head) || !isPartOfAnother(base) || !isPartOfAnother(head));
  const onlyRenamed = renamedOnly(matches);
  const both = ({ base, head }: FunctionMatch): ChangedFunction => ({
    base: revised(base),
    head: revised(head),
  });
  return {
    changed: changed.filter((match) => !onlyRenamed.has(match)).map(both),
    renamed: changed.filter((match) => onlyRenamed.has(match)).map(both),
    added: added.filter((found) => isAsked(found) || !isPartOfAnother(found)).map(revised),
    removed: removed.filter((found) => !isPartOfAnother(found)).map(revised),
  };
}

/** Whether a function is of tests: of a file of theirs, or what `it(…)` or `beforeEach(…)` is given. */
export function isOfTests({ path, file, found }: RevisedFunction): boolean {
  return isTestFile(path) || isTestCallback(found, file.text, file.language);
}

/** A closure changes with the function around it, and cannot be measured without that. */
function isPartOfAnother({ found }: FunctionVersion): boolean {
  return found.parent !== null && found.reach === null;
}

/** Packages are no code of the project, but those that somebody asks for: some projects keep their own in `packages/node_modules/`. */
function isCode({ base, head }: ChangedFile, paths: readonly string[]): boolean {
  const asked = paths.filter((wanted) => OF_PACKAGES.test(`${wanted}/`));
  const names = [base?.path, head].filter((name) => typeof name === "string");
  return names.some(
    (name) =>
      isSourceFile(name) && (!OF_PACKAGES.test(name) || asked.some((wanted) => isWithin(name, wanted))),
  );
}

const OF_PACKAGES = /(?:^|\/)node_modules\//;

function isWithin(file: string, wanted: string): boolean {
  return file === wanted || file.startsWith(`${wanted}/`);
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
