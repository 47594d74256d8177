import type { Runtime } from "../bench-worker/host/api.ts";
import { findRuntime, NoRuntimeError } from "../bench-worker/host/runtime.ts";
import {
  matches,
  parseSpecification,
  RuntimeNameError,
  specificationText,
} from "../bench-worker/host/runtimes/packages.ts";
import { findInstalled, hostStore, type StoreSystem } from "../bench-worker/host/runtimes/store.ts";
import { orUsageError, UsageError } from "./terminal.ts";
import { thisNode } from "./this-node.ts";

/**
 * The runtimes that `--runtime` names, each once, in that order; the Node that runs the command where it names none.
 * `node` alone is that one too, and so is `node@20` where that is a Node 20; others are in the user's cache folder.
 *
 * @throws {UsageError} when one is not installed, or does not start.
 */
export async function chosenRuntimes(
  names: readonly string[] = [],
  store: StoreSystem = hostStore(),
): Promise<Runtime[]> {
  const chosen = new Map<string, Runtime>();
  for (const name of names.length === 0 ? ["node"] : names) {
    const wish = name === "node" ? thisNode : await wishFor(name, store);
    const runtime = await orUsageError(findRuntime(wish), NoRuntimeError, ({ message }) => message);
    chosen.set(runtime.path, chosen.get(runtime.path) ?? runtime);
  }
  return [...chosen.values()];
}

async function wishFor(name: string, store: StoreSystem): Promise<{ path: string; givenBy: string }> {
  const parsed = Promise.resolve().then(() => parseSpecification(name));
  const specification = await orUsageError(
    parsed,
    RuntimeNameError,
    ({ message }) => `--runtime: ${message}`,
  );
  if (specification.engine === "node" && matches(specification, process.versions.node)) return thisNode;
  const installed = await findInstalled(specification, store);
  if (installed === undefined) {
    const text = specificationText(specification);
    throw new UsageError(
      `--runtime ${name} is not installed; get it with async-cost runtimes install ${text}`,
    );
  }
  return { path: installed.path, givenBy: `--runtime ${name}` };
}
