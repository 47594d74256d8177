import type { BenchmarkOptions, Measure } from "../benchmark-options.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Elapsed, OutcomeDifference } from "../contract/played-scenario.ts";
import type { BenchmarkDocument } from "../document.ts";
import type { Pair } from "../pair.ts";
import type { RunRequest, TargetSource } from "../protocol.ts";

/** A JavaScript engine that workers run on. */
export interface Runtime {
  /** `node`, `bun` or `deno`. */
  readonly name: string;
  /** As it says itself: `22.23.3`. Left out where nobody has asked it; then it is one that every worker runs on. */
  readonly version?: string;
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
  /** The document has the raw samples of every process, too. */
  readonly withSamples?: boolean;
  /** Hears the scenario of a target, by its id, as the first process has played it. */
  readonly onScenario?: (id: string, scenario: Scenario) => void;
  /** What the processes are for; they spend their time accordingly. */
  readonly purpose?: RunRequest["purpose"];
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

/** One of the functions that are compared. */
export interface ComparisonTarget {
  /** Its text, file and place. Two versions of one function have texts, files and folders of their own. */
  readonly source: TargetSource;
  /** How a document names the file, where it is not the one that was loaded. */
  readonly file?: string;
  /** Which version of the file it is, such as `HEAD`; left out for the one in the working tree. */
  readonly revision?: string;
  /** The folder of the working tree that `source.folder` holds an earlier version of. */
  readonly presentFolder?: string;
  /** Where it plays a recorded call: in what its outcome differs from the recorded one; null where it does not. */
  readonly outcome?: { readonly difference: OutcomeDifference | null };
  /** With that: how long it waits for the I/O of that call, by the times that were recorded. */
  readonly elapsed?: Elapsed;
}

/** Functions that are measured together: each further one against the first. */
export interface ComparisonGroup {
  /** How the pairs are called; the functions' names where it is left out. */
  readonly name?: string;
  /** Two at least; the first is the base. */
  readonly targets: readonly ComparisonTarget[];
}

/**
 * What to compare. `options.budgetMilliseconds` is for one pair; a group of three targets, which are two pairs, gets
 * twice as much. `options.threshold` is the share of time below which a difference does not matter.
 */
export interface ComparisonRequest {
  readonly groups: readonly ComparisonGroup[];
  readonly options: BenchmarkOptions;
  readonly runtime: Runtime;
  /** The worker's bundle, `dist/worker.cjs`. */
  readonly workerFile: string;
  readonly workspaceFolder: string | null;
  /** The document has the raw samples of every process, too. */
  readonly withSamples?: boolean;
}

/** A document of a comparison: `results` has the targets group by group, `pairs` each further one against its first. */
export type ComparisonDocument = BenchmarkDocument & { readonly pairs: Pair[] };

/** Hears of a comparison under way. `document` is whole and valid at every call. */
export type ComparisonListener = (document: ComparisonDocument, running: Running) => void;
