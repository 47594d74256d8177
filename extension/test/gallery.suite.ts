import assert from "node:assert/strict";
import path from "node:path";
import * as v from "valibot";
import * as vscode from "vscode";
import { benchmarkDocumentSchema } from "../../bench-worker/document.ts";
import { galleryTableSchema } from "../../bench-worker/gallery-table.ts";
import { activated, closeAll } from "./editing.ts";
import { livingWorkers } from "./workers.ts";
import { tempRepository, type TempRepository } from "./temp-repository.ts";

const LOAD = `const { decode } = require("./decode.js");

async function load(id) {
  const response = await fetch("https://example.invalid/" + id);
  return decode(await response.text());
}
module.exports = { load };
`;

describe("the gallery in the editor", function () {
  this.timeout(300_000);
  let repository: TempRepository;
  before(async () => {
    await activated();
    repository = await tempRepository();
    await repository.write("decode.js", "exports.decode = (text) => text;\n");
    await repository.write("load.js", LOAD);
    repository.commit();
  });
  after(() => repository.remove());
  afterEach(closeAll);

  it("opens a copy of a function beside it, unsaved and ready to be compared", async () => {
    const file = vscode.Uri.file(path.join(repository.folder, "load.js"));
    const editor = await vscode.window.showTextDocument(file);
    const inside = new vscode.Position(3, 4);
    editor.selection = new vscode.Selection(inside, inside);
    const uri = await vscode.commands.executeCommand<vscode.Uri>("asyncCost.openAsVariant");
    assert.equal(uri.scheme, "untitled");
    assert.equal(path.basename(uri.path), "load.variant.js");
    const front = vscode.window.activeTextEditor!;
    assert.equal(front.document.uri.toString(), uri.toString());
    assert.equal(front.document.getText(), LOAD);
    assert.equal(front.selection.active.line, 2);
    // So "Compare This Function with Selected" has something to compare with; the second time takes it out again.
    const again = { uri: file.toString(), name: "load", ordinal: 0 };
    await vscode.commands.executeCommand("asyncCost.selectForComparison", again);
  });

  it("measures a function together with variants of the gallery, and ends them together", async () => {
    const uri = vscode.Uri.file(path.join(repository.folder, "load.js")).toString();
    const compared = vscode.commands.executeCommand("asyncCost.compareWithGallery", {
      uri,
      name: "load",
      ordinal: 0,
    });
    // Where it is refused at once, no process ever lives.
    const isRunning = { value: true };
    const end = (): void => {
      isRunning.value = false;
    };
    compared.then(end, end);
    while (isRunning.value && (await livingWorkers()).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
    if (!isRunning.value)
      assert.fail(`It ended before a process was started: ${JSON.stringify(await compared)}`);
    await vscode.commands.executeCommand("asyncCost.cancel");
    const { results, amongGallery } = v.parse(benchmarkDocumentSchema, await compared);
    assert.equal(results[amongGallery!.own]?.target.name, "load");
    const systems = amongGallery!.variants.map(({ system }) => system);
    assert.ok(systems.includes("Raw callbacks") && systems.includes("Native async/await"), systems.join());
    assert.deepEqual(
      amongGallery!.variants.map(({ result }) => results[result]?.state),
      systems.map(() => "cancelled"),
    );
    assert.deepEqual(await livingWorkers(), []);
  });

  it("shows a table of the gallery", async () => {
    const table = v.parse(
      galleryTableSchema,
      await vscode.commands.executeCommand("asyncCost.openGallery", "complexity"),
    );
    assert.ok(table.table === "complexity" && table.rows.some(({ name }) => name === "callbacks"));
    // The editor tells of its tabs a moment later.
    const isOpen = (): boolean =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .some(({ label, input }) => label === "Gallery" && input instanceof vscode.TabInputWebview);
    while (!isOpen()) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
