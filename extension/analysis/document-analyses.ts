import * as vscode from "vscode";
import { analyze } from "../../analysis/analyze.ts";
import { codeOfDocument, isSourceEditorId } from "../../analysis/components/code-of.ts";
import { AnalysisCache, type DocumentAnalysis } from "./analysis-cache.ts";

/** Ids of the editor's languages that are read, as its registrations want them. */
export const DOCUMENT_SELECTOR: vscode.DocumentSelector = [
  { language: "javascript" },
  { language: "javascriptreact" },
  { language: "typescript" },
  { language: "typescriptreact" },
  { language: "vue" },
  { language: "svelte" },
];

/** The analyses of the open documents, each version read once for lens, hover and commands together. */
export class DocumentAnalyses implements vscode.Disposable {
  readonly #cache = new AnalysisCache(analyze);
  readonly #onClose = vscode.workspace.onDidCloseTextDocument(({ uri }) =>
    this.#cache.forget(uri.toString()),
  );

  /** Undefined when there is no JavaScript or TypeScript in the document. */
  of(document: vscode.TextDocument): DocumentAnalysis | undefined {
    const { languageId } = document;
    if (!isSourceEditorId(languageId)) return undefined;
    return this.#cache.of({
      key: document.uri.toString(),
      version: document.version,
      languageId,
      code: () => codeOfDocument(languageId, document.getText())!,
    });
  }

  /**
   * The same for who asks on every key stroke. Gives way first, so that a question that was taken back while they
   * piled up costs nothing; undefined then.
   */
  async unlessCancelled(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<DocumentAnalysis | undefined> {
    await new Promise((resolve) => setImmediate(resolve));
    return token.isCancellationRequested || document.isClosed ? undefined : this.of(document);
  }

  dispose(): void {
    this.#onClose.dispose();
  }
}
