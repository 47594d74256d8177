import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buildInCache, cacheFolder, cacheState, withLock } from "../../bench-worker/host/cache.ts";
import { npm } from "../npm.mjs";

/** The packer of VS Code's own team; the last line that runs on Node 20. */
const VSCE_VERSION = "3.9.2";

/** Goes into `ready.json`; one that was got by another recipe is got anew. */
const RECIPE = 1;

/**
 * The script of `@vscode/vsce`. It is got into the cache when it is first needed, and is no dependency: of its 285
 * packages (120 MB) packing alone has use. Throws with what npm said when it cannot be got.
 */
export async function prepareVsce(log: (line: string) => void): Promise<string> {
  const folder = path.join(cacheFolder(), `vsce-${VSCE_VERSION}`);
  if ((await cacheState(folder, RECIPE)) !== "ready")
    await withLock(
      `${folder}.lock`,
      async () => {
        if ((await cacheState(folder, RECIPE)) === "ready") return;
        log(`Getting the packer of VS Code's team (@vscode/vsce ${VSCE_VERSION}, 120 MB, once)…`);
        await buildInCache(folder, RECIPE, install);
      },
      { onWait: (holder) => log(`Waiting for process ${holder}, which is getting the packer…`) },
    );
  return path.join(folder, "node_modules", "@vscode", "vsce", "vsce");
}

async function install(folder: string): Promise<void> {
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  // Its installation scripts are for signing and for secrets of the system, which packing does without.
  const packer = `@vscode/vsce@${VSCE_VERSION}`;
  await npm(["install", "--prefix", folder, "--ignore-scripts", "--save-exact", ...quiet, packer], {
    cwd: folder,
  });
}
