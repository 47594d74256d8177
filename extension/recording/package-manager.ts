import path from "node:path";

/** What is asked of the file system. */
export interface Files {
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (file: string) => string | undefined;
  readonly exists: (file: string) => boolean;
}

/** A program that runs the scripts of a package. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const LOCK_FILES: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** The package manager whose lock file is nearest to a folder, from there upwards; npm where there is none. */
export function packageManagerOf(folder: string, { exists }: Pick<Files, "exists">): PackageManager {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = LOCK_FILES.find(([file]) => exists(path.join(at, file)));
    if (found !== undefined) return found[1];
    if (path.dirname(at) === at) return "npm";
  }
}

/** What runs a script of a package, with words for it behind. */
export function scriptWords(
  manager: PackageManager,
  script: string,
  behind: readonly string[] = [],
): string[] {
  if (manager !== "npm") return [manager, "run", script, ...behind];
  const run = script === "test" || script === "start" ? [script] : ["run", script];
  return ["npm", ...run, ...(behind.length === 0 ? [] : ["--", ...behind])];
}

/** What runs a program of an installed package, and installs none. */
export function programWords(manager: PackageManager, words: readonly string[]): string[] {
  if (manager === "npm") return ["npx", "--no", ...words];
  return [manager, manager === "pnpm" ? "exec" : "run", ...words];
}
