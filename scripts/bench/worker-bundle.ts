import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../bench-worker/fixtures/bundle-options.ts";

const ROOT = path.join(import.meta.dirname, "../..");

/** The top of this repository. */
export const repository = ROOT;

/** Bundles `entry`, relative to the repository, as it ships, for as long as `use` takes. */
export function withBundle<T>(entry: string, use: (file: string) => Promise<T>): Promise<T> {
  return withBundles({ bundle: entry }, (folder) => use(path.join(folder, "bundle.cjs")));
}

/** What {@link withBundles} needs for a worker: `worker.cjs` has the other beside it. */
export const WORKER = {
  worker: "bench-worker/worker/main.ts",
  "worker-code": "bench-worker/worker/start.ts",
} as const;

/** What {@link withBundles} needs for the recorder: `recorder.cjs` has what it loads beside it. */
export const RECORDER = {
  recorder: "bench-worker/recorder/preload.ts",
  "recorder-loader": "bench-worker/recorder/loader.ts",
  "recorder-instrument": "bench-worker/recorder/instrument-file.ts",
} as const;

/** Bundles the worker, for as long as `use` takes. */
export function withWorker<T>(use: (file: string) => Promise<T>): Promise<T> {
  return withBundles(WORKER, (folder) => use(path.join(folder, "worker.cjs")));
}

/** Bundles files, relative to the repository, as they ship, into one folder: `NAME.cjs` each, for as long as `use` takes. */
export async function withBundles<T>(
  entries: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-bench-"));
  try {
    const absolute = Object.entries(entries).map(([name, file]) => [name, path.join(ROOT, file)]);
    await build(bundleOptions(Object.fromEntries(absolute) as Record<string, string>, folder));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
