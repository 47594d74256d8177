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
    assert.match(hover, /^1 I\/O call:\n\n- `db\.find` \(line 1, promise\)$/m);
    assert.match(hover, /^\| \d+ \| plumbing \|/m);
    assert.match(hover, /^\| \*\*15\*\* \| \*\*in all\*\* \|/m);
    assert.match(hover, /\[Settings\]\(command:workbench\.action\.openSettings\?/);
    assert.match(hover, /\[Benchmark\]\(command:asyncCost\.benchmark\?/);
    assert.equal(await hoverAt(document, text.indexOf("find")), "");
  });

  it("says why there is no hint where a function only looks asynchronous", async () => {
    const looks = "function each(list, callback) { callback(list); }";
    const { document } = await openUntitled(looks);
    assert.match(await hoverAt(document, looks.indexOf("each")), /no hint: each takes .*callback/);
    assert.equal(await hoverAt(document, looks.indexOf("list")), "");
  });

  it("is switched off without a reload", async () => {
    const { document } = await openUntitled(text);
    await withSetting("hover.enabled", false, async () => {
      await until("no hover", async () => (await hoverAt(document, text.indexOf("get"))) === "");
    });
  });
});
