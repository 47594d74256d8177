import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import * as vscode from "vscode";
import { parseBenchmarkDocument } from "../../bench-worker/document.ts";
import type { ShownBenchmark } from "../benchmark/benchmark-state.ts";
import { openPlace } from "../panel/open-place.ts";
import { activated, closeAll, invocation, lensCommand, lensesOf, shortly, until } from "./editing.ts";

const METRICS = "12 tokens · async/await · 1 I/O call";

/** A notebook in Jupyter's format, which the editor reads by itself: a text that begins with `#` is a heading. */
function notebookOf(texts: readonly string[]): Uint8Array {
  const cells = texts.map((source) =>
    source.startsWith("#")
      ? { cell_type: "markdown", metadata: {}, source }
      : { cell_type: "code", metadata: {}, execution_count: null, outputs: [], source },
  );
  const metadata = { language_info: { name: "javascript" } };
  return new TextEncoder().encode(JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 2 }));
}

/** The panel's benchmark of the one function of a cell. */
function shown(cell: vscode.TextDocument, answer: unknown): ShownBenchmark {
  const document = parseBenchmarkDocument(answer);
  const { file, name } = document.results[0]!.target;
  const functions = [{ uri: cell.uri.toString(), file, name, ordinal: 0 }];
  return { kind: "benchmark", functions, document, running: null };
}

describe("notebooks in the editor", function () {
  this.timeout(300_000);
  const written: vscode.Uri[] = [];
  before(activated);
  before(function () {
    if (vscode.extensions.getExtension("vscode.ipynb") === undefined) this.skip();
  });
  after(() => Promise.all(written.map(({ fsPath }) => rm(fsPath, { force: true }))));
  afterEach(closeAll);

  /** Each has a file of its own: one that is written again is read again while it is open, and its cells are others then. */
  async function cells(...texts: string[]): Promise<vscode.TextDocument[]> {
    const folder = vscode.workspace.workspaceFolders![0]!.uri;
    const uri = vscode.Uri.joinPath(folder, `cells-${written.length}.ipynb`);
    written.push(uri);
    await vscode.workspace.fs.writeFile(uri, notebookOf(texts));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    return notebook.getCells().map(({ document }) => document);
  }

  /** The editor knows no lenses of a cell that it has not drawn yet, or has drawn no more. */
  const lensesIfDrawn = (cell: vscode.TextDocument): ReturnType<typeof lensesOf> =>
    lensesOf(cell).catch(() => ({}));

  it("have lenses in each cell of code, by its own lines", async () => {
    const [, first, second] = await cells(
      "# A heading",
      "async function get() { await b(); }",
      "const a = 1;\nasync function put() { await b(); }",
    );
    for (const cell of [first!, second!])
      await until("the lenses", async () => Object.keys(await lensesIfDrawn(cell)).length === 1);
    assert.deepEqual(await lensesOf(first!), { 1: [METRICS, "Benchmark"] });
    assert.deepEqual(await lensesOf(second!), { 2: [METRICS, "Benchmark"] });
  });

  it("benchmark a cell that stands alone, and no cell that needs another", async () => {
    const [, alone, needy] = await cells(
      "const base = 'x:';",
      'async function load(id) { await fetch("x:" + id); }',
      "async function get(id) { await fetch(base + id); }",
    );
    await until("the lenses", async () => Object.keys(await lensesIfDrawn(alone!)).length === 1);
    await shortly(async () => {
      const lens = await lensCommand(alone!, "Benchmark");
      const answer: unknown = await vscode.commands.executeCommand(...invocation(lens));
      const [result] = parseBenchmarkDocument(answer).results;
      assert.equal(result?.state, "completed", `${result?.reason} ${result?.hint}`);
      assert.match(result.target.file, /cells-\d+\.ipynb\.cell-2\.js$/);
      await until("the time", async () => ((await lensesIfDrawn(alone!))[1]?.[1] ?? "").includes("/call"));
      await vscode.window.showTextDocument(needy!);
      await openPlace({ type: "open", file: result.target.file, line: 1 }, shown(alone!, answer));
      assert.equal(vscode.window.activeTextEditor?.document, alone);
    });
    const lens = await lensCommand(needy!, "Benchmark");
    assert.equal(await vscode.commands.executeCommand(...invocation(lens)), undefined);
  });
});
