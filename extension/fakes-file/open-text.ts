import * as vscode from "vscode";

/** The text of a file as it stands in the editor, saved or not; undefined where it is not open. */
export function openText(file: string): string | undefined {
  const uri = vscode.Uri.file(file).toString();
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  return document === undefined || document.isClosed ? undefined : document.getText();
}
