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
  /** Ends the waiting; work that has begun is not touched by it. */
  readonly signal?: AbortSignal;
}

/**
 * Does `work` while no other process holds `lockFile`. A lock whose holder has died is taken over.
 *
 * @throws the signal's reason when it is aborted while waiting.
 */
export async function withLock<T>(
  lockFile: string,
  work: () => Promise<T>,
  options: LockOptions,
): Promise<T> {
  const { onWait, pollMilliseconds = 500, isAlive = processIsAlive, signal } = options;
  await mkdir(path.dirname(lockFile), { recursive: true });
  let waited = false;
  while (!(await takeLock(lockFile))) {
    signal?.throwIfAborted();
    const { pid, text } = await readHolder(lockFile);
    if (pid === "left" || (typeof pid === "number" && !isAlive(pid))) {
      if (await takeAway(lockFile, text)) continue;
    } else if (typeof pid === "number") {
      if (!waited) onWait(pid);
      waited = true;
    }
    await sleep(pollMilliseconds, undefined, { signal });
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

/** Who holds a lock: a process, nobody any more, one who has just made it, or one who died before writing its name. */
interface Holder {
  readonly pid: number | "gone" | "being-written" | "left";
  readonly text: string;
}

async function readHolder(lockFile: string): Promise<Holder> {
  try {
    const text = await readFile(lockFile, "utf8");
    const pid = Number(text);
    if (Number.isInteger(pid) && pid > 0) return { pid, text };
    const { mtimeMs } = await stat(lockFile);
    return { pid: Date.now() - mtimeMs < WRITING_MILLISECONDS ? "being-written" : "left", text };
  } catch {
    return { pid: "gone", text: "" };
  }
}

/**
 * Takes away a lock that says `text` and whose holder is dead. One at a time does so, and looks again before: what was
 * read may have been taken away by another meanwhile, who now holds a lock of its own in its place.
 *
 * @returns Whether the lock may be there to be taken.
 */
async function takeAway(lockFile: string, text: string): Promise<boolean> {
  const guard = `${lockFile}.takeover`;
  if (!(await takeLock(guard))) {
    const since = await stat(guard).catch(() => null);
    // This takes no time at all, so whoever was at it has died in the middle.
    if (since !== null && Date.now() - since.mtimeMs > WRITING_MILLISECONDS) await rm(guard, { force: true });
    return false;
  }
  try {
    const now = await readFile(lockFile, "utf8").catch(() => null);
    if (now === text) await rm(lockFile, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

/** Whether there is a process of that number. */
export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
