import { existsSync } from "node:fs";
import path from "node:path";

/** The folder around which a project is: the nearest one that has recordings, a package, or a repository. */
export function projectFolder(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if ([".async-cost", "package.json", ".git"].some((name) => existsSync(path.join(folder, name))))
      return folder;
    if (path.dirname(folder) === folder) return from;
  }
}
