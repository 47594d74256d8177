import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { parseBenchmarkDocument } from "../../bench-worker/document.ts";
import { activated, closeAll, lensesOf, replace, shortly } from "./editing.ts";

const SOURCE = `module.exports = async function load(db, id) {
  const row = await db.get(id);
  return row.size + 1;
};
`;

describe("a fakes file in the editor", function () {
  this.timeout(300_000);
  let folder: string;
  before(activated);
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-fakes-"));
    await writeFile(path.join(folder, "load.js"), SOURCE);
  });
  afterEach(async () => {
    // What is not saved would be asked about.
    await vscode.workspace.saveAll();
    await closeAll();
    await rm(folder, { recursive: true });
  });

  it("is written beside the source, used unsaved by the next benchmark, and kept", async () => {
    const source = vscode.Uri.file(path.join(folder, "load.js"));
    await vscode.window.showTextDocument(source);
    const reference = { uri: source.toString(), name: "load", ordinal: 0 };
    await vscode.commands.executeCommand("asyncCost.writeFakes", reference);
    const file = vscode.Uri.file(path.join(folder, "load.async-cost.js"));
    const editor = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === file.toString(),
    );
    assert.ok(editor, "the file is not shown");
    assert.equal(editor.viewColumn, vscode.ViewColumn.One, "it is a tab beside that of the source");
    assert.match(editor.document.getText(), /"db\.get": \{\},/);
    await replace(editor, '"db.get": {}', '"db.get": { kind: "sync", returns: { size: 1 } }');
    const edited = editor.document.getText();

    await shortly(async () => {
      const answer: unknown = await vscode.commands.executeCommand("asyncCost.benchmark", reference);
      const [result] = parseBenchmarkDocument(answer).results;
      assert.equal(result?.state, "completed", result?.reason);
      assert.equal(path.basename(result.fakesFile!.file), "load.async-cost.js");
      const [fake] = result.fakes;
      assert.deepEqual([fake?.expression, fake?.kind, fake?.from], ["db.get", "sync", "file"]);
    });
    await vscode.commands.executeCommand("asyncCost.writeFakes", reference);
    assert.equal(editor.document.getText(), edited);

    const document = await vscode.workspace.openTextDocument(source);
    const isOld = async (): Promise<boolean> => /edited since/.test(JSON.stringify(await lensesOf(document)));
    assert.ok(!(await isOld()));
    // The panel may stand where the file was shown.
    const fakes = await vscode.window.showTextDocument(editor.document);
    await replace(fakes, "size: 1", "size: 2");
    assert.ok(await isOld(), "measured with what the file does not give any more");
    await replace(fakes, "size: 2", "size: 1");
    assert.ok(!(await isOld()));

    const own = await vscode.window.showTextDocument(document);
    await replace(own, "module.exports", '/** @asyncCostArguments ["a"] */\nmodule.exports');
    assert.ok(await isOld(), "measured without the tag");
    await replace(own, '/** @asyncCostArguments ["a"] */\n', "");
    assert.ok(!(await isOld()));
  });
});
