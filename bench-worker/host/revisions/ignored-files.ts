import { constants, copyFile, lstat, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import type { Repository } from "./repository.ts";

/** More than this is not copied: a build's whole output is rarely what is imported. */
const IGNORED_AT_MOST = { files: 5_000, bytes: 100_000_000 };

/** Folders that hold no code of the project's. */
const NEVER = new Set(["node_modules", ".git", "coverage", ".cache", ".nyc_output", ".vscode-test"]);

/**
 * Copies what git ignores in the working tree, such as generated code, to the same places of a revision's tree, where
 * nothing of the revision stands: both versions need it, and git has neither. Copied and not linked, so that what it
 * imports is the revision's. What is beyond `atMost` stays away.
 *
 * @param isWanted Whether a file of this name can be imported.
 */
export async function copyIgnored(
  { root, git }: Repository,
  tree: string,
  isWanted: (file: string) => boolean,
  atMost = IGNORED_AT_MOST,
): Promise<void> {
  const words = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"];
  const listed = (await git(words)).toString("utf8").split("\0").filter(Boolean);
  const left = { ...atMost };
  // Single files first: a large folder must not crowd them out.
  for (const entry of listed.sort((a, b) => Number(a.endsWith("/")) - Number(b.endsWith("/")))) {
    await copy(path.normalize(entry.replace(/\/$/, "")));
  }

  async function copy(inside: string): Promise<void> {
    if (left.files <= 0 || NEVER.has(path.basename(inside))) return;
    const from = path.join(root, inside);
    const found = await lstat(from).catch(() => null);
    if (found?.isDirectory() === true) {
      for (const name of await readdir(from).catch(() => [])) await copy(path.join(inside, name));
    } else if (found?.isFile() === true && isWanted(inside) && found.size <= left.bytes) {
      const to = path.join(tree, inside);
      if (!(await isFree(tree, inside))) return;
      left.files--;
      left.bytes -= found.size;
      await mkdir(path.dirname(to), { recursive: true });
      await copyFile(from, to, constants.COPYFILE_EXCL);
    }
  }
}

/**
 * Whether nothing of the tree stands there, and all that is on the way are folders: a link that the revision tracks
 * may lead out of the tree, and what is written through it would stay there.
 */
async function isFree(tree: string, inside: string): Promise<boolean> {
  const names = inside.split(path.sep);
  let at = tree;
  for (const [index, name] of names.entries()) {
    at = path.join(at, name);
    const found = await lstat(at).catch(() => null);
    if (found === null) return true;
    if (index === names.length - 1 || !found.isDirectory()) return false;
  }
  return false;
}
