import path from "node:path";
import * as vscode from "vscode";
import type { Recording } from "../../bench-worker/contract/recording.ts";
import type { PlacedFunction } from "../../bench-worker/host/recordings/busiest.ts";
import { callsInWords } from "../../bench-worker/recorded-words.ts";

/** Opens a recorded function at its beginning. */
export async function openRecorded(root: string, { file, recorded }: PlacedFunction): Promise<void> {
  const document = await vscode.workspace.openTextDocument(path.join(root, file));
  const place = document.validatePosition(new vscode.Position(recorded.line - 1, recorded.column - 1));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
}

/** Has the user choose one of the functions that were recorded, and opens it. */
export async function showRecorded(root: string, recordings: readonly Recording[]): Promise<void> {
  const items = recordings.flatMap(({ file, functions }) =>
    functions.map((recorded) => ({
      label: recorded.name,
      description: `${file}:${recorded.line}`,
      detail: callsInWords(recorded.paths),
      one: { file, recorded },
    })),
  );
  const picked = await vscode.window.showQuickPick(items, {
    title: "Recorded Functions",
    placeHolder: "Opens the function; above it stands what was recorded",
    matchOnDescription: true,
  });
  if (picked !== undefined) await openRecorded(root, picked.one);
}
