import type * as vscode from "vscode";
import type { ResultStore } from "../benchmark/result-store.ts";
import type { WorkspaceFunctions } from "./workspace-functions.ts";

/** The view's id, with which its commands and what it tells the editor begin. */
export const VIEW = "asyncCost.functions";

/** What the view is drawn from. */
export interface FunctionsViewContext {
  readonly functions: WorkspaceFunctions;
  readonly results: ResultStore;
  readonly onDidChangeResults: vscode.Event<void>;
  /** Benchmarks can be run where the extension is. */
  readonly canBenchmark: boolean;
}
