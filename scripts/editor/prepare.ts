import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { foreignNpmEnvironment, npm } from "../npm.mjs";
import { buildInCache, cacheState, withLock } from "../../bench-worker/host/cache.ts";
import { EDITOR_VERSION, RECIPE, editorFolder, nodePackage } from "./recipe.ts";

/** An editor that is ready to be started. */
export interface Editor {
  /** Node 24. */
  readonly node: string;
  /** VS Code's server, `out/server-main.js`. */
  readonly serverMain: string;
}

/**
 * A real VS Code from the npm registry alone: code-server's build of VS Code's server, with the Node it wants. Taken
 * from the cache, or made there first, which takes a minute and 800 MB.
 * Throws when the platform has none, or a tool to build its native module is lacking.
 */
export async function prepareEditor(log: (line: string) => void): Promise<Editor> {
  const node = nodePackage(process.platform, process.arch);
  const folder = editorFolder();
  if ((await cacheState(folder, RECIPE)) !== "ready")
    await withLock(
      `${folder}.lock`,
      async () => {
        const state = await cacheState(folder, RECIPE);
        if (state === "ready") return;
        if (state === "broken") log(`The editor in ${folder} is not complete; making it anew.`);
        requireBuildTools();
        await buildInCache(folder, RECIPE, (temporary) => install(temporary, node, log));
        log(`The editor is ready in ${folder}.`);
      },
      { onWait: (holder) => log(`Waiting for process ${holder}, which is getting the editor ready…`) },
    );
  return {
    node: nodeExecutable(folder, node.name),
    serverMain: path.join(serverFolder(folder), "out", "server-main.js"),
  };
}

function nodeExecutable(folder: string, nodeName: string): string {
  return path.join(folder, "node_modules", nodeName, "bin", "node");
}

function serverFolder(folder: string): string {
  return path.join(folder, "node_modules", "code-server", "lib", "vscode");
}

async function install(
  folder: string,
  node: { name: string; version: string },
  log: (line: string) => void,
): Promise<void> {
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const environment = foreignNpmEnvironment(process.env);
  // Installation scripts would fetch things from elsewhere.
  const careful = ["--ignore-scripts", "--engine-strict=false", ...quiet];

  log(`Getting a VS Code for the browser (code-server ${EDITOR_VERSION}, 800 MB, once): 1 of 3, packages…`);
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const packages = [`${node.name}@${node.version}`, `code-server@${EDITOR_VERSION}`];
  await npm(["install", "--prefix", folder, ...careful, ...packages], { cwd: folder, environment });

  // What follows runs on the Node that the editor will run on: native modules are built against it.
  const nodeFolder = path.join(folder, "node_modules", node.name);
  const binaries = path.join(nodeFolder, "bin");
  environment.PATH = `${binaries}${path.delimiter}${environment.PATH ?? ""}`;
  // Headers from the package, where it has them: node-gyp would fetch them from nodejs.org.
  if (existsSync(path.join(nodeFolder, "include"))) environment.npm_config_nodedir = nodeFolder;
  const cwd = serverFolder(folder);
  log("Getting a VS Code for the browser: 2 of 3, the server's packages…");
  await npm(["install", "--omit=dev", ...careful], { cwd, environment });
  // TypeScript, without which the editor complains of every file of ours at once.
  await npm(["install", "--omit=dev", ...careful], { cwd: path.join(cwd, "extensions"), environment });
  log("Getting a VS Code for the browser: 3 of 3, building its native module (20 s)…");
  await npm(["rebuild", "@vscode/spdlog", ...quiet], { cwd, environment });
}

function requireBuildTools(): void {
  const compilers = process.platform === "darwin" ? ["c++"] : ["g++", "c++", "clang++"];
  const lacking = [["python3"], ["make"], compilers].filter((names) => !names.some(isInstalled));
  if (lacking.length === 0) return;
  const names = lacking.map(([name]) => name).join(", ");
  const remedy =
    process.platform === "darwin"
      ? "xcode-select --install"
      : `apt-get install ${names}, or your distribution's packages of these names`;
  throw new Error(`The editor has a native module to build, and ${names} is lacking. Install it: ${remedy}.`);
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
}
