import type { BenchmarkOptions } from "../bench-worker/benchmark-options.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { BenchmarkListener, Runtime } from "../bench-worker/host/api.ts";
import { runBenchmark, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { runComparison } from "../bench-worker/host/comparison.ts";
import { storedPair } from "../bench-worker/host/stored-pair.ts";
import type { Prepared } from "./compare-prepared.ts";

/** What a comparison is measured with. */
export interface Instruments {
  readonly options: BenchmarkOptions;
  readonly runtime: Runtime;
  /** The worker's bundle. */
  readonly workerFile: string;
  readonly services: BenchmarkServices;
  /** The document has the raw samples of every process, too. */
  readonly withSamples: boolean;
}

/** Measures all that was prepared, pairs first, and puts it into one document. */
export async function measurePrepared(
  { groups, alone, workspaceFolder, described }: Prepared,
  { services, ...given }: Instruments,
  listener: BenchmarkListener,
  signal: AbortSignal,
): Promise<BenchmarkDocument> {
  const request = { ...given, workspaceFolder };
  // Of the whole, as much as there is of pairs.
  const whole = groups.length + alone.length;
  const share = whole === 0 ? 1 : groups.length / whole;
  const compared = await runComparison(
    { ...request, groups },
    services,
    (document, running) => listener(document, { ...running, fraction: running.fraction * share }),
    signal,
  );
  if (alone.length === 0) return { ...compared, ...described };

  const measured = await runBenchmark(
    { ...request, targets: alone.map(({ source }) => source) },
    services,
    (document, running) =>
      listener(document, { ...running, fraction: share + running.fraction * (1 - share) }),
    signal,
  );
  const { environment } = measured;
  const first = compared.results.length;
  const pairs = alone.map((base, index) =>
    storedPair(
      {
        result: asStored(base.result, described.comparedWith?.document),
        environment: base.environment,
        index: first + alone.length + index,
      },
      { result: measured.results[index]!, environment, index: first + index },
    ),
  );
  return {
    ...compared,
    environment,
    ...described,
    results: [
      ...compared.results,
      ...measured.results,
      ...alone.map(({ result }) => asStored(result, described.comparedWith?.document)),
    ],
    pairs: [...compared.pairs, ...pairs],
  };
}

/** A stored result is told from one of now by where it was stored. */
function asStored<R extends { readonly target: object }>(result: R, document = "stored"): R {
  return { ...result, target: { ...result.target, revision: document } };
}
