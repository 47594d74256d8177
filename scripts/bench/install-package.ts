import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Where experiments keep what they install. */
export function benchCache(): string {
  const cache = process.env.ASYNC_COST_CACHE ?? path.join(os.homedir(), ".cache", "async-cost");
  return path.join(cache, "bench");
}

/** Installs a package with what it depends on into `folder`; none of its scripts runs. */
export async function installPackage(spec: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const flags = [
    "--no-save",
    "--ignore-scripts",
    "--legacy-peer-deps",
    "--no-audit",
    "--no-fund",
    "--engine-strict=false",
  ];
  await promisify(execFile)(npm, ["install", "--prefix", folder, ...flags, spec], {
    shell: process.platform === "win32",
  });
}
