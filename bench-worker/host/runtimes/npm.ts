import { spawn } from "node:child_process";
import { commandOnPath } from "../on-path.ts";
import { killTree } from "../process-tree.ts";

/** What npm answered. */
export interface NpmAnswer {
  readonly stdout: string;
  /** Its end only. */
  readonly stderr: string;
  /** Null when npm could not be started or was ended. */
  readonly code: number | null;
}

/** Runs npm in a folder. Never rejects. Words must not need quoting: on Windows npm is started by a shell. */
export type Npm = (words: readonly string[], folder: string, signal: AbortSignal) => Promise<NpmAnswer>;

/** npm failed; the message is one line: what was wanted, and why it failed. */
export class NpmError extends Error {
  override readonly name = "NpmError";
}

const OUTPUT_AT_MOST = 2_000_000;
const ERRORS_AT_MOST = 4000;

/**
 * What an npm that runs us tells its scripts about its own project must not reach the one that we run; where
 * packages come from (registry, proxy, certificates) must.
 */
const OF_ANOTHER_PROJECT =
  /^(npm_(package_|lifecycle_|command$|config_(local_prefix|prefix|global_prefix|engine_strict|omit|include)$)|INIT_CWD$|NODE_ENV$|NODE_OPTIONS$)/i;

const NO_NPM_HINT = "it comes with Node: is it on the PATH?";
const NO_NPM = `npm was not found; ${NO_NPM_HINT}`;

/** {@link Npm} on this machine, found on PATH. */
export const npmOnPath: Npm = (words, folder, signal) =>
  new Promise((resolve) => {
    const windows = process.platform === "win32";
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !OF_ANOTHER_PROJECT.test(name)),
    );
    let stdout = "";
    let stderr = "";
    const command = commandOnPath("npm", [".cmd"]);
    if (command === null) {
      resolve({ stdout, stderr: NO_NPM, code: null });
      return;
    }
    // A path may have spaces, and the shell that a .cmd needs would end the command there.
    const child = spawn(windows ? `"${command}"` : command, [...words], {
      cwd: folder,
      env: environment,
      shell: windows,
      stdio: ["ignore", "pipe", "pipe"],
      detached: !windows,
      windowsHide: true,
    });
    const stop = (): void => {
      if (child.pid !== undefined) killTree(child.pid);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const settle = (code: number | null, said = stderr): void => {
      signal.removeEventListener("abort", stop);
      resolve({ stdout, stderr: said, code });
    };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      if (stdout.length < OUTPUT_AT_MOST) stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-ERRORS_AT_MOST);
    });
    child.once("error", (error) =>
      settle(null, `npm could not be started (${error.message}); ${NO_NPM_HINT}`),
    );
    child.once("close", (code) => settle(code));
  });

/** The line of npm's errors that says why, and what to do where that is known. */
export function npmReason({ stderr, code }: NpmAnswer): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim())
    .filter((line) => line !== "" && !/^npm warn/i.test(line));
  if (code === null) return lines[0] ?? "npm was ended";
  const cause = /^code (\w+)$/.exec(lines[0] ?? "")?.[1];
  if (
    cause !== undefined &&
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED)$/.test(cause)
  ) {
    return `npm cannot reach the registry (${cause}); installing needs a connection, what is installed works without`;
  }
  const rest = lines.filter((line) => !line.startsWith("code "));
  return [cause, rest[0] ?? `npm failed with exit code ${code}`].filter(Boolean).join(": ");
}
