import type { Runtime } from "../api.ts";
import { hostServices, type BenchmarkServices } from "../benchmark.ts";
import { capture, type Capture } from "../capture.ts";
import { parseSpecification } from "../runtimes/packages.ts";
import { findInstalled, hostStore } from "../runtimes/store.ts";
import { runInWorker } from "../worker-process.ts";
import type { ChosenEngines } from "./engines-table.ts";
import { forAnyEngine } from "./for-any-engine.ts";

/** The engines that the article of 2018 measured, besides today's. */
export const SEED_ENGINES = ["node@7", "node@8", "node@10", "node@12"] as const;

/** What measuring several engines needs of the world. */
export interface EnginesServices {
  readonly services: BenchmarkServices;
  readonly capture: Capture;
  /** One engine of the user's cache folder, by a name such as `node@8`; undefined where it is not installed. */
  readonly installed: (name: string) => Promise<Runtime | undefined>;
}

/** The real world. Every engine is measured by the same worker, today's too. */
export const enginesServices: EnginesServices = {
  services: { ...hostServices, runWorker: (job, signal) => runInWorker(forAnyEngine(job), signal) },
  capture,
  installed: async (name) => {
    const found = await findInstalled(parseSpecification(name), hostStore());
    if (found === undefined) return undefined;
    const { engine, version, path } = found;
    return { name: engine, version, path, foundBy: "the cache folder", environment: {} };
  },
};

/** Those of the article's engines that are installed, and then `today`. */
export async function seedEngines(
  today: Runtime,
  { installed }: Pick<EnginesServices, "installed">,
): Promise<ChosenEngines> {
  const found = await Promise.all(SEED_ENGINES.map((name) => installed(name)));
  const others = found.filter((runtime) => runtime !== undefined && runtime.path !== today.path);
  return {
    runtimes: [...others.filter((runtime) => runtime !== undefined), today],
    missing: SEED_ENGINES.filter((_, index) => found[index] === undefined),
  };
}
