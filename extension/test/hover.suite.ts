import assert from "node:assert/strict";
import * as vscode from "vscode";
import { activated, closeAll, openUntitled, until, withSetting } from "./editing.ts";

async function hoverAt(document: vscode.TextDocument, character: number): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    new vscode.Position(0, character),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ""))
    .filter((text) => text.includes("Async Cost"))
    .join("\n");
}

describe("the hover in the editor", () => {
  before(activated);
  afterEach(closeAll);

  const text = "async function get() { await db.find(1); }";

  it("is shown on the function's name and nowhere else", async () => {
    const { document } = await openUntitled(text);
    const hover = await hoverAt(document, text.indexOf("get"));
    assert.match(hover, /`get` · async\/await/);
    assert.match(hover, /`db\.find` \(line 1, promise\)/);
    assert.match(hover, /\[Benchmark\]\(command:asyncCost\.benchmark\?/);
    assert.equal(await hoverAt(document, text.indexOf("find")), "");
  });

  it("is switched off without a reload", async () => {
    const { document } = await openUntitled(text);
    await withSetting("hover.enabled", false, async () => {
      await until("no hover", async () => (await hoverAt(document, text.indexOf("get"))) === "");
    });
  });
});
