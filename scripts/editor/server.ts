import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endTree, keepTrackOf } from "../../bench-worker/host/process-tree.ts";
import type { Editor } from "./prepare.ts";

/** How a server is to be started. */
export interface ServerOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The user's `settings.json`; over what is there already. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Where the user's settings and state are; a temporary folder that goes with the server when it is left out. */
  readonly userDataFolder?: string;
  /** Where installed extensions are; the same. */
  readonly extensionsFolder?: string;
  /** A folder with an extension's manifest that counts as installed, linked and not copied. */
  readonly linkedExtension?: string;
  /** A packed extension that is installed first, as a user would. */
  readonly packedExtension?: string;
  /**
   * With it the page heeds `payload`, so that an extension can be under development and its suite be run. The price:
   * notifications never show. A person who works the window needs it off.
   */
  readonly testDriver?: boolean;
  /**
   * Of the extensions that come with the editor only those that color and lay out what is shown, and git's. Its language server
   * for TypeScript alone takes as long to start, and to read a file, as the window does.
   */
  readonly fewExtensions?: boolean;
  /** What a page opens whose address names no folder. */
  readonly defaultFolder?: string;
  /** Set in the environment of the server, and so of the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A VS Code server that answers. */
export interface Server {
  readonly port: number;
  /** What a page has to show to be let in. */
  readonly token: string;
  /** The process that leads the server's group. */
  readonly pid: number;
  /** Settles when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Writes over the user's settings, which the editor follows in a moment, and a window that is loaded anew has. */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Ends the server and everything it has started, and removes its temporary folders. */
  stop(): Promise<void>;
}

/** Languages, themes, notebooks and git. */
const FEW_EXTENSIONS = [
  ...["css", "html", "javascript", "json", "markdown-basics", "typescript-basics"],
  ...["theme-defaults", "theme-modern-icons", "theme-seti", "ipynb", "notebook-renderers", "git", "git-base"],
];

const START_MILLISECONDS = 60_000;
const GRACE_MILLISECONDS = 2_000;

/**
 * Starts VS Code's server on 127.0.0.1. It leads a process group, so that what it starts can be ended with it; should
 * we die without a word, it is killed too.
 * Throws with what it said when it does not come up.
 */
export async function startServer(editor: Editor, options: ServerOptions = {}): Promise<Server> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "async-cost-editor-"));
  const userData = options.userDataFolder ?? path.join(scratch, "user");
  const extensions = options.extensionsFolder ?? path.join(scratch, "extensions");
  await writeSettings(userData, options.settings ?? {});
  if (options.linkedExtension !== undefined) await linkExtension(extensions, options.linkedExtension);
  if (options.packedExtension !== undefined)
    await installExtension(editor, extensions, options.packedExtension, path.join(scratch, "server"));
  const builtIn = path.join(scratch, "built-in");
  if (options.fewExtensions === true) await linkFewExtensions(builtIn, editor);
  const token = randomBytes(16).toString("hex");
  const child = spawn(
    editor.node,
    [
      editor.serverMain,
      ...["--host", "127.0.0.1", "--port", String(options.port ?? 0), "--connection-token", token],
      ...["--accept-server-license-terms", "--telemetry-level", "off"],
      ...(options.testDriver === true ? ["--enable-smoke-test-driver"] : []),
      ...["--server-data-dir", path.join(scratch, "server"), "--user-data-dir", userData],
      ...["--extensions-dir", extensions],
      ...(options.fewExtensions === true ? ["--builtin-extensions-dir", builtIn] : []),
      ...(options.defaultFolder === undefined ? [] : ["--default-folder", options.defaultFolder]),
    ],
    {
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...serverEnvironment(process.env), ...options.environment },
    },
  );
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  const { pid } = child;
  if (pid === undefined) {
    await rm(scratch, { recursive: true, force: true });
    throw new Error(`The editor's server could not be started: ${editor.node}`);
  }
  keepTrackOf(pid, { name: "node", path: process.execPath, foundBy: "this process", environment: {} });

  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await Promise.race([ended, sleep(GRACE_MILLISECONDS, undefined, { ref: false })]);
    endTree(pid);
    await ended;
    // What was killed a moment ago may still be closing its files.
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    const port = await listeningPort(child);
    const changeSettings = (settings: Readonly<Record<string, unknown>>): Promise<void> =>
      writeSettings(userData, settings);
    return { port, token, pid, ended, changeSettings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The environment without what belongs to the editor or npm that this may have been started from. */
function serverEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const rest: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !/^(VSCODE_|npm_|ELECTRON_|NODE_OPTIONS$|INIT_CWD$)/.test(name))
      rest[name] = value;
  return rest;
}

/** The editor takes every folder of its extensions' folder for an extension, and a link for a folder. */
async function linkExtension(extensions: string, folder: string): Promise<void> {
  await mkdir(extensions, { recursive: true });
  await symlink(folder, path.join(extensions, "linked"), "dir");
}

async function linkFewExtensions(folder: string, { serverMain }: Editor): Promise<void> {
  const all = path.join(path.dirname(serverMain), "..", "extensions");
  await mkdir(folder, { recursive: true });
  for (const name of FEW_EXTENSIONS) await symlink(path.join(all, name), path.join(folder, name), "dir");
}

/** Has the editor install a `.vsix`. Throws with what it said when it refuses. */
async function installExtension(
  { node, serverMain }: Editor,
  extensions: string,
  file: string,
  serverData: string,
): Promise<void> {
  const child = spawn(
    node,
    [
      ...[serverMain, "--install-extension", file, "--extensions-dir", extensions],
      ...["--server-data-dir", serverData, "--accept-server-license-terms", "--telemetry-level", "off"],
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: serverEnvironment(process.env) },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0 || !/successfully installed/i.test(said))
    throw new Error(`The editor did not install ${file}.\n${said}`.trimEnd());
}

async function writeSettings(userData: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const file = path.join(userData, "User", "settings.json");
  await mkdir(path.dirname(file), { recursive: true });
  let present: unknown = {};
  try {
    present = JSON.parse(await readFile(file, "utf8"));
  } catch {
    // None there yet.
  }
  await writeFile(file, JSON.stringify({ ...(present as object), ...settings }, null, 2));
}

/** The port, from the line in which the server names it. */
function listeningPort(child: ChildProcess): Promise<number> {
  let said = "";
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(`The editor's server ${what}.\n${said.slice(-3000)}`.trimEnd()));
    };
    const timer = setTimeout(
      () => fail(`did not come up in ${START_MILLISECONDS / 1000} s`),
      START_MILLISECONDS,
    );
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        // Read on when it is up: a pipe that nobody empties would stop it.
        said = (said + chunk).slice(-10_000);
        const port = /Extension host agent listening on (\d+)/.exec(said)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        resolve(Number(port));
      });
    child.once("close", (code) => fail(`ended while it started (${code ?? "killed"})`));
  });
}
