import type { BenchmarkOptions } from "./benchmark-options.ts";

/** The options where the user sets none: the seeds' first chart, on the virtual clock. */
export const DEFAULT_OPTIONS: BenchmarkOptions = {
  concurrency: [100, 500, 1000, 1500, 2000],
  latency: { model: "fixed", milliseconds: 1 },
  clock: "virtual",
  measures: ["time", "memory", "stack"],
  budgetMilliseconds: 5000,
  seed: 1,
};
