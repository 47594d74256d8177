import * as vscode from "vscode";
import { comparisonMarkdown } from "../../bench-worker/comparison-markdown.ts";
import type { BenchmarkState } from "../benchmark/benchmark-state.ts";
import { exportName } from "./export-name.ts";
import { workspaceFolders } from "./open-place.ts";

/** Saves the shown benchmark where the user says: as JSON, or a comparison as Markdown. */
export async function exportBenchmark(state: BenchmarkState, format: "json" | "markdown"): Promise<void> {
  if (state.kind === "nothing") return;
  const { document } = state;
  const isMarkdown = format === "markdown";
  const name = exportName(document, isMarkdown ? "md" : "json");
  const [folder] = workspaceFolders();
  const chosen = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(vscode.Uri.file(folder), name) }),
    filters: isMarkdown ? { Markdown: ["md"] } : { JSON: ["json"] },
    title: document.pairs === undefined ? "Export the benchmark" : "Export the comparison",
  });
  if (chosen === undefined) return;
  const text = isMarkdown ? comparisonMarkdown(document) : `${JSON.stringify(document, null, 2)}\n`;
  await vscode.workspace.fs.writeFile(chosen, new TextEncoder().encode(text));
}
