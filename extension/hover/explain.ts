import * as vscode from "vscode";
import { parseReference } from "../benchmark/targets.ts";
import { functionHints } from "../hint/function-hints.ts";
import type { HoverContext } from "./hover-context.ts";
import { nameRange } from "./name-range.ts";

/**
 * Explains the function that a lens names: puts the cursor on its name and opens the hover there. Where hovers are
 * switched off the panel is opened instead.
 */
export async function explain(
  { settings, analyses, ...sources }: HoverContext,
  argument: unknown,
): Promise<void> {
  const reference = parseReference(argument);
  if (reference === undefined || !settings.current["hover.enabled"]) {
    await vscode.commands.executeCommand("asyncCost.openPanel");
    return;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(reference.uri, true));
  const analysis = analyses.of(document);
  if (analysis === undefined) return;
  const hint = functionHints(reference.uri, analysis, sources).find(
    ({ reference: other }) => other.name === reference.name && other.ordinal === reference.ordinal,
  );
  if (hint === undefined) return;
  const { start } = nameRange(analysis.text, hint.found.name, hint.range);
  const place = document.positionAt(start);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
  await vscode.commands.executeCommand("editor.action.showHover");
}
