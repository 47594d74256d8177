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

/** Brings a tab into view, which no function of the editor's does; false where no command leads to its group. */
export function revealTab(tab: vscode.Tab): boolean {
  const group = GROUPS[tab.group.viewColumn - 1];
  if (group === undefined) return false;
  const place = tab.group.tabs.indexOf(tab);
  void vscode.commands
    .executeCommand(`workbench.action.focus${group}EditorGroup`)
    .then(() => vscode.commands.executeCommand("workbench.action.openEditorAtIndex", place));
  return true;
}
