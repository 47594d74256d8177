import type { BenchmarkDocument, TargetResult } from "../document.ts";
import type { BenchmarkListener, BenchmarkRequest, Runtime } from "./api.ts";
import { runBenchmark, type BenchmarkServices } from "./benchmark.ts";

/**
 * Measures every target on every runtime, one runtime after the other. With several, each result has its own
 * `environment`, that of the document is the first one's, and the results stand runtime by runtime: what was measured on
 * different engines is put side by side and not judged.
 *
 * @throws {TypeError} as `runBenchmark` does, and when there is no runtime.
 */
export async function runOnRuntimes(
  request: Omit<BenchmarkRequest, "runtime">,
  runtimes: readonly Runtime[],
  services: BenchmarkServices,
  listener: BenchmarkListener,
  signal: AbortSignal,
): Promise<BenchmarkDocument> {
  const done: BenchmarkDocument[] = [];
  for (const [index, runtime] of runtimes.entries()) {
    const measured = await runBenchmark(
      { ...request, runtime },
      services,
      (document, running) =>
        listener(merged([...done, document]), {
          ...running,
          fraction: (index + running.fraction) / runtimes.length,
        }),
      signal,
    );
    done.push(measured);
  }
  return merged(done);
}

function merged(documents: readonly BenchmarkDocument[]): BenchmarkDocument {
  const [first, ...others] = documents;
  if (first === undefined) throw new TypeError("There is no runtime to measure on");
  if (others.length === 0) return first;
  const results = documents.flatMap(({ environment, results }) =>
    results.map((result): TargetResult => ({ ...result, environment })),
  );
  return { ...first, results };
}
