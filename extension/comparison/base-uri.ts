import type * as vscode from "vscode";

/** The scheme of documents that show a file as it was in a commit. */
export const BASE_SCHEME = "async-cost-base";

/** Where a file is shown as it was in a commit. */
export function baseUri(file: vscode.Uri, commit: string): vscode.Uri {
  return file.with({ scheme: BASE_SCHEME, query: commit });
}

/** Whether a document's URI is one of {@link baseUri}. */
export function isBaseUri(uri: string): boolean {
  return uri.startsWith(`${BASE_SCHEME}:`);
}
