import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Texts that nobody has needed to make anew for so long are made anew by the next who needs them. */
const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;

/** The folder in the cache that has texts of modules with the recorder's hooks in them, so that each is made by one process of one run. */
export function keptTexts(cache: string): string {
  return path.join(cache, "recorder-texts");
}

/** Removes the texts that were made long ago. */
export async function removeOldTexts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const made = await stat(file).catch(() => null);
    if (made !== null && now.getTime() - made.mtimeMs > KEPT_MILLISECONDS) await rm(file, { force: true });
  }
}
