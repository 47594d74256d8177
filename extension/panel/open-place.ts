import * as vscode from "vscode";
import type { FromPanel } from "../../bench-worker/panel-messages.ts";
import type { BenchmarkState } from "../benchmark/benchmark-state.ts";
import { candidatePaths } from "./candidate-paths.ts";
import { workspaceFolders } from "./workspace-folders.ts";

type OpenIntent = Extract<FromPanel, { type: "open" }>;

/**
 * Opens a line that the panel names. Its file is one of the measured documents, which need not be saved, or a file
 * that a stack trace mentions.
 *
 * @throws {Error} with a sentence for the user, when there is no such file.
 */
export async function openPlace(
  { file, line, column = 1, revision }: OpenIntent,
  state: BenchmarkState,
): Promise<void> {
  const document = await find(file, revision, state);
  const place = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  const at = document.validatePosition(place);
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  await vscode.window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(at, at),
  });
}

async function find(
  file: string,
  revision: string | undefined,
  state: BenchmarkState,
): Promise<vscode.TextDocument> {
  if (state.kind === "benchmark") {
    const index = state.functions.findIndex(
      (measured, i) =>
        state.document.results[i]?.target.revision === revision &&
        (measured.file === file || state.document.results[i]?.target.file === file),
    );
    const uri = state.functions[index]?.uri ?? null;
    if (uri !== null) return vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  }
  if (revision !== undefined) throw new Error(`${file} at ${revision} cannot be found.`);
  for (const candidate of candidatePaths(file, workspaceFolders())) {
    try {
      return await vscode.workspace.openTextDocument(vscode.Uri.file(candidate));
    } catch {
      // It does not lie in this folder.
    }
  }
  throw new Error(`${file} cannot be found.`);
}
