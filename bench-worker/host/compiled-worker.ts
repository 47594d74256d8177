import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { COMPILE } from "../compile-flag.ts";
import { cacheFolder } from "./cache.ts";
import { workerEnvironment } from "./worker-environment.ts";
import type { WorkerJob } from "./worker-process.ts";

/** What decides whether an engine takes what another process has compiled, and who is asked to compile it. */
type Compiled = Pick<WorkerJob, "runtime" | "workerFile" | "flags">;

/** Versions of the worker that nobody has compiled anew for so long are not used any more. */
const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;

/**
 * The worker's code as the engine has compiled it, in the cache folder: that is a third of what a process takes until it is ready. It
 * is made by processes that run nobody's code, once nothing is measured any more, so that the first processes do without. An engine
 * that has other flags or another version takes none of it, and compiles.
 */
export class CompiledWorker {
  readonly #folder: () => string;
  readonly #wanted = new Map<string, Compiled>();
  readonly #hashes = new Map<string, string>();

  constructor(folder = () => path.join(cacheFolder(), "compiled")) {
    this.#folder = folder;
  }

  /** The job with the file that its process reads, where that is there. */
  for<Job extends Compiled>(job: Job): Job & Pick<WorkerJob, "compiledFile"> {
    try {
      const file = this.#fileOf(job);
      if (file !== null && existsSync(file)) return { ...job, compiledFile: file };
      if (file !== null) this.#wanted.set(file, job);
    } catch {
      // Where a file is not readable, or nobody has a home, each process compiles for itself.
    }
    return job;
  }

  /**
   * Has what jobs would have read made, one process for each, for which the program need not stay.
   *
   * @param onEnd Hears of the end of each.
   */
  make(onEnd?: () => void): void {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    try {
      if (wanted.length > 0) mkdirSync(this.#folder(), { recursive: true });
      for (const [file, job] of wanted) compileTo(file, job, onEnd);
      this.#removeOld();
    } catch {
      // The same of a folder that cannot be written to.
    }
  }

  /** By all that the engine goes by, but for its flags' meaning; of the worker's text it knows only the length. Null where there is no such text. */
  #fileOf({ runtime, workerFile, flags }: Compiled): string | null {
    const code = path.join(path.dirname(workerFile), "worker-code.cjs");
    const changed = statSync(code, { throwIfNoEntry: false })?.mtimeMs;
    if (changed === undefined) return null;
    const key = `${code} ${changed}`;
    const text = this.#hashes.get(key) ?? hashOf(readFileSync(code));
    this.#hashes.set(key, text);
    const executable = statSync(runtime.path, { throwIfNoEntry: false })?.mtimeMs;
    const engine = hashOf(JSON.stringify([code, runtime.path, executable, flags]));
    return path.join(this.#folder(), `${text}-${engine}`);
  }

  #removeOld(): void {
    const current = new Set(this.#hashes.values());
    const folder = this.#folder();
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const file = path.join(folder, name);
      if (current.has(name.split("-")[0]!)) continue;
      if (Date.now() - statSync(file).mtimeMs > KEPT_MILLISECONDS) rmSync(file, { force: true });
    }
  }
}

function compileTo(file: string, { runtime, workerFile, flags }: Compiled, onEnd?: () => void): void {
  const child = spawn(runtime.path, [...flags, workerFile, file, COMPILE], {
    env: workerEnvironment(process.env, tmpdir(), runtime.environment),
    stdio: "ignore",
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  child.on("error", () => undefined);
  if (onEnd !== undefined) child.once("close", onEnd);
  child.unref();
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
