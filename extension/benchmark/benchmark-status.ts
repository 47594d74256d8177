import type * as vscode from "vscode";
import type { Stage } from "./benchmark-queue.ts";

/** What is shown of benchmarks beside the functions: which are under way, and when there are other results. */
export interface BenchmarkStatus {
  /** How far a benchmark of this target is; undefined where none is under way or waits for its turn. */
  stageOf(targetKey: string): Stage | undefined;
  /** Fires when a benchmark is asked for, begins or ends. */
  readonly onDidChangeResults: vscode.Event<void>;
}
