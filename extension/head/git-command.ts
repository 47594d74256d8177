import { execFile } from "node:child_process";
import path from "node:path";
import type { HeadSource } from "./head-source.ts";

/** How a git process ended. */
export interface GitAnswer {
  /** Null when it could not be started, was ended by a signal, or said too much. */
  readonly code: number | null;
  readonly output: string;
}

/** Runs git in a folder, without a shell. */
export type RunGit = (folder: string, ...gitArguments: readonly string[]) => Promise<GitAnswer>;

/** Larger files are not compared. */
const OUTPUT_BYTES_AT_MOST = 20_000_000;
const GIT_MILLISECONDS_AT_MOST = 10_000;

/** Asks the git on `PATH`: for where the editor's own git extension is switched off or has not opened the repository. */
export class GitCommand implements HeadSource {
  readonly #run: RunGit;
  readonly #isAllowed: () => boolean;

  /** @param isAllowed False in a folder that is not trusted: its git configuration can name programs to run. */
  constructor(run: RunGit, isAllowed: () => boolean) {
    this.#run = run;
    this.#isAllowed = isAllowed;
  }

  async commitOf(file: string): Promise<string | undefined> {
    if (!this.#isAllowed()) return undefined;
    const { code, output } = await this.#run(path.dirname(file), "rev-parse", "--verify", "--quiet", "HEAD");
    const commit = output.trim();
    return code === 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
  }

  async textAt(commit: string, file: string): Promise<string | null> {
    if (!this.#isAllowed()) return null;
    const { code, output } = await this.#run(
      path.dirname(file),
      "cat-file",
      "blob",
      `${commit}:./${path.basename(file)}`,
    );
    return code === 0 ? output : null;
  }
}

/** The git on `PATH`, which waits for nobody: no lock, no prompt, no network, no monitor of the file system. */
export const runGit: RunGit = (folder, ...gitArguments) =>
  new Promise((resolve) => {
    const options = {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: OUTPUT_BYTES_AT_MOST,
      timeout: GIT_MILLISECONDS_AT_MOST,
      windowsHide: true,
      env: {
        ...process.env,
        GIT_OPTIONAL_LOCKS: "0",
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_LAZY_FETCH: "1",
      },
    } as const;
    execFile("git", ["-c", "core.fsmonitor=false", ...gitArguments], options, (error, output) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, output });
    });
  });
