import type { Runtime } from "../../bench-worker/host/api.ts";
import { hostServices } from "../../bench-worker/host/benchmark.ts";
import {
  describeFunctions,
  takesModules,
  type ObservedFunction,
} from "../../bench-worker/host/describe-functions.ts";
import { textOnDisk, withFakesFiles } from "../../bench-worker/host/fakes-files.ts";
import type { TargetSource } from "../../bench-worker/protocol.ts";
import { nodeOfSetting, type NoRuntime } from "../benchmark/node-of-setting.ts";

export { takesModules, textOnDisk };

/** A function, and with what to call it once. */
export interface ObserveRequest {
  readonly source: TargetSource;
  readonly workerFile: string;
  readonly workspaceFolder: string | null;
  /** The setting `asyncCost.nodePath`; empty to have a Node found. */
  readonly nodePath: string;
  readonly onRuntime: (runtime: Runtime) => void;
  /** Texts of open documents. */
  readonly openText: (file: string) => string | undefined;
}

/**
 * Finds a Node and calls a function once on it, to see what it uses.
 *
 * @throws {WorkerFailure} when it was cancelled.
 */
export async function observe(
  { source, workerFile, workspaceFolder, nodePath, onRuntime, openText }: ObserveRequest,
  signal: AbortSignal,
): Promise<ObservedFunction | NoRuntime> {
  const node = await nodeOfSetting(nodePath);
  if (node.kind === "no-runtime") return node;
  onRuntime(node.runtime);
  const targets = await withFakesFiles(
    [source],
    undefined,
    async (file) => openText(file) ?? textOnDisk(file),
  );
  const request = { targets, runtime: node.runtime, workerFile, workspaceFolder };
  const [observed] = await describeFunctions(request, hostServices, signal);
  return observed!;
}
