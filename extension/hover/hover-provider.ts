import type * as vscode from "vscode";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { ResultStore } from "../benchmark/result-store.ts";
import type { Comparisons } from "../hint/function-hints.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";

/** What the hovers are drawn from. */
export interface HoverContext {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly results: ResultStore;
  readonly comparisons: Comparisons;
}

/** The hover on the name of an asynchronous function. What writes it is loaded with the first. */
export class HoverProvider implements vscode.HoverProvider {
  readonly #context: HoverContext;

  constructor(context: HoverContext) {
    this.#context = context;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    if (!this.#context.settings.current["hover.enabled"]) return undefined;
    const { hoverAt } = await import(/* webpackChunkName: "answers" */ "./hover-at.ts");
    return hoverAt(this.#context, document, position, token);
  }
}
