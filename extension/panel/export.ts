import * as vscode from "vscode";
import type { BenchmarkState } from "../benchmark/benchmark-state.ts";
import { exportName } from "./export-name.ts";
import { workspaceFolders } from "./open-place.ts";

/** Saves the shown benchmark as JSON where the user says. */
export async function exportBenchmark(state: BenchmarkState): Promise<void> {
  if (state.kind === "nothing") return;
  const { document } = state;
  const name = exportName(document);
  const [folder] = workspaceFolders();
  const chosen = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(vscode.Uri.file(folder), name) }),
    filters: { JSON: ["json"] },
    title: "Export the benchmark",
  });
  if (chosen === undefined) return;
  const json = `${JSON.stringify(document, null, 2)}\n`;
  await vscode.workspace.fs.writeFile(chosen, new TextEncoder().encode(json));
}
