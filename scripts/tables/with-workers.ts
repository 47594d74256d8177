import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "../bench/worker-bundle.ts";

/** Bundles the worker and the one for any engine beside it, with the gallery, as they ship, for as long as `use` takes. */
export async function withWorkers<T>(use: (workerFile: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-tables-"));
  const dist = path.join(folder, "dist");
  try {
    const webpack = path.join(repository, "node_modules/webpack/bin/webpack.js");
    const names = ["--config-name", "worker", "--config-name", "worker-any-engine"];
    await promisify(execFile)(
      process.execPath,
      [webpack, "--mode", "production", ...names, "--output-path", dist],
      { cwd: repository },
    );
    await symlink(path.join(repository, "variants"), path.join(folder, "variants"), "junction");
    return await use(path.join(dist, "worker.cjs"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
