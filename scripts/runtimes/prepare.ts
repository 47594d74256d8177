import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buildInCache, cacheState, withLock } from "../../bench-worker/host/cache.ts";
import { foreignNpmEnvironment, npm } from "../npm.mjs";
import { nodeRuntimes, RUNTIME_RECIPE, type NodeRuntime } from "./recipe.ts";

/** The Nodes that are in the cache already. */
export async function cachedRuntimes(
  runtimes: readonly NodeRuntime[] = nodeRuntimes(),
): Promise<NodeRuntime[]> {
  const states = await Promise.all(runtimes.map(({ folder }) => cacheState(folder, RUNTIME_RECIPE)));
  return runtimes.filter((_, index) => states[index] === "ready");
}

/** Puts a Node from the npm registry into the cache, unless it is there: 100 MB each. */
export async function prepareRuntime(runtime: NodeRuntime, log: (line: string) => void): Promise<void> {
  if ((await cacheState(runtime.folder, RUNTIME_RECIPE)) === "ready") return;
  await withLock(
    `${runtime.folder}.lock`,
    async () => {
      if ((await cacheState(runtime.folder, RUNTIME_RECIPE)) === "ready") return;
      log(`Getting Node ${runtime.version} from the npm registry…`);
      await buildInCache(runtime.folder, RUNTIME_RECIPE, (folder) => install(runtime, folder));
    },
    { onWait: (holder) => log(`Waiting for process ${holder}, which is getting Node ${runtime.version}…`) },
  );
}

async function install(runtime: NodeRuntime, folder: string): Promise<void> {
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  await npm(
    ["install", "--prefix", folder, "--ignore-scripts", "--engine-strict=false", ...quiet, runtime.package],
    {
      cwd: folder,
      environment: foreignNpmEnvironment(process.env),
    },
  );
}
