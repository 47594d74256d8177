import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { BenchmarkListener, BenchmarkRequest, Runtime } from "../../bench-worker/host/api.ts";
import { hostServices, runBenchmark } from "../../bench-worker/host/benchmark.ts";
import { textOnDisk, withFakesFiles, type ReadText } from "../../bench-worker/host/fakes-files.ts";
import type { CallChoice } from "../../bench-worker/call-choice.ts";
import { withRecordings } from "../../bench-worker/host/recordings/with-recordings.ts";
import type { TargetSource } from "../../bench-worker/protocol.ts";
import { nodeOfSetting, type NoRuntime } from "./node-of-setting.ts";

/** How a benchmark came out; without a runtime there is none. */
export type Measured = { readonly kind: "measured"; readonly document: BenchmarkDocument } | NoRuntime;

/** What is measured, and which call of it. */
interface Chosen {
  readonly source: TargetSource;
  readonly call?: CallChoice;
}

/** A benchmark as the editor wants it. */
export interface MeasureRequest extends Omit<BenchmarkRequest, "runtime" | "targets"> {
  readonly targets: readonly Chosen[];
  /** The setting `asyncCost.nodePath`; empty to have a Node found. */
  readonly nodePath: string;
  readonly onRuntime: (runtime: Runtime) => void;
  /** Texts of open documents, which may not be saved. */
  readonly openText: (file: string) => string | undefined;
}

/**
 * Finds a Node and measures on it. Everything that measuring needs hangs on this file, which is loaded with the
 * first benchmark and not with the editor.
 */
export async function measure(
  { nodePath, onRuntime, openText, ...request }: MeasureRequest,
  listener: BenchmarkListener,
  signal: AbortSignal,
): Promise<Measured> {
  const node = await nodeOfSetting(nodePath);
  if (node.kind === "no-runtime") return node;
  const { runtime } = node;
  onRuntime(runtime);
  const read: ReadText = async (file) => openText(file) ?? (await textOnDisk(file));
  const targets = await Promise.all(request.targets.map((chosen) => withCall(chosen, read)));
  const document = await runBenchmark({ ...request, targets, runtime }, hostServices, listener, signal);
  return { kind: "measured", document };
}

/** The target with what decides which call is measured. A path that is not recorded any more gives way to the usual one. */
async function withCall({ source, call }: Chosen, read: ReadText): Promise<TargetSource> {
  const [given] = await withFakesFiles([source], undefined, read);
  if (typeof call !== "number") return (await withRecordings([given!], { path: call }))[0]!;
  const [chosen] = await withRecordings([given!], { path: call });
  return chosen!.scenario?.recording === undefined ? (await withRecordings([given!]))[0]! : chosen!;
}
