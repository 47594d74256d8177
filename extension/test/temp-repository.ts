import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** A git repository in a folder of its own. */
export interface TempRepository {
  readonly folder: string;
  /** Writes a file and gives its absolute path. */
  write(name: string, text: string): Promise<string>;
  /** Commits all that is there. */
  commit(): void;
  remove(): Promise<void>;
}

/** Makes an empty repository. */
export async function tempRepository(): Promise<TempRepository> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-repository-")));
  const git = (...gitArguments: string[]): void => {
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.invalid", ...gitArguments], {
      cwd: folder,
    });
  };
  git("init", "-q");
  return {
    folder,
    async write(name, text) {
      const file = path.join(folder, name);
      await writeFile(file, text);
      return file;
    },
    commit() {
      git("add", "--all");
      git("commit", "-q", "-m", "a commit");
    },
    remove: () => rm(folder, { recursive: true, maxRetries: 3 }),
  };
}
