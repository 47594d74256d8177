import * as vscode from "vscode";

/** The folder that a document's relative names start from; for an untitled one the first that is open. */
export function workspaceFolderOf(uri: string): string | null {
  const parsed = vscode.Uri.parse(uri);
  const folder =
    vscode.workspace.getWorkspaceFolder(parsed) ??
    (parsed.scheme === "untitled" ? vscode.workspace.workspaceFolders?.[0] : undefined);
  return folder?.uri.scheme === "file" ? folder.uri.fsPath : null;
}
