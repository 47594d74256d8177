import * as vscode from "vscode";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import { ordinals, type ResultStore } from "../benchmark/result-store.ts";
import { canBeMeasured, NOT_IN_TEXT, parseReference, type FunctionReference } from "../benchmark/targets.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { hoverText } from "./hover-text.ts";
import { nameRange } from "./name-range.ts";

/** What the hovers are drawn from. */
export interface HoverContext {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly results: ResultStore;
}

/** The breakdown of an asynchronous function when the mouse rests on its name. */
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
    const { settings, analyses, results } = this.#context;
    if (!settings.current["hover.enabled"]) return undefined;
    const analysis = await analyses.unlessCancelled(document, token);
    if (analysis === undefined) return undefined;

    for (const hint of analysis.hints) {
      const { start, end } = nameRange(analysis.text, hint.found.name, hint.range);
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      if (!range.contains(position)) continue;
      const uri = document.uri.toString();
      const matched = results.match(
        uri,
        analysis.hints.map(({ found }) => found),
      );
      const text = new vscode.MarkdownString(hoverText(hint, matched.get(hint.found)));
      if (canBeMeasured(document.uri.scheme) && hint.found.reach !== null) {
        const ordinal = ordinals(analysis.analysis.functions).get(hint.found) ?? NOT_IN_TEXT;
        const reference: FunctionReference = { uri, name: hint.found.name, ordinal };
        const query = encodeURIComponent(JSON.stringify([reference]));
        text.appendMarkdown(`\n\n[Benchmark](command:asyncCost.benchmark?${query})`);
        text.isTrusted = { enabledCommands: ["asyncCost.benchmark"] };
      }
      return new vscode.Hover(text, range);
    }
    return undefined;
  }
}

/**
 * Explains the function that a lens names: puts the cursor on its name and opens the hover there. Where hovers are
 * switched off the panel is opened instead.
 */
export async function explain({ settings, analyses }: HoverContext, argument: unknown): Promise<void> {
  const reference = parseReference(argument);
  if (reference === undefined || !settings.current["hover.enabled"]) {
    await vscode.commands.executeCommand("asyncCost.openPanel");
    return;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(reference.uri, true));
  const analysis = await analyses.read(document);
  if (analysis === undefined) return;
  const ordinal = ordinals(analysis.analysis.functions);
  const hint = analysis.hints.find(
    ({ found }) => found.name === reference.name && (ordinal.get(found) ?? NOT_IN_TEXT) === reference.ordinal,
  );
  if (hint === undefined) return;
  const { start } = nameRange(analysis.text, hint.found.name, hint.range);
  const place = document.positionAt(start);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
  await vscode.commands.executeCommand("editor.action.showHover");
}
