import { createRequire } from "node:module";
import path from "node:path";
import type { ChainEntry } from "../../bench-worker/host/gallery/catalogue.ts";
import { findLibrary, librariesFolder } from "../../bench-worker/host/gallery/installed.ts";
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";

/** The ways in which a chain's operations answer. */
export const WAYS = ["synchronous", "mixed", "asynchronous"] as const;

type Chain = (done?: (error: Error | null | undefined) => void) => PromiseLike<unknown> | undefined;

/** A chain with the version of the library that its entry names. */
export interface LoadedChain {
  /** Resolves when the chain does. */
  readonly run: (way: (typeof WAYS)[number]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const gallery = path.join(import.meta.dirname, "..");

/** Loads a chain in a folder of its own, where it finds its library as it does when it is measured. */
export async function loadChain(entry: ChainEntry): Promise<LoadedChain> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "async-cost-chain-")));
  for (const part of ["chain", "data-layer"]) {
    await cp(path.join(gallery, part), path.join(folder, part), { recursive: true });
  }
  if (entry.library !== null) {
    const presence = await findLibrary(entry.library, gallery, librariesFolder());
    const root = presence.kind === "cache" ? presence.moduleRoot : path.join(gallery, "..", "node_modules");
    await mkdir(folder, { recursive: true });
    await symlink(root, path.join(folder, "node_modules"), "junction");
  }
  const chains = createRequire(path.join(folder, "gallery.js"))(`./${entry.file}`) as Record<string, Chain>;
  return {
    run: (way) =>
      new Promise((resolve, reject) => {
        const chain = chains[way]!;
        if (chain.length > 0) chain((error) => (error ? reject(error) : resolve()));
        else chain()!.then(() => resolve(), reject);
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
