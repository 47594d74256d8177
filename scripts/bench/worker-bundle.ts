import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";

const ROOT = path.join(import.meta.dirname, "../..");

/** The top of this repository. */
export const repository = ROOT;

/** Bundles `entry`, relative to the repository, as it ships, for as long as `use` takes. */
export async function withBundle<T>(entry: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-bench-"));
  try {
    const file = path.join(folder, "bundle.cjs");
    await build({
      entryPoints: [path.join(ROOT, entry)],
      bundle: true,
      platform: "node",
      target: "node20",
      outfile: file,
      logLevel: "error",
    });
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
