import { existsSync } from "node:fs";
import path from "node:path";

/** The machine, as far as looking up a command goes. */
export interface PathSystem {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly exists: (file: string) => boolean;
}

const thisSystem: PathSystem = {
  platform: process.platform,
  environment: process.env,
  exists: existsSync,
};

/**
 * How to start a command so that only `PATH` decides which program it is. Windows looks in the folder that a program is
 * started in before it looks there, which may be the user's project: so the path of the program is given in full.
 * Elsewhere the name will do.
 *
 * @param extensions Those that the command may have on Windows, as `[".exe"]`.
 * @returns Null where it is not on the `PATH`, which is found out on Windows only.
 */
export function commandOnPath(
  name: string,
  extensions: readonly string[],
  { platform, environment, exists }: PathSystem = thisSystem,
): string | null {
  if (platform !== "win32") return name;
  // process.env spread into an object minds the case, and Windows calls it Path.
  const searched = environment["PATH"] ?? environment["Path"] ?? "";
  for (const entry of searched.split(path.win32.delimiter)) {
    const folder = entry.replace(/^"(.*)"$/, "$1");
    if (!path.win32.isAbsolute(folder)) continue;
    for (const extension of extensions) {
      const file = path.win32.join(folder, `${name}${extension}`);
      if (exists(file)) return file;
    }
  }
  return null;
}

/** Git, by a path at which nothing can be where it is not on the `PATH`: who starts it then hears that it is missing. */
export function gitCommand(): string {
  return commandOnPath("git", [".exe"]) ?? path.join(process.execPath, "git.exe");
}
