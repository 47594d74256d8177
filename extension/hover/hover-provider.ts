import type * as vscode from "vscode";
import type { HoverContext } from "./hover-context.ts";

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
