import type { BenchmarkDocument, BenchmarkOptions, Measure } from "../document.ts";
import type { TargetSource } from "../protocol.ts";

/** A JavaScript engine that workers run on. */
export interface Runtime {
  /** `node`. */
  readonly name: string;
  /** The executable. */
  readonly path: string;
  /** Where it was found, for the user: `the setting asyncCost.nodePath`, `PATH`, `the editor's own runtime`. */
  readonly foundBy: string;
  /** Set in the environment of the child process: the editor's runtime needs `ELECTRON_RUN_AS_NODE`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What to measure, on what. */
export interface BenchmarkRequest {
  readonly targets: readonly TargetSource[];
  readonly options: BenchmarkOptions;
  readonly runtime: Runtime;
  /** The worker's bundle, `dist/worker.cjs`. */
  readonly workerFile: string;
  readonly workspaceFolder: string | null;
}

/** What is being done right now. */
export interface Running {
  /** 0 to 1 of the whole benchmark. */
  readonly fraction: number;
  readonly activity: string;
  readonly measure: Measure | null;
}

/**
 * Hears of a benchmark under way. `document` is whole and valid at every call; results that are not done yet are
 * in the state `running`.
 */
export type BenchmarkListener = (document: BenchmarkDocument, running: Running) => void;
