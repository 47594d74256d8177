import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { checkOutBase } from "../bench-worker/host/revisions/base-tree.ts";
import { changesSince, isOfTests } from "../bench-worker/host/revisions/changed-functions.ts";
import { gitIn, RevisionError } from "../bench-worker/host/revisions/git.ts";
import {
  isInRevision,
  openRepository,
  pathInRepository,
  resolveRevision,
  type Repository,
  type Revision,
} from "../bench-worker/host/revisions/repository.ts";
import {
  describedChanges,
  namedAsInRepository,
  revisedGroups,
  withRevisionWarnings,
} from "../bench-worker/host/revisions/revised-groups.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { inShard, type Shard } from "../bench-worker/shard.ts";
import { describedInShard, type Prepared } from "./compare-prepared.ts";

/**
 * The asynchronous functions that differ between a git revision and the working tree, in both versions. The revision's
 * code is checked out beside it until `dispose` is called.
 *
 * @param paths What to look at, relative to `folder`; none for the whole repository.
 * @param includeTests Whether functions of tests count; those of a file that is named always do.
 * @param shard Which of those that differ are compared; null for all.
 * @throws {RevisionError} when git cannot give that.
 */
export async function prepareRevision(
  name: string,
  paths: readonly string[],
  folder: string,
  includeTests: boolean,
  signal: AbortSignal,
  shard: Shard | null = null,
): Promise<Prepared> {
  const workspaceFolder = await realpath(folder);
  const repository = await openRepository(workspaceFolder, (at) => gitIn(at, signal));
  const revision = await resolveRevision(repository, name);
  const only = await Promise.all(
    paths.map((given) => checkedPath(given, repository, revision, workspaceFolder)),
  );
  const changes = await changesSince(
    repository,
    revision,
    only.includes("") ? [] : only,
    diskSource(repository.root),
    includeTests,
  );
  const changed = shard === null ? changes.changed : inShard(changes.changed, shard);
  const described = describedInShard(
    describedChanges(changes, { repository, revision, workspaceFolder }),
    shard,
    changed.length,
    changes.changed.length,
  );
  if (changed.length === 0) {
    return {
      groups: [],
      alone: [],
      described,
      workspaceFolder,
      finish: (document) => Promise.resolve(document),
      dispose: () => Promise.resolve(),
    };
  }
  const tree = await checkOutBase(repository, revision);
  const places = { repository, revision, baseFolder: tree.folder, workspaceFolder };
  const groups = revisedGroups(changed, places);
  return {
    groups,
    alone: [],
    described,
    workspaceFolder,
    finish: async (document) => {
      const named = namedAsInRepository(document, tree.folder, repository.root);
      const { pairs, ...rest } = await withRevisionWarnings(named, places, changed);
      // One pair a changed function, in their order.
      const told = pairs?.map((pair, index) => {
        const { base, head } = changed[index]!;
        return isOfTests(base) && isOfTests(head) ? { ...pair, isOfTests: true as const } : pair;
      });
      return { ...rest, ...(told === undefined ? {} : { pairs: told }) };
    },
    dispose: tree.remove,
  };
}

/** A path that is in neither version is a slip, and would otherwise look as if nothing had changed. */
async function checkedPath(
  given: string,
  repository: Repository,
  revision: Revision,
  folder: string,
): Promise<string> {
  const inside = await pathInRepository(repository, folder, given);
  const isThere =
    inside === "" || (await stat(path.join(repository.root, inside)).catch(() => null)) !== null;
  if (isThere || (await isInRevision(repository, revision, inside))) return inside;
  throw new RevisionError(
    `${given} is neither in the working tree nor in ${revision.name}; give a file or a folder`,
  );
}
