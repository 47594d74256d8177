import * as vscode from "vscode";
import type { BenchmarkStatus } from "./benchmark-status.ts";

/** No benchmark is ever under way. */
export const NO_BENCHMARKS: BenchmarkStatus = {
  stageOf: () => undefined,
  onDidChangeResults: () => new vscode.Disposable(() => undefined),
};

/** Why there are none, for the user. */
const WHY_NO_BENCHMARKS =
  "A benchmark runs your code in a process of its own, and an editor that runs in the browser cannot start one. " +
  "The hints work here; open the folder in desktop VS Code to benchmark.";

const WHY_NO_RECORDINGS =
  "Recording runs your tests or your program, and an editor that runs in the browser cannot start them. " +
  "Open the folder in desktop VS Code to record.";

/**
 * Lets the commands that need benchmarks say why they do nothing, instead of not being there.
 *
 * @param commands All that the manifest names.
 * @param present Those that work.
 */
export function commandsWithoutBenchmarks(
  commands: readonly string[],
  present: ReadonlySet<string>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...commands
      .filter((command) => !present.has(command))
      .map((command) =>
        vscode.commands.registerCommand(command, () => {
          void vscode.window.showInformationMessage(
            command === "asyncCost.record" ? WHY_NO_RECORDINGS : WHY_NO_BENCHMARKS,
          );
        }),
      ),
  );
}
