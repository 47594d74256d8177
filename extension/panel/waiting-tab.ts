import * as vscode from "vscode";

const GROUPS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"] as const;

/**
 * The tabs of a kind of webview. After a reload of the window a tab is there before its panel is: the editor makes the
 * panel when the tab comes into view.
 */
export function waitingTabs(viewType: string): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType));
}

/** Brings a tab into view, which no function of the editor's does. */
export async function revealTab(tab: vscode.Tab): Promise<void> {
  const group = GROUPS[tab.group.viewColumn - 1];
  if (group !== undefined) await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await vscode.commands.executeCommand("workbench.action.openEditorAtIndex", tab.group.tabs.indexOf(tab));
}
