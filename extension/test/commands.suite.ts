import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../package.json" with { type: "json" };
import {
  activated,
  closeAll,
  invocation,
  lensCommand,
  lensesOf,
  openUntitled,
  until,
  withSetting,
} from "./editing.ts";

/** Whether a tab with the panel is open. */
function panelIsOpen(): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes("asyncCost.panel"),
    );
}

describe("commands in the editor", () => {
  before(activated);
  afterEach(closeAll);

  it("are all there that the manifest names", async () => {
    const present = new Set(await vscode.commands.getCommands());
    const named = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(
      named.filter((command) => !present.has(command)),
      [],
    );
  });

  it("open the panel, once", async () => {
    assert.equal(panelIsOpen(), false);
    await vscode.commands.executeCommand("asyncCost.openPanel");
    await vscode.commands.executeCommand("asyncCost.openPanel");
    await until("the panel is open", panelIsOpen);
    const groups = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.equal(groups.length, 1);
  });

  it("explain a lens where the function's name stands", async () => {
    const { document } = await openUntitled("const a = 1;\nexport const get = async () => { await b(); };\n");
    const title = (await lensesOf(document))[2]?.[0];
    assert.ok(title, "there is no lens");
    const lens = await lensCommand(document, title);
    await vscode.commands.executeCommand(...invocation(lens));
    const { active } = vscode.window.activeTextEditor!.selection;
    assert.equal(document.getText(document.getWordRangeAtPosition(active)), "get");
  });

  it("explain in the panel where hovers are switched off", async () => {
    await withSetting("hover.enabled", false, async () => {
      await vscode.commands.executeCommand("asyncCost.explain", undefined);
      await until("the panel is open", panelIsOpen);
    });
  });

  it("cancel nothing without a complaint when nothing runs", async () => {
    await vscode.commands.executeCommand("asyncCost.cancel");
  });
});
