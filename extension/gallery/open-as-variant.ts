import { existsSync } from "node:fs";
import * as vscode from "vscode";
import type { BenchmarkCommands } from "../benchmark/commands.ts";
import type { TargetResolver } from "../benchmark/target-resolver.ts";
import { parseReference } from "../benchmark/targets.ts";
import { variantPath } from "./variant-name.ts";

/** What the command works with. */
export interface OpenAsVariantContext {
  readonly resolver: TargetResolver;
  readonly commands: BenchmarkCommands;
}

/**
 * Opens a copy of the function's file beside it, not yet saved, with the cursor in the function, and selects the
 * original for comparison: what is rewritten there imports what the original does, and is compared by "Compare with
 * Selected". The whole file is copied, as the function may need what is around it.
 */
export async function openAsVariant(
  { resolver, commands }: OpenAsVariantContext,
  argument: unknown,
): Promise<vscode.Uri | undefined> {
  return commands.tell("The variant could not be opened", async () => {
    const reference = parseReference(argument);
    const target = await (reference === undefined ? resolver.underCursor() : resolver.referred(reference));
    const original = await vscode.workspace.openTextDocument(vscode.Uri.parse(target.uri, true));
    const copy = await untitledBeside(original);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(copy.uri, new vscode.Position(0, 0), original.getText());
    if (copy.getText() === "") await vscode.workspace.applyEdit(edit);
    const editor = await vscode.window.showTextDocument(copy, vscode.ViewColumn.Beside);
    const at = copy.positionAt(target.source.functionStart);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    const { uri, name, ordinal } = target;
    await vscode.commands.executeCommand("asyncCost.selectForComparison", { uri, name, ordinal });
    return copy.uri;
  });
}

/** An empty document that would be saved beside the original, where that lies on the disk. */
function untitledBeside(original: vscode.TextDocument): Thenable<vscode.TextDocument> {
  const { uri, languageId } = original;
  if (uri.scheme !== "file") return vscode.workspace.openTextDocument({ language: languageId, content: "" });
  const isTaken = (path: string): boolean =>
    existsSync(uri.with({ path }).fsPath) ||
    vscode.workspace.textDocuments.some((open) => open.uri.scheme === "untitled" && open.uri.path === path);
  return vscode.workspace.openTextDocument(
    uri.with({ scheme: "untitled", path: variantPath(uri.path, isTaken) }),
  );
}
