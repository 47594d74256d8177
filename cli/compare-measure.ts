import type { BenchmarkOptions } from "../bench-worker/benchmark-options.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { BenchmarkListener, Runtime } from "../bench-worker/host/api.ts";
import { runBenchmark, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { runComparison } from "../bench-worker/host/comparison.ts";
import { otherPlace, storedPair } from "../bench-worker/host/stored-pair.ts";
import type { Environment } from "../bench-worker/environment.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import type { Prepared, StoredBase } from "./compare-prepared.ts";

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
  const stored = alone.map((base) => asStored(base, environment, described.comparedWith?.document));
  const pairs = alone.map((base, index) =>
    storedPair(
      {
        result: stored[index]!,
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
    results: [...compared.results, ...measured.results, ...stored],
    pairs: [...compared.pairs, ...pairs],
  };
}

/** A stored result is told from one of now by where it was stored, and says what it was measured on where that is not `now`. */
function asStored({ result, environment }: StoredBase, now: Environment, document = "stored"): TargetResult {
  const { environment: _, ...rest } = result;
  const other = otherPlace(environment, now) === null ? {} : { environment };
  return { ...rest, ...other, target: { ...result.target, revision: document } };
}
