import * as vscode from "vscode";
import type { Breakdown } from "../../analysis/breakdown/breakdown.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { ResultStore } from "../benchmark/result-store.ts";
import { canBeMeasured, parseReference, whyNotHere } from "../benchmark/targets.ts";
import { actionsOf, OPEN_SETTINGS } from "../hint/actions.ts";
import { commandLink } from "../hint/command-link.ts";
import { functionHints, type Comparisons, type FunctionHint } from "../hint/function-hints.ts";
import { plain } from "../hint/markdown.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { nameRange } from "./name-range.ts";

/** What the hovers are drawn from. */
export interface HoverContext {
  readonly settings: EditorSettings;
  readonly analyses: DocumentAnalyses;
  readonly results: ResultStore;
  readonly comparisons: Comparisons;
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
    const { settings, analyses, results, comparisons } = this.#context;
    if (!settings.current["hover.enabled"]) return undefined;
    const analysis = await analyses.unlessCancelled(document, token);
    if (analysis === undefined) return undefined;

    for (const hint of functionHints(document.uri.toString(), analysis, results, comparisons)) {
      const { start, end } = nameRange(analysis.text, hint.found.name, hint.range);
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      if (!range.contains(position)) continue;
      const markdown = await markdownOf(hint, document, analysis, analyses);
      return token.isCancellationRequested ? undefined : new vscode.Hover(markdown, range);
    }
    return whyNone(document, analysis, position, analyses);
  }
}

async function markdownOf(
  hint: FunctionHint,
  document: vscode.TextDocument,
  analysis: DocumentAnalysis,
  analyses: DocumentAnalyses,
) {
  const { found, kept } = hint;
  const breakdown = kept ? undefined : await breakdownFor(found, document, analysis, analyses);
  const actions = [...(await actionsOf(hint)), OPEN_SETTINGS];
  const links = actions.map(({ title, command, commandArguments }) =>
    commandLink(title, command, ...commandArguments),
  );
  const { scheme } = document.uri;
  const notHere = canBeMeasured(scheme) ? null : whyNotHere(scheme);
  const { hoverText } = await import(/* webpackChunkName: "answers" */ "./hover-text.ts");
  const markdown = new vscode.MarkdownString(hoverText(hint, breakdown, links, notHere));
  markdown.isTrusted = { enabledCommands: actions.map(({ command }) => command) };
  return markdown;
}

async function breakdownFor(
  { range }: AsyncFunction,
  { uri }: vscode.TextDocument,
  analysis: DocumentAnalysis,
  analyses: DocumentAnalyses,
): Promise<Breakdown | "not-found-out" | undefined> {
  const answer = await analyses.ask(uri.toString(), analysis, { kind: "breakdown", start: range.start });
  return answer === undefined ? "not-found-out" : (answer ?? undefined);
}

/** Why a function has no hint, where its author may well wonder: it looks asynchronous. */
async function whyNone(
  document: vscode.TextDocument,
  analysis: DocumentAnalysis,
  position: vscode.Position,
  analyses: DocumentAnalyses,
): Promise<vscode.Hover | undefined> {
  const offset = document.offsetAt(position);
  const key = document.uri.toString();
  const explanation = await analyses.ask(key, analysis, { kind: "explanation", offset });
  if (explanation === undefined) return undefined;
  const { kind, nameRange: name, why } = explanation;
  if (kind !== "callback-not-proven" && kind !== "generator") return undefined;
  if (name === null || offset < name.start || offset > name.end) return undefined;
  const range = new vscode.Range(document.positionAt(name.start), document.positionAt(name.end));
  return new vscode.Hover(new vscode.MarkdownString(`**Async Cost** · no hint: ${plain(why)}`), range);
}

/**
 * Explains the function that a lens names: puts the cursor on its name and opens the hover there. Where hovers are
 * switched off the panel is opened instead.
 */
export async function explain(context: HoverContext, argument: unknown): Promise<void> {
  const { settings, analyses, results, comparisons } = context;
  const reference = parseReference(argument);
  if (reference === undefined || !settings.current["hover.enabled"]) {
    await vscode.commands.executeCommand("asyncCost.openPanel");
    return;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(reference.uri, true));
  const analysis = analyses.of(document);
  if (analysis === undefined) return;
  const hint = functionHints(reference.uri, analysis, results, comparisons).find(
    ({ reference: other }) => other.name === reference.name && other.ordinal === reference.ordinal,
  );
  if (hint === undefined) return;
  const { start } = nameRange(analysis.text, hint.found.name, hint.range);
  const place = document.positionAt(start);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
  await vscode.commands.executeCommand("editor.action.showHover");
}
