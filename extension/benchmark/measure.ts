import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { BenchmarkListener, BenchmarkRequest, Runtime } from "../../bench-worker/host/api.ts";
import { hostServices, runBenchmark } from "../../bench-worker/host/benchmark.ts";
import { findRuntime, NoRuntimeError } from "../../bench-worker/host/runtime.ts";

/** How a benchmark came out; without a runtime there is none. */
export type Measured =
  | { readonly kind: "measured"; readonly document: BenchmarkDocument }
  | { readonly kind: "no-runtime"; readonly reason: string; readonly hint: string };

/** A benchmark as the editor wants it. */
export interface MeasureRequest extends Omit<BenchmarkRequest, "runtime"> {
  /** The setting `asyncCost.nodePath`; empty to have a Node found. */
  readonly nodePath: string;
  readonly onRuntime: (runtime: Runtime) => void;
}

/**
 * Finds a Node and measures on it. Everything that measuring needs hangs on this file, which is loaded with the
 * first benchmark and not with the editor.
 */
export async function measure(
  { nodePath, onRuntime, ...request }: MeasureRequest,
  listener: BenchmarkListener,
  signal: AbortSignal,
): Promise<Measured> {
  let runtime: Runtime;
  try {
    runtime = await findRuntime({ path: nodePath, givenBy: "the setting asyncCost.nodePath" });
  } catch (error) {
    if (!(error instanceof NoRuntimeError)) throw error;
    return { kind: "no-runtime", reason: error.message, hint: error.hint };
  }
  onRuntime(runtime);
  const document = await runBenchmark({ ...request, runtime }, hostServices, listener, signal);
  return { kind: "measured", document };
}
