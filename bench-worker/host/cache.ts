import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The folder of everything that is cached between runs: ASYNC_COST_CACHE, or one in the user's cache folder. */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  home: string = os.homedir(),
): string {
  const { ASYNC_COST_CACHE, XDG_CACHE_HOME } = environment;
  if (ASYNC_COST_CACHE) return path.resolve(ASYNC_COST_CACHE);
  // The XDG specification has relative paths ignored.
  const base = XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(home, ".cache");
  return path.join(base, "async-cost");
}

/** A folder in the cache: usable, half-finished or of another recipe, or not there. */
export type CacheState = "ready" | "broken" | "missing";

const READY_FILE = "ready.json";

/** Looks whether `folder` was finished by `recipe`. Only a finished one has the file that this reads. */
export async function cacheState(folder: string, recipe: number): Promise<CacheState> {
  try {
    await stat(folder);
  } catch {
    return "missing";
  }
  try {
    const ready: unknown = JSON.parse(await readFile(path.join(folder, READY_FILE), "utf8"));
    const same = typeof ready === "object" && ready !== null && "recipe" in ready && ready.recipe === recipe;
    return same ? "ready" : "broken";
  } catch {
    return "broken";
  }
}

/**
 * Builds a cached folder beside its place and moves it there when it is finished, so that nobody ever finds half a
 * one. What an earlier, interrupted build has left is removed. Call it only while holding the lock.
 */
export async function buildInCache(
  folder: string,
  recipe: number,
  build: (temporaryFolder: string) => Promise<void>,
): Promise<void> {
  const parent = path.dirname(folder);
  const prefix = `${path.basename(folder)}.building-`;
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await rm(path.join(parent, name), { recursive: true, force: true });
  const temporaryFolder = path.join(parent, `${prefix}${process.pid}`);
  await mkdir(temporaryFolder);
  try {
    await build(temporaryFolder);
    await writeFile(path.join(temporaryFolder, READY_FILE), JSON.stringify({ recipe }));
    await rm(folder, { recursive: true, force: true });
    await rename(temporaryFolder, folder);
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** What `withLock` needs to know of the world. */
export interface LockOptions {
  /** Called once when somebody else holds the lock. */
  readonly onWait: (holder: number) => void;
  /** Milliseconds between two looks at a lock that is held. */
  readonly pollMilliseconds?: number;
  readonly isAlive?: (pid: number) => boolean;
}

/** Does `work` while no other process holds `lockFile`. A lock whose holder has died is taken over. */
export async function withLock<T>(
  lockFile: string,
  work: () => Promise<T>,
  options: LockOptions,
): Promise<T> {
  const { onWait, pollMilliseconds = 500, isAlive = processIsAlive } = options;
  await mkdir(path.dirname(lockFile), { recursive: true });
  let waited = false;
  while (!(await takeLock(lockFile))) {
    const holder = await readHolder(lockFile);
    if (typeof holder === "number") {
      if (!isAlive(holder)) {
        await rm(lockFile, { force: true });
        continue;
      }
      if (!waited) onWait(holder);
      waited = true;
    }
    await sleep(pollMilliseconds);
  }
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function takeLock(lockFile: string): Promise<boolean> {
  try {
    const handle = await open(lockFile, "wx");
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Milliseconds after which a lock without a holder's name is held to be left by one who died while writing it. */
const WRITING_MILLISECONDS = 5000;

async function readHolder(lockFile: string): Promise<number | "gone" | "being-written"> {
  try {
    const pid = Number(await readFile(lockFile, "utf8"));
    if (Number.isInteger(pid) && pid > 0) return pid;
    const { mtimeMs } = await stat(lockFile);
    if (Date.now() - mtimeMs < WRITING_MILLISECONDS) return "being-written";
    await rm(lockFile, { force: true });
    return "gone";
  } catch {
    return "gone";
  }
}

function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
