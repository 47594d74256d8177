import assert from "node:assert/strict";
import * as vscode from "vscode";
import { activated, closeAll, lensesOf, openUntitled, replace, until, withSetting } from "./editing.ts";

const TWO = "12 tokens · async/await · 1 I/O call";

describe("lenses in the editor", () => {
  before(activated);
  afterEach(closeAll);

  it("stand above every asynchronous function of an untitled document, in all four languages", async () => {
    const text = "const a = 1;\nasync function get() { await b(); }\nfunction plain() {}\n";
    for (const language of ["javascript", "javascriptreact", "typescript", "typescriptreact"]) {
      const { document } = await openUntitled(text, language);
      assert.deepEqual(await lensesOf(document), { 2: [TWO, "Benchmark"] }, language);
    }
  });

  it("are left out in other languages", async () => {
    const { document } = await openUntitled("async function get() { await b(); }", "plaintext");
    assert.deepEqual(await lensesOf(document), {});
  });

  it("follow the text while it is typed", async () => {
    const editor = await openUntitled("async function get() { await b(); }");
    await replace(editor, "await b();", "await b(); await c();");
    assert.deepEqual(await lensesOf(editor.document), {
      1: ["17 tokens · async/await · 2 I/O calls in sequence", "Benchmark"],
    });
    await replace(editor, "async function", "\n\nasync function");
    assert.deepEqual(Object.keys(await lensesOf(editor.document)), ["3"]);
  });

  it("stay while the text is half-typed", async () => {
    const editor = await openUntitled(
      "async function get() { await b(); }\n\nasync function put() { await b(); }\n",
    );
    const before = await lensesOf(editor.document);
    assert.deepEqual(Object.keys(before), ["1", "3"]);
    await replace(editor, "get()", "get(");
    assert.deepEqual(Object.keys(await lensesOf(editor.document)), ["1", "3"]);
    await replace(editor, "get(", "get()");
    assert.deepEqual(await lensesOf(editor.document), before);
  });

  it("say whose they are where functions share a line", async () => {
    const { document } = await openUntitled(
      "const outer = async () => async function inner() { await b(); };",
    );
    const titles = (await lensesOf(document))[1] ?? [];
    assert.equal(titles.length, 4);
    assert.match(titles[0]!, /^outer: \d+ tokens/);
    assert.equal(titles[2], `inner: ${TWO}`);
  });

  it("have no button where a benchmark cannot reach the function", async () => {
    const { document } = await openUntitled(
      'const Q = require("q");\nfunction make(a) {\n  const inner = Q.async(function* () {\n    yield fetch(a);\n  });\n  use(inner);\n}\n',
    );
    const lenses = await lensesOf(document);
    assert.deepEqual(Object.keys(lenses), ["3"]);
    assert.match(lenses[3]!.join(" | "), /^\d+ tokens · generator \(q\) · 1 I\/O call$/);
  });

  it("are switched off and on again without a reload", async () => {
    const { document } = await openUntitled("async function get() { await b(); }");
    await withSetting("hints", "none", async () => {
      await until("no lenses", async () => Object.keys(await lensesOf(document)).length === 0);
    });
    await until("lenses again", async () => Object.keys(await lensesOf(document)).length === 1);
  });

  it("come back when the language is changed to one that is read", async () => {
    const { document } = await openUntitled("async function get() { await b(); }", "plaintext");
    const changed = await vscode.languages.setTextDocumentLanguage(document, "javascript");
    assert.deepEqual(await lensesOf(changed), { 1: [TWO, "Benchmark"] });
  });

  it("count what another file's function does, and follow it when that file is saved", async () => {
    const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "imports");
    const write = (name: string, text: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), new TextEncoder().encode(text));
    const one = "export async function one(db) { const row = await db.get(1); return loadOrder(row); }\n";
    await write("one.js", `import { loadOrder } from "./views.js";\n${one}`);
    await write("views.js", "export function loadOrder(row) { return { id: row.id }; }\n");
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "one.js"));
      await vscode.window.showTextDocument(document);
      const says = (calls: RegExp) => async () => calls.test((await lensesOf(document))[2]?.[0] ?? "");
      await until("one I/O call", says(/· 1 I\/O call$/));
      const views = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "views.js"));
      const editor = await vscode.window.showTextDocument(views);
      await replace(editor, "export function", "export async function");
      await views.save();
      await until("two I/O calls", says(/· 2 I\/O calls in sequence$/));
    } finally {
      await closeAll();
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });

  it("have no button in a document that does not lie on the disk", async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider("async-cost-virtual", {
      provideTextDocumentContent: () => "async function get() { await b(); }",
    });
    try {
      const uri = vscode.Uri.parse("async-cost-virtual:/a.js");
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      assert.deepEqual(await lensesOf(document), { 1: [TWO] });
      assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
    } finally {
      provider.dispose();
    }
  });
});
