import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";

/** Opens an untitled document with that text, in an editor. */
export async function openUntitled(content: string, language = "javascript"): Promise<vscode.TextEditor> {
  for (;;) {
    const document = await vscode.workspace.openTextDocument({ language, content });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    // A name can be free again before the extension host has let go of its last text: then that is what it gets.
    if (document.getText() === content) return editor;
    await closeAll();
  }
}

/** Replaces the first `from` in the editor's text by `to`. */
export async function replace(editor: vscode.TextEditor, from: string, to: string): Promise<void> {
  const { document } = editor;
  const at = document.getText().indexOf(from);
  assert.notEqual(at, -1, `${from} is not in the text`);
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + from.length));
  assert.ok(await editor.edit((edit) => edit.replace(range, to)));
}

/** The lenses of a document: for each line, counted from 1, their titles as they stand in a row. */
export async function lensesOf(document: vscode.TextDocument): Promise<Record<number, string[]>> {
  const byLine: Record<number, string[]> = {};
  for (const { range, command } of await rawLenses(document)) {
    if (command?.command.startsWith("asyncCost.") !== true) continue;
    (byLine[range.start.line + 1] ??= []).push(command.title);
  }
  return byLine;
}

/** The command of the first lens with that title. */
export async function lensCommand(document: vscode.TextDocument, title: string): Promise<vscode.Command> {
  const lenses = await rawLenses(document);
  const found = lenses.find(({ command }) => command?.title === title)?.command;
  assert.ok(found, `there is no lens ${title}`);
  return found;
}

/** What `executeCommand` takes to do what a lens does. */
export function invocation(lens: vscode.Command): [string, ...unknown[]] {
  const commandArguments: unknown[] = lens.arguments ?? [];
  return [lens.command, ...commandArguments];
}

async function rawLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  const everyone = 1000;
  return vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, everyone);
}

/** Waits until `condition` holds; fails with `what` when it never does. */
export async function until(what: string, condition: () => unknown): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (await condition()) return;
    await sleep(50);
  }
  assert.fail(`never came about: ${what}`);
}

/** Changes a setting for as long as `work` takes, and puts back what was there. */
export async function withSetting(key: string, value: unknown, work: () => Promise<void>): Promise<void> {
  const settings = () => vscode.workspace.getConfiguration("asyncCost");
  const before = settings().inspect(key)?.globalValue;
  await settings().update(key, value, vscode.ConfigurationTarget.Global);
  try {
    await work();
  } finally {
    await settings().update(key, before, vscode.ConfigurationTarget.Global);
  }
}

/** As few processes as there can be of as few calls as tell something: for benchmarks of which no number is looked at. */
export const SHORT = { budgetSeconds: 1, concurrency: [10, 20] } as const;

/** Lets benchmarks be as short as they can be, for as long as `work` takes. */
export async function shortly(work: () => Promise<void>): Promise<void> {
  await withSetting("budgetSeconds", SHORT.budgetSeconds, () =>
    withSetting("concurrency", SHORT.concurrency, work),
  );
}

/** Closes every editor without saving. */
export async function closeAll(): Promise<void> {
  while (vscode.window.activeTextEditor?.document.isDirty === true) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** Waits until the extension under test has been activated, as opening a document does. */
export async function activated(): Promise<void> {
  const extension = vscode.extensions.getExtension("async-cost.async-cost");
  assert.ok(extension, "the extension is not installed");
  await extension.activate();
}
