import path from "node:path";
import { gitIn, type RunGit } from "../../bench-worker/host/revisions/git.ts";
import type { HeadSource } from "./head-source.ts";

const GIT_MILLISECONDS_AT_MOST = 10_000;
/** Nobody waits for a network while code is only looked at. */
const ENVIRONMENT = { GIT_NO_LAZY_FETCH: "1" };

/** The git on `PATH`, in a folder; it is ended when it takes too long. */
export function briefGit(folder: string): RunGit {
  return (words, input) =>
    gitIn(folder, AbortSignal.timeout(GIT_MILLISECONDS_AT_MOST))(words, {
      ...input,
      environment: { ...ENVIRONMENT, ...input?.environment },
    });
}

/** Asks the git on `PATH`: for where the editor's own git extension is switched off or has not opened the repository. */
export class GitCommand implements HeadSource {
  readonly #gitIn: (folder: string) => RunGit;
  readonly #isAllowed: () => boolean;

  /** @param isAllowed False in a folder that is not trusted: its git configuration can name programs to run. */
  constructor(gitOfFolder: (folder: string) => RunGit, isAllowed: () => boolean) {
    this.#gitIn = gitOfFolder;
    this.#isAllowed = isAllowed;
  }

  async commitOf(file: string): Promise<string | undefined> {
    const output = await this.#answer(file, ["rev-parse", "--verify", "--quiet", "HEAD"]);
    const commit = output?.trim();
    return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
  }

  async textAt(commit: string, file: string): Promise<string | null | undefined> {
    const listed = await this.#answer(file, ["ls-tree", "-z", commit, "--", path.basename(file)]);
    if (listed === undefined) return undefined;
    // A mode, a kind and a name, and behind a tab the path; nothing where the commit has no such file.
    const blob = /^\d+ blob ([0-9a-f]{40,64})\t/.exec(listed)?.[1];
    return blob === undefined ? null : this.#answer(file, ["cat-file", "blob", blob]);
  }

  /** What git says in the folder of a file; undefined where it may not be asked, is missing, or fails. */
  async #answer(file: string, words: readonly string[]): Promise<string | undefined> {
    if (!this.#isAllowed()) return undefined;
    try {
      return (await this.#gitIn(path.dirname(file))(words)).toString("utf8");
    } catch {
      return undefined;
    }
  }
}
