import { realpath } from "node:fs/promises";
import path from "node:path";
import { GitFailure, RevisionError, type RunGit } from "./git.ts";

/** A git repository with a working tree. */
export interface Repository {
  /** The top folder of the working tree, with symbolic links resolved. */
  readonly root: string;
  /** Runs git in the top folder. */
  readonly git: RunGit;
}

/** A commit that a name stands for. */
export interface Revision {
  /** As the user wrote it. */
  readonly name: string;
  /** The commit's hash, in full. */
  readonly commit: string;
}

/** A file of a revision. Its path is relative to the repository's top folder, with forward slashes. */
export interface BaseFile {
  readonly path: string;
  /** The hash of its content. */
  readonly blob: string;
}

/** A file that differs between a revision and the working tree; `base` or `head` is null where it is not there. */
export interface ChangedFile {
  readonly base: BaseFile | null;
  /** Path relative to the top folder, with forward slashes. */
  readonly head: string | null;
}

/**
 * The repository around `folder`.
 *
 * @param gitIn Makes a git for a folder.
 * @throws {RevisionError} when there is none, or it has no working tree.
 */
export async function openRepository(folder: string, gitIn: (folder: string) => RunGit): Promise<Repository> {
  const git = gitIn(folder);
  try {
    const root = text(await git(["rev-parse", "--show-toplevel"]));
    const real = await realpath(root);
    const inTop = gitIn(real);
    const environment = await withoutFilters(inTop);
    return {
      root: real,
      git: (words, input) =>
        inTop(words, { ...input, environment: { ...environment, ...input?.environment } }),
    };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    if (/not a git repository/i.test(error.said)) {
      throw new RevisionError(
        `${folder} is in no git repository; change to one, or compare two targets without a revision`,
      );
    }
    if (/must be run in a work tree/i.test(error.said)) {
      throw new RevisionError("this git repository has no working tree to compare with; clone it first");
    }
    throw new RevisionError(`git cannot read the repository: ${error.said}`);
  }
}

/**
 * An environment in which git runs none of the programs that are set up to change contents as they come in and out: what
 * is compared is read, and a filter may do anything.
 */
async function withoutFilters(git: RunGit): Promise<Readonly<Record<string, string>>> {
  const pattern = "^filter\\..*\\.(clean|smudge|process|required)$";
  const listed = await git(["config", "--null", "--name-only", "--get-regexp", pattern]).catch(
    (error: unknown) => {
      // It ends with 1 where there is none.
      if (error instanceof GitFailure) return Buffer.alloc(0);
      throw error;
    },
  );
  const names = [...new Set(records(listed.toString("utf8")))];
  // Settings that came by the environment stay.
  const before = Number(process.env.GIT_CONFIG_COUNT ?? 0) || 0;
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(before + names.length) };
  for (const [index, name] of names.entries()) {
    environment[`GIT_CONFIG_KEY_${before + index}`] = name;
    environment[`GIT_CONFIG_VALUE_${before + index}`] = name.endsWith(".required") ? "false" : "";
  }
  return environment;
}

/**
 * The commit that a branch, tag, hash or expression such as `HEAD~3` names.
 *
 * @throws {RevisionError} when there is no such commit here.
 */
export async function resolveRevision({ git }: Repository, name: string): Promise<Revision> {
  if (name === "" || name.startsWith("-")) {
    throw new RevisionError(
      `${JSON.stringify(name)} is no revision; write a branch, a tag or a commit, such as main`,
    );
  }
  try {
    const commit = text(await git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`]));
    return { name, commit };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const isShallow = text(await git(["rev-parse", "--is-shallow-repository"])) === "true";
    throw new RevisionError(
      isShallow
        ? `this clone is shallow and has no commit ${name}; fetch it with git fetch --unshallow (in a workflow: fetch-depth: 0)`
        : `there is no commit ${name} in this repository; write a branch, a tag or a commit that git log shows, or fetch it first`,
    );
  }
}

/**
 * The files that differ between a revision and the working tree, saved but not necessarily committed, with files that
 * git does not know yet and without those it ignores. A file that was renamed is one entry.
 */
export async function changedFiles({ git }: Repository, { commit }: Revision): Promise<ChangedFile[]> {
  const diff = ["diff", "--raw", "-z", "--no-abbrev", "--find-renames", "--no-ext-diff", "--no-textconv"];
  const known = await git([...diff, "--no-relative", "--ignore-submodules=all", commit, "--"]);
  const unknown = await git(["ls-files", "--others", "--exclude-standard", "-z"]);
  return [
    ...readRawDiff(known.toString("utf8")),
    ...records(unknown.toString("utf8")).map((head) => ({ base: null, head })),
  ];
}

/** Whether a path, relative to the top folder, is in a revision. */
export async function isInRevision(
  { git }: Repository,
  { commit }: Revision,
  file: string,
): Promise<boolean> {
  const found = await git(["ls-tree", "-z", "--name-only", commit, "--", file]);
  return found.length > 0;
}

/** A file's text in a revision; null where it has no such file, or that is not text. */
export async function readText(
  { git }: Repository,
  { commit }: Revision,
  file: string,
): Promise<string | null> {
  const content = await git(["cat-file", "blob", `${commit}:${file}`]).catch((error: unknown) => {
    if (error instanceof GitFailure) return null;
    throw error;
  });
  // A byte order mark is no part of the text.
  return content === null || content.includes(0) ? null : content.toString("utf8").replace(/^\uFEFF/, "");
}

/** The texts of some contents, in their order; what is not text is null. */
export async function readBlobs(
  repository: Repository,
  blobs: readonly string[],
): Promise<(string | null)[]> {
  const contents = await readContents(repository, blobs);
  return contents.map((content) =>
    // A byte order mark is no part of the text.
    content.includes(0) ? null : content.toString("utf8").replace(/^\uFEFF/, ""),
  );
}

/**
 * Some contents as git stores them, in their order.
 *
 * @throws {RevisionError} when one of them is missing or no file.
 */
export async function readContents({ git }: Repository, blobs: readonly string[]): Promise<Buffer[]> {
  if (blobs.length === 0) return [];
  const output = await git(["cat-file", "--batch"], { stdin: `${blobs.join("\n")}\n` });
  const contents: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0x0a, at);
    const size = Number(/^\S+ blob (\d+)$/.exec(output.toString("latin1", at, end))?.[1]);
    if (!Number.isInteger(size)) throw new RevisionError("git gave a content that is no file");
    contents.push(output.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return contents;
}

/**
 * Reads `git diff --raw -z --no-abbrev`: `:mode mode hash hash status`, then one path, or two for a rename. Symbolic
 * links and submodules are left out.
 */
function readRawDiff(output: string): ChangedFile[] {
  const fields = records(output);
  const changed: ChangedFile[] = [];
  for (let at = 0; at < fields.length;) {
    const [, baseMode = "", headMode = "", blob = "", status = ""] =
      /^:(\d+) (\d+) ([0-9a-f]+) [0-9a-f]+ ([A-Z])/.exec(fields[at++]!) ?? [];
    const from = fields[at++] ?? "";
    const to = status === "R" || status === "C" ? (fields[at++] ?? "") : from;
    const base = isFile(baseMode) && status !== "C" ? { path: from, blob } : null;
    const head = isFile(headMode) ? to : null;
    if (base !== null || head !== null) changed.push({ base, head });
  }
  return changed;
}

function isFile(mode: string): boolean {
  return mode.startsWith("100");
}

function records(output: string): string[] {
  return output.split("\0").filter((record) => record !== "");
}

function text(output: Buffer): string {
  return output.toString("utf8").trim();
}

/**
 * Where a path that the user gave lies in the repository: relative to its top folder, with forward slashes; empty for
 * the top folder itself.
 *
 * @param folder What the path is relative to.
 * @throws {RevisionError} when it lies outside.
 */
export async function pathInRepository({ root }: Repository, folder: string, given: string): Promise<string> {
  const relative = path.relative(root, path.resolve(await realpath(folder), given));
  if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    throw new RevisionError(`${given} lies outside of the repository ${root}; give a path in it`);
  }
  return relative.split(path.sep).join("/");
}
