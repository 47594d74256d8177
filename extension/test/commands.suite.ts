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

  it("explain why there is no hint", async () => {
    const whyAt = async (text: string, place: string, language = "javascript") => {
      const editor = await openUntitled(text, language);
      const at = editor.document.positionAt(text.indexOf(place));
      editor.selection = new vscode.Selection(at, at);
      return vscode.commands.executeCommand<string>("asyncCost.whyNoHint");
    };
    assert.match(await whyAt("function add(a) { return 1; }", "return"), /^add is not asynchronous/);
    assert.match(await whyAt("function* all() { yield 1; }", "yield"), /^all is a generator/);
    assert.match(await whyAt("text", "text", "plaintext"), /is not read: .* plaintext\.$/);
    const hidden = "async function get() { await b(); }";
    await withSetting("hints", "none", async () => {
      assert.match(await whyAt(hidden, "await"), /switched off by asyncCost\.hints/);
    });
    await closeAll();
    assert.match(await vscode.commands.executeCommand<string>("asyncCost.whyNoHint"), /^Open a JavaScript/);
  });

  it("cancel nothing without a complaint when nothing runs", async () => {
    await vscode.commands.executeCommand("asyncCost.cancel");
  });
});
