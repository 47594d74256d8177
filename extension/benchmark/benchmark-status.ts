import type * as vscode from "vscode";

/** What is shown of benchmarks beside the functions: which are under way, and when there are other results. */
export interface BenchmarkStatus {
  /** Whether a benchmark of this target is under way or waits for its turn. */
  isUnderWay(targetKey: string): boolean;
  /** Fires when a benchmark begins or ends. */
  readonly onDidChangeResults: vscode.Event<void>;
}
