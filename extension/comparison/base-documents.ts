import * as vscode from "vscode";
import type { HeadSource } from "../head/head-source.ts";
import { BASE_SCHEME } from "./base-uri.ts";

/** Shows files as they were in a commit, so that the base of a comparison can be looked at. */
export class BaseDocuments implements vscode.TextDocumentContentProvider {
  readonly #source: Pick<HeadSource, "textAt">;

  constructor(source: Pick<HeadSource, "textAt">) {
    this.#source = source;
  }

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(BASE_SCHEME, this);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { fsPath } = uri.with({ scheme: "file", query: "" });
    const text = await this.#source.textAt(uri.query, fsPath);
    if (typeof text !== "string")
      throw new Error(`${fsPath} cannot be read as it was in ${uri.query.slice(0, 10)}.`);
    return text;
  }
}
