import path from "node:path";
import type { BenchmarkDocument, DescribedField } from "../../document.ts";
import type { TargetIdentity } from "../../target-result.ts";
import type { TargetSource } from "../../protocol.ts";
import type { ComparisonGroup } from "../api.ts";
import { packagesWarning } from "./installed-packages.ts";
import { identityOfFunction, shortFile } from "../identity.ts";
import type { ChangedFunction, FunctionChanges, RevisedFunction } from "./changed-functions.ts";
import { withNotTold } from "./not-told.ts";
import type { Repository, Revision } from "./repository.ts";

/** Where the two versions lie, and how a document names them. */
export interface Places {
  readonly repository: Repository;
  readonly revision: Revision;
  /** The folder that holds the code of the revision. */
  readonly baseFolder: string;
  /** The folder that files are named relative to. */
  readonly workspaceFolder: string | null;
}

/** One group a function that has changed: its version in the revision, and the present one. */
export function revisedGroups(changed: readonly ChangedFunction[], places: Places): ComparisonGroup[] {
  const { repository, revision, baseFolder, workspaceFolder } = places;
  return changed.map(({ base, head }, index) => ({
    targets: [
      {
        source: { ...sourceOf(base, baseFolder, `${index}:base`), folder: baseFolder },
        file: fileIn(repository, base, workspaceFolder),
        revision: revision.name,
        presentFolder: repository.root,
      },
      { source: sourceOf(head, repository.root, `${index}:head`) },
    ],
  }));
}

/** What a document says of the changes besides the measured pairs. */
export function describedChanges(
  { added, removed, renamed, problems, testsLeftOut }: FunctionChanges,
  { repository, revision, workspaceFolder }: Omit<Places, "baseFolder">,
): Pick<BenchmarkDocument, DescribedField> {
  const identity = (revised: RevisedFunction): TargetIdentity =>
    identityOfFunction(revised.found, fileIn(repository, revised, workspaceFolder));
  const former = (revised: RevisedFunction): TargetIdentity => ({
    ...identity(revised),
    revision: revision.name,
  });
  return {
    comparedWith: { revision: revision.name, commit: revision.commit },
    added: added.map(identity),
    removed: removed.map(former),
    ...(renamed.length === 0
      ? {}
      : { renamed: renamed.map(({ base, head }) => ({ base: former(base), head: identity(head) })) }),
    ...(problems.length === 0
      ? {}
      : { problems: problems.map((problem) => ({ file: problem.path, reason: problem.reason })) }),
    ...(testsLeftOut === 0 ? {} : { testsLeftOut }),
  };
}

/**
 * A document in which files of the revision are named as in the repository: the folder that they were measured in is
 * of no use to anybody once it is gone.
 */
export function namedAsInRepository<D extends BenchmarkDocument>(
  document: D,
  baseFolder: string,
  root: string,
): D {
  const named = (text: string): string => text.replaceAll(baseFolder, root);
  const optional = (key: "reason" | "hint", text: string | undefined): object =>
    text === undefined ? {} : { [key]: named(text) };
  return {
    ...document,
    results: document.results.map((result) => {
      const { target, stackTraces, reason, hint, warnings } = result;
      if (target.revision === undefined) return result;
      return {
        ...result,
        ...optional("reason", reason),
        ...optional("hint", hint),
        warnings: warnings.map(named),
        ...(stackTraces === undefined
          ? {}
          : {
              stackTraces: {
                ...stackTraces,
                sites: stackTraces.sites.map((site) => ({ ...site, stack: named(site.stack) })),
              },
            }),
      };
    }),
  };
}

/**
 * A document with warnings at pairs: of a base of a revision with other packages than those installed, and of a version whose
 * text does not tell that it is asynchronous.
 */
export async function withRevisionWarnings<D extends BenchmarkDocument>(
  document: D,
  { repository, revision, baseFolder }: Omit<Places, "workspaceFolder">,
  changed: readonly ChangedFunction[],
): Promise<D> {
  const warnings = await Promise.all(
    changed.map(({ base }) => packagesWarning(baseFolder, repository.root, base.path, revision.name)),
  );
  return {
    ...document,
    // One pair a changed function, in their order.
    pairs: document.pairs?.map((measured, index) => {
      const versions = changed[index];
      const pair =
        versions === undefined
          ? measured
          : withNotTold(measured, versions, document.results, `at ${revision.name}`);
      const warning = warnings[index] ?? null;
      return warning === null ? pair : { ...pair, warnings: [...pair.warnings, warning] };
    }),
  };
}

function sourceOf({ path: name, file, found }: RevisedFunction, folder: string, id: string): TargetSource {
  return {
    id,
    file: path.join(folder, name),
    text: file.text,
    language: file.language,
    functionStart: found.range.start,
  };
}

function fileIn(
  { root }: Repository,
  { path: name }: RevisedFunction,
  workspaceFolder: string | null,
): string {
  return shortFile(path.join(root, name), workspaceFolder);
}
