import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import threads from "node:worker_threads";
import * as vscode from "vscode";
import { activated, closeAll, lensesOf, openUntitled, replace, until, withSetting } from "./editing.ts";

const NOTICE = /^No hints: [\d.]+ MB are over the limit of [\d.]+ MB$/;

/** More than is read in the extension host itself. */
const LARGE = `async function get() { await b(); }\n${"// a line that makes it long\n".repeat(14_500)}`;

/** Threads that were started since the suites were loaded: that of the analysis may be there from a suite before. */
const started: string[] = [];
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file: string | URL, options?: threads.WorkerOptions) {
    super(file, options);
    started.push(String(file));
  }
};

describe("large files in the editor", function () {
  this.timeout(300_000);
  before(activated);
  after(() => {
    threads.Worker = Worker;
  });
  afterEach(closeAll);

  const threadsOfOurs = (): string[] => started.filter((file) => file.endsWith("analysis-thread.cjs"));

  it("get their lenses from another thread, while they are typed too", async () => {
    const editor = await openUntitled(LARGE);
    const { document } = editor;
    assert.deepEqual(await lensesOf(document), { 1: ["12 tokens · async/await · 1 I/O call", "Benchmark"] });
    const threadsBefore = threadsOfOurs().length;
    assert.ok(threadsBefore > 0);
    await replace(editor, "await b();", "await b(); await c();");
    assert.match((await lensesOf(document))[1]?.[0] ?? "", /^17 tokens/);
    assert.equal(threadsOfOurs().length, threadsBefore);
    await replace(editor, "get()", "get(");
    assert.deepEqual(Object.keys(await lensesOf(document)), ["1"]);
  });

  it("have what their tokens are there for, and why a function has no hint, told from there", async () => {
    const { document, selection } = await openUntitled(`function plain() { return 1; }\n${LARGE}`);
    assert.equal(selection.active.line, 0);
    await until("the reason", async () =>
      /^plain is not asynchronous/.test(String(await vscode.commands.executeCommand("asyncCost.whyNoHint"))),
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      new vscode.Position(1, "async function g".length),
    );
    const shown = hovers.flatMap(({ contents }) =>
      contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : "")),
    );
    assert.match(shown.join("\n"), /^\| \*\*12\*\* \| \*\*in all\*\* \|/m);
    assert.ok(threadsOfOurs().length > 0);
  });

  it("over the limit get a line that says so, until the limit is raised", async () => {
    const { document } = await openUntitled("async function get() { await b(); }");
    await withSetting("maximumFileSizeMegabytes", 0.000_01, async () => {
      await until("the notice", async () => NOTICE.test((await titlesOf(document))[0] ?? ""));
      assert.equal((await titlesOf(document)).length, 1);
      assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
    });
    await until("the lens", async () => /^12 tokens/.test((await titlesOf(document))[0] ?? ""));
  });

  it("of nine megabytes do not hold up the extension host", async function () {
    const { extensionPath } = vscode.extensions.getExtension("async-cost.async-cost")!;
    const file = path.join(extensionPath, "node_modules", "typescript", "lib", "typescript.js");
    if (!existsSync(file)) this.skip();
    const uri = vscode.Uri.file(file);

    // What the editor itself takes to hand over such a document is not ours: it is open before the clock starts.
    const stretches = new Map<string, number>();
    const document = await vscode.workspace.openTextDocument(uri);
    const measure = async (what: string, limit: number, expected: RegExp): Promise<void> => {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      await withSetting("maximumFileSizeMegabytes", limit, async () => {
        await vscode.window.showTextDocument(document);
        delay.enable();
        await until("its lenses", async () =>
          (await titlesOf(document)).some((title) => expected.test(title)),
        );
        delay.disable();
      });
      stretches.set(what, delay.max / 1e6);
    };
    await measure("not read", 1, NOTICE);
    await measure("read", 20, /tokens · async\/await/);
    assert.ok(threadsOfOurs().length > 0);
    for (const [what, milliseconds] of stretches) {
      console.log(`9 MB, ${what}: the longest stretch took ${milliseconds.toFixed(0)} ms`);
    }
  });
});

/** Of all lenses, ours or the editor's for us. */
async function titlesOf(document: vscode.TextDocument): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider",
    document.uri,
    100_000,
  );
  return lenses.map(({ command }) => command?.title ?? "");
}
