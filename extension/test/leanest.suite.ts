import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { activated, closeAll, lensesOf, replace, until, withSetting } from "./editing.ts";

const LEAN = "async function synchronize() { await db.read(1); await db.write(2); }\n";

describe("the leanest variant in the editor", () => {
  const folder = vscode.workspace.workspaceFolders![0]!.uri;
  const lean = vscode.Uri.joinPath(folder, "leanest", "lean.js");
  const longer = vscode.Uri.joinPath(folder, "leanest", "longer.js");
  before(async () => {
    await activated();
    await vscode.workspace.fs.writeFile(lean, new TextEncoder().encode(LEAN));
    const text = LEAN.replace("read(1)", "read(1, 2, 3)");
    await vscode.workspace.fs.writeFile(longer, new TextEncoder().encode(text));
  });
  after(() => rm(path.dirname(lean.fsPath), { recursive: true }));
  afterEach(closeAll);

  const tokensAre = (document: vscode.TextDocument, expected: string) =>
    until(expected, async () => (await lensesOf(document))[1]?.[0]?.split(" · ")[0] === expected);

  it("is named in the hint, follows the text, and is opened from the hover", async () => {
    const editor = await vscode.window.showTextDocument(longer);
    await tokensAre(editor.document, "27 tokens, 4 more than in lean.js");
    await replace(editor, "(1, 2, 3)", "(1, 2)");
    await tokensAre(editor.document, "25 tokens, 2 more than in lean.js");
    await replace(editor, "write(2)", "write()");
    await replace(editor, "(1, 2)", "()");
    await tokensAre(editor.document, "21 tokens, the leanest of 2");
    await vscode.commands.executeCommand("asyncCost.openVariant", {
      uri: lean.toString(),
      position: { line: 1, column: 7 },
    });
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), lean.toString());
  });

  it("is left out by setting", async () => {
    const { document } = await vscode.window.showTextDocument(longer);
    await tokensAre(document, "27 tokens, 4 more than in lean.js");
    await withSetting("compareTokensWith", "head", () => tokensAre(document, "27 tokens"));
  });
});
