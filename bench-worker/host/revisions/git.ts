import { execFile } from "node:child_process";
import os from "node:os";
import { gitCommand } from "../on-path.ts";

/** What git could not give, for the user: one line that names the cause and the next step. */
export class RevisionError extends Error {
  override readonly name = "RevisionError";
}

/** A git command that ended with another exit code than 0. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  /** The last line that git wrote to standard error. */
  readonly said: string;

  constructor(words: readonly string[], said: string) {
    super(`git ${words[0] ?? ""} failed: ${said}`);
    this.said = said;
  }
}

/** What a git command is given besides its words. */
export interface GitInput {
  readonly stdin?: string;
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs git with these words, without a shell, and returns its standard output.
 *
 * @throws {GitFailure} when it ends with another exit code than 0.
 * @throws {RevisionError} when there is no git.
 */
export type RunGit = (words: readonly string[], input?: GitInput) => Promise<Buffer>;

const OUTPUT_AT_MOST = 512 * 1024 * 1024;

/**
 * Settings for every call: no hook runs, paths are taken as they are, and
 * nobody is asked for anything.
 */
const SETTINGS = [
  "--literal-pathspecs",
  ...[
    "core.fsmonitor=false",
    `core.hooksPath=${os.devNull}`,
    "filter.lfs.smudge=",
    "filter.lfs.process=",
    "filter.lfs.required=false",
  ].flatMap((setting) => ["-c", setting]),
];

/** A hook of git sets these for the repository it runs in, which need not be that of the folder. */
const NOT_INHERITED = [
  "GIT_DIR",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_EXTERNAL_DIFF",
];

/** Git as it is installed, in `folder`. */
export function gitIn(folder: string, signal?: AbortSignal): RunGit {
  return (words, { stdin, environment } = {}) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        gitCommand(),
        [...SETTINGS, ...words],
        {
          cwd: folder,
          encoding: "buffer",
          maxBuffer: OUTPUT_AT_MOST,
          windowsHide: true,
          env: {
            ...Object.fromEntries(
              Object.entries(process.env).filter(([name]) => !NOT_INHERITED.includes(name.toUpperCase())),
            ),
            // Messages are read for their meaning.
            LC_ALL: "C",
            GIT_OPTIONAL_LOCKS: "0",
            GIT_TERMINAL_PROMPT: "0",
            ...environment,
          },
          ...(signal === undefined ? {} : { signal }),
        },
        (error, output, errors) => {
          if (error === null) resolve(output);
          else reject(failure(words, error, errors.toString("utf8")));
        },
      );
      // Git may end before it has read everything; its exit code then tells why.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(stdin ?? "");
    });
}

function failure(words: readonly string[], error: Error & { code?: unknown }, said: string): Error {
  if (error.code === "ENOENT") {
    return new RevisionError(
      "git was not found on PATH; install it, or compare two targets without a revision",
    );
  }
  return error.name === "AbortError" ? error : new GitFailure(words, lastLine(said) || error.message);
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}
