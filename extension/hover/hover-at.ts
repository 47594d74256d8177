import * as vscode from "vscode";
import type { Breakdown } from "../../analysis/breakdown/breakdown.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import { canBeMeasured, whyNotHere } from "../benchmark/targets.ts";
import { actionsOf, OPEN_SETTINGS } from "../hint/actions.ts";
import { commandLink } from "../hint/command-link.ts";
import { functionHints, type FunctionHint } from "../hint/function-hints.ts";
import { plain } from "../hint/markdown.ts";
import type { HoverContext } from "./hover-context.ts";
import { hoverText } from "./hover-text.ts";
import { nameRange } from "./name-range.ts";

/** The breakdown of the asynchronous function whose name stands at a position; elsewhere why there is none, if that is to be told. */
export async function hoverAt(
  { analyses, ...sources }: HoverContext,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  const analysis = await analyses.unlessCancelled(document, token);
  if (analysis === undefined) return undefined;

  for (const hint of functionHints(document.uri.toString(), analysis, sources)) {
    const { start, end } = nameRange(analysis.text, hint.found.name, hint.range);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    if (!range.contains(position)) continue;
    const markdown = await markdownOf(hint, document, analysis, analyses);
    return token.isCancellationRequested ? undefined : new vscode.Hover(markdown, range);
  }
  return whyNone(document, analysis, position, analyses);
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
  if (kind !== "callback-not-proven" && kind !== "generator" && kind !== "lets-go") return undefined;
  if (name === null || offset < name.start || offset > name.end) return undefined;
  const range = new vscode.Range(document.positionAt(name.start), document.positionAt(name.end));
  return new vscode.Hover(new vscode.MarkdownString(`**Async Cost** · no hint: ${plain(why)}`), range);
}
