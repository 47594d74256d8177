import assert from "node:assert/strict";
import * as vscode from "vscode";
import { activated, closeAll, lensesOf, openUntitled, replace, until } from "./editing.ts";

const METRICS = "12 tokens · async/await · 1 I/O call";

describe("components in the editor", () => {
  before(activated);
  afterEach(closeAll);

  const script = '<script lang="ts">\nasync function get() { await b(); }\n</script>\n';

  it("have their lenses and hovers where their scripts stand", async () => {
    for (const language of ["vue", "svelte"]) {
      const { document } = await openUntitled(`<style>a {}</style>\n\n${script}`, language);
      assert.deepEqual(await lensesOf(document), { 4: [METRICS, "Benchmark"] }, language);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        new vscode.Position(3, "async function ge".length),
      );
      assert.deepEqual(
        hovers.map(({ range }) => range && document.getText(range)),
        ["get"],
      );
    }
  });

  it("keep them while the markup above is half-typed", async () => {
    const editor = await openUntitled(`<template><p>a</p></template>\n${script}`, "vue");
    await replace(editor, "</template>", "<p class='");
    assert.deepEqual(await lensesOf(editor.document), { 3: [METRICS, "Benchmark"] });
  });
});

describe("files on no disk in the editor", () => {
  const files = new Map([
    [
      "/a.js",
      'import { view } from "./views";\nasync function get(id) {\n  return view(await db.find(id));\n}\n',
    ],
    ["/views.js", "export const view = (row) => row.id;\n"],
  ]);
  const uri = vscode.Uri.parse("async-cost-test:/a.js");
  let provider: vscode.Disposable;

  before(activated);
  before(() => {
    provider = vscode.workspace.registerFileSystemProvider("async-cost-test", inMemory(files));
  });
  after(() => {
    provider.dispose();
  });
  afterEach(closeAll);

  it("have hints that know what they import, and say why nothing of theirs is benchmarked", async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    // Nothing but the hint, in which `view` is no I/O call.
    await until("the answers of its imports", async () =>
      /^\d+ tokens · async\/await · 1 I\/O call$/.test((await lensesOf(document))[2]?.join() ?? ""),
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      uri,
      new vscode.Position(1, "async function ge".length),
    );
    const texts = hovers
      .flatMap(({ contents }) => contents)
      .map((one) => (one instanceof vscode.MarkdownString ? one.value : ""));
    assert.match(texts.join("\n"), /Cannot be benchmarked here: it does not lie on this machine's disk/);
    const reference = { uri: uri.toString(), name: "get", ordinal: 0 };
    assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark", reference), undefined);
  });
});

/** A file system that nobody can write to, with all files in one folder. */
function inMemory(files: ReadonlyMap<string, string>): vscode.FileSystemProvider {
  const textOf = (uri: vscode.Uri): string => {
    const text = files.get(uri.path);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return text;
  };
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: textOf(uri).length }),
    readFile: (uri) => new TextEncoder().encode(textOf(uri)),
    readDirectory: () => [...files.keys()].map((path) => [path.slice(1), vscode.FileType.File]),
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}
