import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../../bench-worker/document.ts";
import {
  activated,
  closeAll,
  lensesOf,
  lensCommand,
  invocation,
  replace,
  shortly,
  until,
} from "./editing.ts";
import { tempRepository, type TempRepository } from "./temp-repository.ts";
import { livingWorkers } from "./workers.ts";

const LOAD = `const { decode } = require("./decode.js");
async function load(id) {
  const response = await fetch("https://example.invalid/" + id);
  return decode(await response.text());
}
module.exports = { load };
`;

/** Runs a command and gives the document that it returns. */
async function run(command: string, ...commandArguments: unknown[]): Promise<BenchmarkDocument> {
  return parseBenchmarkDocument(await vscode.commands.executeCommand(command, ...commandArguments));
}

/** What "Run Again" compares: it is cancelled as soon as it measures. */
async function runAgainShortly(): Promise<BenchmarkDocument> {
  const again = run("asyncCost.runAgain");
  await until("a worker runs", async () => (await livingWorkers()).length > 0);
  await vscode.commands.executeCommand("asyncCost.cancel");
  return again;
}

describe("comparisons in the editor", function () {
  this.timeout(300_000);
  let repository: TempRepository;
  before(async () => {
    await activated();
    repository = await tempRepository();
    await repository.write("decode.js", "exports.decode = (text) => text;\n");
    await repository.write("load.js", LOAD);
    await repository.write("other.js", LOAD.replace("invalid/", "invalid/b/"));
    repository.commit();
  });
  after(() => repository.remove());
  afterEach(async () => {
    await vscode.commands.executeCommand("asyncCost.cancel");
    await closeAll();
  });

  const open = (name: string) =>
    vscode.window.showTextDocument(vscode.Uri.file(path.join(repository.folder, name)));
  const verdicts = ({ pairs }: BenchmarkDocument) =>
    pairs?.map(({ base, head }) => [base.name, base.revision, head.name, head.revision]);

  it("measure an edited function with its version in HEAD, each with its own imports", () =>
    shortly(async () => {
      // The present import has another name for what HEAD's imports.
      await repository.write("decode.js", "exports.decodeAll = (text) => [text];\n");
      const editor = await open("load.js");
      const { document } = editor;
      assert.ok(!(await lensesOf(document))[2]?.includes("Compare"), "it is unchanged");
      await replace(editor, "{ decode } =", "{ decodeAll } =");
      await replace(editor, "return decode(", "return decodeAll(");
      await until("the lens is there", async () => (await lensesOf(document))[2]?.includes("Compare"));
      const compared = await run(...invocation(await lensCommand(document, "Compare")));
      assert.deepEqual(
        compared.results.map(({ state, reason }) => [state, reason]),
        [
          ["completed", undefined],
          ["completed", undefined],
        ],
      );
      assert.deepEqual(verdicts(compared), [["load", "HEAD", "load", undefined]]);
      assert.equal(compared.comparedWith?.revision, "HEAD");
      const again = await runAgainShortly();
      assert.deepEqual(verdicts(again), verdicts(compared));
      assert.deepEqual(await livingWorkers(), []);
      const base = compared.comparedWith.commit!;
      const uri = document.uri.with({ scheme: "async-cost-base", query: base });
      assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), LOAD);
      await repository.write("decode.js", "exports.decode = (text) => text;\n");
    }));

  it("measure selected functions with the one that is chosen last", () =>
    shortly(async () => {
      const select = async (name: string) => {
        const editor = await open(name);
        const at = editor.document.positionAt(LOAD.indexOf("await"));
        editor.selection = new vscode.Selection(at, at);
      };
      await select("load.js");
      assert.equal(await vscode.commands.executeCommand("asyncCost.compareWithSelected"), undefined);
      await vscode.commands.executeCommand("asyncCost.selectForComparison");
      await select("other.js");
      const { results, pairs } = await run("asyncCost.compareWithSelected");
      assert.deepEqual(
        results.map(({ target }) => path.basename(target.file)),
        ["load.js", "other.js"],
      );
      assert.equal(pairs?.length, 1);
      assert.notEqual(pairs[0]?.time.reason, "");
    }));

  it("measure the functions of files that are selected in the explorer", () =>
    shortly(async () => {
      // Files of its own: of one that was open before, the editor may still have the former text.
      const [load, other] = ["first.js", "second.js"].map((name) =>
        vscode.Uri.file(path.join(repository.folder, name)),
      );
      const both = `${LOAD}module.exports.twice = async function twice(id) { await load(id); await fetch("a:" + id); };\n`;
      await repository.write("first.js", both);
      await repository.write("second.js", both.replace("invalid/", "invalid/b/"));
      const compared = await run("asyncCost.compareFiles", load, [load, other]);
      const paired = ({ pairs }: BenchmarkDocument) =>
        pairs?.map(({ base, head }) =>
          [base, head].map(({ file, name }) => `${path.basename(file)} ${name}`),
        );
      assert.deepEqual(paired(compared), [
        ["first.js load", "second.js load"],
        ["first.js twice", "second.js twice"],
      ]);
      assert.deepEqual(paired(await runAgainShortly()), paired(compared));
      assert.equal(await vscode.commands.executeCommand("asyncCost.compareFiles", load, [load]), undefined);
    }));

  it("do not begin where the function is as it was in HEAD", async () => {
    const editor = await open("load.js");
    const at = editor.document.positionAt(LOAD.indexOf("await"));
    editor.selection = new vscode.Selection(at, at);
    assert.equal(await vscode.commands.executeCommand("asyncCost.compareWithHead"), undefined);
  });
});
