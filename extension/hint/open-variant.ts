import * as v from "valibot";
import * as vscode from "vscode";

const placeSchema = v.object({
  uri: v.string(),
  position: v.object({ line: v.number(), column: v.number() }),
});

/** Opens a function of another file, beside nothing: in the editor in front, so that one step back returns. */
export async function openVariant(argument: unknown): Promise<void> {
  const parsed = v.safeParse(placeSchema, argument);
  if (!parsed.success) return;
  const { uri, position } = parsed.output;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const place = document.validatePosition(new vscode.Position(position.line - 1, position.column - 1));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
}
