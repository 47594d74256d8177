import type { BenchmarkDocument } from "../document.ts";
import type { TargetResult } from "../target-result.ts";
import type { BenchmarkListener, BenchmarkRequest, Runtime } from "./api.ts";
import { runBenchmark, type BenchmarkServices } from "./benchmark.ts";
import { Turns } from "./turns.ts";

/**
 * Measures every target on every runtime: process by process in turn, so that what disturbs the machine disturbs all
 * runtimes alike, and never two processes at once. With several, each result has its own `environment`, that of the
 * document is the first one's, and the results stand runtime by runtime: what was measured on different engines is put
 * side by side and not judged.
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
  const [only] = runtimes;
  if (only === undefined) throw new TypeError("There is no runtime to measure on");
  if (runtimes.length === 1) return runBenchmark({ ...request, runtime: only }, services, listener, signal);

  const turns = new Turns(services.now);
  const latest = new Array<BenchmarkDocument | undefined>(runtimes.length).fill(undefined);
  const fractions = new Array<number>(runtimes.length).fill(0);
  // One that cannot be measured at all, as a target is not there, ends the others as well.
  const giveUp = new AbortController();
  const anyEnd = AbortSignal.any([signal, giveUp.signal]);
  const all = runtimes.map(async (runtime, index) => {
    const place = turns.enter();
    try {
      const document = await runBenchmark(
        { ...request, runtime },
        { ...services, now: () => place.time(), runWorker: place.inTurn(services.runWorker) },
        (document, running) => {
          latest[index] = document;
          fractions[index] = running.fraction;
          const fraction = fractions.reduce((sum, one) => sum + one, 0) / runtimes.length;
          const activity = `${runtime.name}${runtime.version === undefined ? "" : ` ${runtime.version}`}: ${running.activity}`;
          listener(merged(latest), { ...running, fraction, activity });
        },
        anyEnd,
      );
      latest[index] = document;
      fractions[index] = 1;
    } catch (error) {
      giveUp.abort();
      throw error;
    }
  });
  await Promise.all(all);
  return merged(latest);
}

/** One document of those that there are yet. */
function merged(documents: readonly (BenchmarkDocument | undefined)[]): BenchmarkDocument {
  const there = documents.filter((document) => document !== undefined);
  const results = there.flatMap(({ environment, results }) =>
    results.map((result): TargetResult => ({ ...result, environment })),
  );
  return { ...there[0]!, results };
}
