import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Runtime } from "./api.ts";
import { runsFullWorker } from "./engines/full-worker.ts";

/**
 * Sees to it that no worker outlives us. A worker leads a process group of its own, so that a kill reaches what it
 * has started. A second, idle process, the keeper, holds a pipe to us: when we end without a word, killed perhaps,
 * the pipe closes and the keeper kills the groups that are left, even those stuck in an endless loop.
 */

const alive = new Set<number>();
let keeper: ChildProcess | undefined;
let keeperRest: NodeJS.Timeout | undefined;
let exitHooked = false;

/** The keeper stays this long after the last worker, so that a benchmark's many processes share one. */
const KEEPER_REST_MILLISECONDS = 3000;

const KEEPER_SCRIPT = `
const alive = new Set();
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) line[0] === "+" ? alive.add(+line.slice(1)) : alive.delete(+line.slice(1));
}).on("close", () => {
  for (const pid of alive) try { process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL"); } catch {}
});`;

/**
 * Registers the leader of a process group that must not outlive this process.
 *
 * @param runtime What the keeper may run on; this process's own engine, if it is left out.
 */
export function keepTrackOf(pid: number, runtime?: Runtime): void {
  alive.add(pid);
  if (!exitHooked) {
    exitHooked = true;
    process.once("exit", () => {
      for (const left of alive) killTree(left);
    });
  }
  clearTimeout(keeperRest);
  keeper ??= startKeeper(runtime);
  keeper.stdin?.write(`+${pid}\n`);
}

/** Kills what is left of a registered group, and forgets it. */
export function endTree(pid: number): void {
  killTree(pid);
  alive.delete(pid);
  keeper?.stdin?.write(`-${pid}\n`);
  if (alive.size === 0) {
    clearTimeout(keeperRest);
    keeperRest = setTimeout(() => {
      keeper?.stdin?.end();
      keeper = undefined;
    }, KEEPER_REST_MILLISECONDS).unref();
  }
}

function startKeeper(runtime: Runtime | undefined): ChildProcess {
  // Old and other engines do not read the script; ours does, and an editor's does when it is told to run as Node.
  const { path, environment } =
    runtime !== undefined && runsFullWorker(runtime)
      ? runtime
      : { path: process.execPath, environment: { ELECTRON_RUN_AS_NODE: "1" } };
  const child = spawn(path, ["-e", KEEPER_SCRIPT], {
    // A group of its own: Ctrl-C in a terminal goes to the whole group of the command.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
    env: { ...pick("PATH", "SystemRoot", "LD_LIBRARY_PATH"), ...environment },
  });
  const gone = (): void => {
    if (keeper === child) keeper = undefined;
  };
  child.on("error", gone).on("exit", gone).unref();
  // A keeper that died must not take us with it by a broken pipe.
  child.stdin.on("error", gone);
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}

function pick(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Kills the group that `pid` leads, or on Windows the tree below it. */
export function killTree(pid: number): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
