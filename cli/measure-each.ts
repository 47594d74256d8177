import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { UNKNOWN } from "../bench-worker/environment.ts";
import type { BenchmarkListener, BenchmarkRequest, Runtime } from "../bench-worker/host/api.ts";
import type { BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { runOnRuntimes } from "../bench-worker/host/on-runtimes.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { placeOf } from "./store-folder.ts";

/**
 * Measures one function after the other, each in processes of its own, and hands each one's document on as soon as it is
 * there. What was cancelled is not handed on.
 *
 * @returns The document of all, as if they had been measured together.
 */
export async function measureEach(
  request: Omit<BenchmarkRequest, "runtime">,
  runtimes: readonly Runtime[],
  { onEnd, ...services }: BenchmarkServices,
  keep: (source: TargetSource, document: BenchmarkDocument) => Promise<void>,
  listener: BenchmarkListener,
  signal: AbortSignal,
): Promise<BenchmarkDocument> {
  const functions = byFunction(request.targets);
  const documents: BenchmarkDocument[] = [];
  try {
    for (const [index, targets] of functions.entries()) {
      const document = await runOnRuntimes(
        { ...request, targets },
        runtimes,
        services,
        (known, running) => {
          const fraction = (index + running.fraction) / functions.length;
          const activity = `${index + 1} of ${functions.length}, ${running.activity}`;
          listener(known, { ...running, fraction, activity });
        },
        signal,
      );
      documents.push(document);
      if (document.results.every(({ state }) => state !== "cancelled")) await keep(targets[0], document);
    }
    return documents.length === 0
      ? await runOnRuntimes(request, runtimes, services, listener, signal)
      : together(documents, runtimes.length);
  } finally {
    onEnd?.();
  }
}

/** Those that are calls of one function together. */
function byFunction(targets: readonly TargetSource[]): (readonly [TargetSource, ...TargetSource[]])[] {
  const functions = new Map<string, [TargetSource, ...TargetSource[]]>();
  for (const target of targets) {
    const calls = functions.get(placeOf(target));
    if (calls === undefined) functions.set(placeOf(target), [target]);
    else calls.push(target);
  }
  return [...functions.values()];
}

/** Of several runtimes the results stand runtime by runtime. */
function together(documents: readonly BenchmarkDocument[], runtimes: number): BenchmarkDocument {
  // Where no process came to say what it runs on, nobody knows it.
  const first = documents.find(({ environment }) => environment.version !== UNKNOWN) ?? documents[0]!;
  const results = Array.from({ length: runtimes }, (_, runtime) =>
    documents.flatMap((document) => {
      const each = document.results.length / runtimes;
      return document.results.slice(runtime * each, (runtime + 1) * each);
    }),
  );
  return { ...first, results: results.flat() };
}
