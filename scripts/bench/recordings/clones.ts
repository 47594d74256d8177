import { spawn } from "node:child_process";
import { mkdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { satisfies } from "semver";
import type { Repository } from "./repositories.ts";

/** Where clones are, unless somebody says otherwise. */
export function clonesFolder(): string {
  const cache = process.env["ASYNC_COST_CACHE"] ?? path.join(os.homedir(), ".cache", "async-cost");
  return path.join(cache, "bench", "repositories");
}

/** A clone of a repository, ready to have its suite run; or why there is none, and what to do. */
export type Clone =
  | { readonly state: "ready"; readonly folder: string }
  | { readonly state: "missing"; readonly why: string };

/** Clones a repository into `folder`, at its commit, and installs what it needs; what is there is taken as it is. */
export async function cloneOf(
  repository: Pick<Repository, "name" | "url" | "commit" | "install" | "node">,
  folder: string,
): Promise<Clone> {
  const { name, url, commit, install, node } = repository;
  if (!satisfies(process.versions.node, node))
    return {
      state: "missing",
      why: `its suite needs Node ${node}; run this with such a Node first on the PATH`,
    };
  const own = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  if (!(await isThere(path.join(own, ".git")))) {
    process.stderr.write(`cloning ${url}\n`);
    if ((await run(["git", "clone", "--quiet", url, own], folder)) !== 0)
      return { state: "missing", why: `it could not be cloned; run git clone ${url} ${own}` };
  }
  if ((await run(["git", "-c", "advice.detachedHead=false", "checkout", "--quiet", commit], own)) !== 0)
    return { state: "missing", why: `${own} has no commit ${commit}; run git -C ${own} fetch` };
  if (!(await isThere(path.join(own, "node_modules")))) {
    process.stderr.write(`installing what ${name} needs\n`);
    if ((await run(["sh", "-c", install], own)) !== 0)
      return { state: "missing", why: `what it needs could not be installed; run ${install} in ${own}` };
  }
  return { state: "ready", folder: own };
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function run([command, ...words]: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command!, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
