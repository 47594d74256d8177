import type { Runtime } from "../../bench-worker/host/api.ts";
import { parseSpecification, RuntimeNameError } from "../../bench-worker/host/runtimes/packages.ts";
import {
  findInstalled,
  hostStore,
  installRuntime,
  planRuntime,
} from "../../bench-worker/host/runtimes/store.ts";

/** An engine from the user's cache folder, fetched where it is not there; null where there is none for this platform. */
export async function installedRuntime(name: string): Promise<Runtime | null> {
  const store = hostStore();
  const specification = parseSpecification(name);
  const { signal } = new AbortController();
  try {
    const { engine, version, path } =
      (await findInstalled(specification, store)) ??
      (await installRuntime(await planRuntime(specification, store, signal), store, () => undefined, signal));
    return { name: engine, version, path, foundBy: `the test of ${name}`, environment: {} };
  } catch (error) {
    if (error instanceof RuntimeNameError) return null;
    throw error;
  }
}
