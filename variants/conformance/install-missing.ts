import type { Library } from "../../bench-worker/host/gallery/catalogue.ts";
import { installLibrary } from "../../bench-worker/host/gallery/install.ts";
import { findLibrary, librariesFolder, libraryName } from "../../bench-worker/host/gallery/installed.ts";
import { npmOnPath } from "../../bench-worker/host/runtimes/npm.ts";
import { gallery } from "./laid-out.ts";

/** Brings what is missing into the user's cache, as `async-cost variants install --all --yes` does. */
export async function installMissing(
  entries: readonly { readonly library: Library | null }[],
): Promise<void> {
  const store = { folder: librariesFolder(), npm: npmOnPath };
  const missing = new Map<string, Library>();
  for (const { library } of entries) {
    if (library === null) continue;
    const { kind } = await findLibrary(library, gallery, store.folder);
    if (kind === "missing") missing.set(libraryName(library), library);
  }
  const left = [...missing.values()];
  const work = async (): Promise<void> => {
    for (let library = left.pop(); library !== undefined; library = left.pop())
      await installLibrary(library, store, console.log, new AbortController().signal);
  };
  await Promise.all([work(), work(), work()]);
}
