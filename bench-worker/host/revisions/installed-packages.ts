import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";

const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({
  dependencies: dependenciesSchema,
  devDependencies: dependenciesSchema,
  optionalDependencies: dependenciesSchema,
  peerDependencies: dependenciesSchema,
});

/**
 * A warning where the packages that are installed are not those that the revision asked for: both versions are
 * measured with what is installed. Null where nothing has changed in that.
 *
 * @param baseFolder The code of the revision.
 * @param root The working tree.
 * @param file The function's file in the revision, relative to both, with forward slashes.
 * @param revision What the revision is called.
 */
export async function packagesWarning(
  baseFolder: string,
  root: string,
  file: string,
  revision: string,
): Promise<string | null> {
  for (let folder = path.posix.dirname(file); ; folder = path.posix.dirname(folder)) {
    const base = await dependenciesIn(path.join(baseFolder, folder));
    const head = await dependenciesIn(path.join(root, folder));
    const changed = [...new Set([...base.keys(), ...head.keys()])].filter(
      (name) => base.get(name) !== head.get(name),
    );
    if (changed.length > 0) {
      const shown = changed.slice(0, NAMED_AT_MOST).join(", ");
      const more = changed.length > NAMED_AT_MOST ? ` and ${changed.length - NAMED_AT_MOST} more` : "";
      return (
        `${revision} asks for other versions of packages (${shown}${more}); both functions were measured with those ` +
        "that are installed now."
      );
    }
    if (folder === ".") return null;
  }
}

const NAMED_AT_MOST = 3;

/** The versions that a folder's package.json asks for; none where there is none, or none that can be read. */
async function dependenciesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  try {
    const text = await readFile(path.join(folder, "package.json"), "utf8");
    const parsed = v.parse(packageSchema, JSON.parse(text));
    return new Map(Object.values(parsed).flatMap((part) => Object.entries(part)));
  } catch {
    return new Map();
  }
}
