import { rmSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { RevisionError } from "./git.ts";
import { copyIgnored } from "./ignored-files.ts";
import type { Repository, Revision } from "./repository.ts";
import { writeEntries, type Entry } from "./write-entries.ts";

/** The code of a revision, checked out beside the repository for as long as it is measured. */
export interface BaseTree {
  /** Its top folder. */
  readonly folder: string;
  /** Takes it away; it is also taken away when the process ends before that. */
  readonly remove: () => Promise<void>;
}

/** What can be imported; nothing else is checked out. */
const IMPORTED = /\.(?:[cm]?[jt]sx?|json|node|wasm|vue|svelte)$/i;

/** More than this is not checked out for a comparison. */
const AT_MOST = { files: 60_000, bytes: 1_000_000_000 };

/**
 * Checks the code of a revision out into a folder of its own, so that it loads with its own imports. Neither the
 * repository nor its index is touched. Packages come out of the `node_modules` of the working tree, but those that
 * are a part of the repository (workspaces) are those of the revision.
 *
 * @throws {RevisionError} when the revision has too much code.
 */
export async function checkOutBase(
  repository: Repository,
  revision: Revision,
  temporaryFolder = tmpdir(),
): Promise<BaseTree> {
  const entries = await codeOf(repository, revision);
  // Resolved, as stack traces will name it.
  const own = await realpath(await mkdtemp(path.join(temporaryFolder, "async-cost-base-")));
  const removeNow = (): void => rmSync(own, { recursive: true, force: true });
  process.once("exit", removeNow);
  const remove = async (): Promise<void> => {
    await rm(own, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    process.removeListener("exit", removeNow);
  };
  try {
    const folder = path.join(own, "tree");
    await mkdir(folder);
    await writeEntries(repository, entries, folder);
    await copyIgnored(repository, folder, (file) => IMPORTED.test(file));
    await linkPackages(repository.root, folder, entries);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The files of a revision that can be imported, with the symbolic links that may lead to some. */
async function codeOf({ git }: Repository, { name, commit }: Revision): Promise<Entry[]> {
  const listed = (await git(["ls-tree", "-r", "-z", "--long", "--full-tree", commit])).toString("utf8");
  const entries = listed.split("\0").flatMap((record): Entry[] => {
    const [, mode = "", blob = "", size = "", file = ""] =
      /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(record) ?? [];
    const isLink = mode === "120000";
    return isLink || IMPORTED.test(file) ? [{ path: file, blob, bytes: Number(size), isLink }] : [];
  });
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (entries.length > AT_MOST.files || bytes > AT_MOST.bytes) {
    throw new RevisionError(
      `${name} has ${entries.length} files of code, ${Math.round(bytes / 1e6)} MB, more than is checked out for a ` +
        "comparison; check it out yourself with git worktree add, and compare OLD/FILE with FILE",
    );
  }
  return entries;
}

/** Gives each package of the tree, and the tree itself, the packages that are installed for it in the working tree. */
async function linkPackages(root: string, tree: string, entries: readonly Entry[]): Promise<void> {
  const packages = entries
    .filter((entry) => path.posix.basename(entry.path) === "package.json")
    .map((entry) => path.posix.dirname(entry.path));
  for (const folder of new Set([".", ...packages])) {
    const installed = path.join(root, folder, "node_modules");
    if (await isFolder(installed))
      await linkEach(installed, path.join(tree, folder, "node_modules"), root, tree);
    else if (folder === ".") await linkFromAbove(root, tree);
  }
}

/** Packages may be installed above the repository. */
async function linkFromAbove(root: string, tree: string): Promise<void> {
  for (let folder = path.dirname(root); ; folder = path.dirname(folder)) {
    const installed = path.join(folder, "node_modules");
    if (await isFolder(installed)) return linkEach(installed, path.join(tree, "node_modules"), root, tree);
    if (path.dirname(folder) === folder) return;
  }
}

async function linkEach(from: string, to: string, root: string, tree: string): Promise<void> {
  // A revision that tracks a link of this name would lead out of the tree.
  if ((await lstat(to).catch(() => null))?.isSymbolicLink() === true) await rm(to);
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const link = path.join(to, entry.name);
    if (entry.name.startsWith("@") && entry.isDirectory()) await linkEach(source, link, root, tree);
    else if (!entry.name.startsWith(".") && !(await exists(link))) await linkTo(source, link, root, tree);
  }
}

async function linkTo(source: string, link: string, root: string, tree: string): Promise<void> {
  const real = await realpath(source).catch(() => null);
  if (real === null || !(await isFolder(real))) return;
  const inside = path.relative(root, real);
  const isOfRepository =
    !inside.startsWith("..") && !path.isAbsolute(inside) && !/(^|[\\/])node_modules([\\/]|$)/.test(inside);
  const counterpart = path.join(tree, inside);
  const isThere = isOfRepository && (await isFolder(counterpart));
  // A junction needs no right of its own on Windows.
  await symlink(isThere ? counterpart : real, link, "junction");
}

async function isFolder(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isDirectory() === true;
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
