import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../../bench-worker/document.ts";
import {
  activated,
  closeAll,
  invocation,
  lensCommand,
  lensesOf,
  openUntitled,
  replace,
  SHORT,
  until,
  withSetting,
} from "./editing.ts";
import { takeShownErrors } from "./shown-errors.ts";
import { livingWorkers } from "./workers.ts";

const FETCHES = `async function load(id) {
  const response = await fetch("https://example.invalid/" + id);
  return response.json();
}
module.exports = load;
`;

/** Runs a command and gives the document that it returns. */
async function run(command: string, ...commandArguments: unknown[]): Promise<BenchmarkDocument> {
  const answer: unknown = await vscode.commands.executeCommand(command, ...commandArguments);
  return parseBenchmarkDocument(answer);
}

async function click(document: vscode.TextDocument, title: string): Promise<BenchmarkDocument> {
  return run(...invocation(await lensCommand(document, title)));
}

describe("benchmarks in the editor", function () {
  this.timeout(300_000);
  before(async () => {
    await activated();
    for (const [key, value] of Object.entries(SHORT)) await set(key, value);
  });
  after(async () => {
    for (const key of Object.keys(SHORT)) await set(key, undefined);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("asyncCost.cancel");
    await closeAll();
  });

  it("measure an untitled document at a click, and show the result above the function", async () => {
    const { document } = await openUntitled(FETCHES);
    const { results } = await click(document, "Benchmark");
    const [result] = results;
    assert.equal(results.length, 1);
    assert.equal(result?.state, "completed", `${result?.reason} ${result?.hint}`);
    assert.equal(result.target.name, "load");
    assert.ok(result.time!.nanosecondsPerCall.median > 0);
    assert.ok(result.memory!.bytesInFlightPerCall!.median > 0);
    const titles = (await lensesOf(document))[1] ?? [];
    assert.equal(titles.length, 3);
    assert.match(titles[1]!, /^[\d.]+ (ns|µs|ms)\/call( \(not warm\))?$/, "the panel beside it has the rest");
    assert.deepEqual(await livingWorkers(), []);
  });

  it("are exported as they are shown, and with their raw samples", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-export-"));
    try {
      await openUntitled(FETCHES);
      const shown = await run("asyncCost.benchmark");
      const exported = async (withSamples: boolean): Promise<BenchmarkDocument> => {
        const file = vscode.Uri.file(path.join(folder, `${withSamples}.json`));
        await vscode.commands.executeCommand("asyncCost.exportBenchmark", { withSamples, file });
        return parseBenchmarkDocument(JSON.parse(await readFile(file.fsPath, "utf8")));
      };
      assert.deepEqual(await exported(false), shown);
      const { samples } = (await exported(true)).results[0]!;
      assert.equal(samples?.time.length, shown.results[0]!.time!.processes);
      assert.ok(samples.time.every(({ nanosecondsPerCall }) => nanosecondsPerCall.length > 0));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("open the panel beside the text", async () => {
    const { document } = await openUntitled(FETCHES);
    await click(document, "Benchmark");
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const panels = tabs.filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes("asyncCost.panel"),
    );
    assert.equal(panels.length, 1);
    assert.equal(vscode.window.activeTextEditor?.document, document);
  });

  it("measure unsaved text of a file, not what is on the disk", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-suite-"));
    try {
      const file = path.join(folder, "load.js");
      await writeFile(
        file,
        FETCHES.replace("return response", "throw new Error('from the disk'); return response"),
      );
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
      await replace(editor, "throw new Error('from the disk'); ", "");
      assert.ok(editor.document.isDirty);
      const { results } = await click(editor.document, "Benchmark");
      assert.equal(results[0]?.state, "completed", results[0]?.reason);
    } finally {
      await closeAll();
      await rm(folder, { recursive: true });
    }
  });

  it("say when the function was edited since, and no more when that is undone", async () => {
    const editor = await openUntitled(FETCHES);
    const { document } = editor;
    await click(document, "Benchmark");
    const result = async () => (await lensesOf(document))[1]?.[1] ?? "";
    assert.doesNotMatch(await result(), /edited since/);
    await replace(editor, "async function", "// a comment\nasync function");
    assert.doesNotMatch((await lensesOf(document))[2]?.[1] ?? "edited since", /edited since/);
    await replace(editor, "// a comment\n", "");
    await replace(editor, "response.json()", "response.text()");
    assert.match(await result(), /\(edited since\)$/);
    await replace(editor, "response.text()", "response.json()");
    assert.doesNotMatch(await result(), /edited since/);
  });

  it("measure the function under the cursor, and all functions of the file together", async () => {
    const editor = await openUntitled(
      `${FETCHES}exports.other = async function other() { await fetch("x:"); };\n`,
    );
    const at = editor.document.positionAt(editor.document.getText().indexOf('fetch("x:'));
    editor.selection = new vscode.Selection(at, at);
    const one = await run("asyncCost.benchmark");
    assert.deepEqual(
      one.results.map(({ target }) => target.name),
      ["other"],
    );
    const all = await run("asyncCost.benchmarkFile");
    assert.deepEqual(
      all.results.map(({ target }) => target.name),
      ["load", "other"],
    );
  });

  it("measure the function that begins in the line of the cursor", async () => {
    const editor = await openUntitled(`class Store {\n  async load() { await fetch("x:"); }\n}\n`);
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    const { results } = await run("asyncCost.benchmark");
    assert.deepEqual(
      results.map(({ target }) => target.name),
      ["Store.load"],
    );
  });

  it("say above the function which one waits, and let it begin when the one before it is cancelled", async () => {
    const { document } = await openUntitled(`${FETCHES}async function other() { await fetch("x:"); }\n`);
    await set("budgetSeconds", 60);
    const first = click(document, "Benchmark");
    await until("a worker runs", async () => (await livingWorkers()).length > 0);
    await set("budgetSeconds", SHORT.budgetSeconds);
    const lens = await lensCommand(document, "Benchmark");
    const second = run(...invocation(lens));
    await until("it waits", async () =>
      Object.values(await lensesOf(document))
        .flat()
        .includes("Waiting… (cancel)"),
    );
    assert.ok((await lensesOf(document))[1]?.includes("Measuring… (cancel)"));
    await vscode.commands.executeCommand(...invocation(await lensCommand(document, "Measuring… (cancel)")));
    assert.equal((await first).results[0]?.state, "cancelled");
    assert.equal((await second).results[0]?.state, "completed");
    assert.equal((await second).results[0]?.target.name, "other");
  });

  it("leave no process behind when they are cancelled", async () => {
    const { document } = await openUntitled(FETCHES);
    await set("budgetSeconds", 60);
    const benchmark = click(document, "Benchmark");
    await until("a worker runs", async () => (await livingWorkers()).length > 0);
    assert.ok((await lensesOf(document))[1]?.includes("Measuring… (cancel)"));
    await vscode.commands.executeCommand("asyncCost.cancel");
    const { results } = await benchmark;
    assert.equal(results[0]?.state, "cancelled");
    assert.deepEqual(await livingWorkers(), []);
    assert.ok((await lensesOf(document))[1]?.includes("Benchmark"));
    await set("budgetSeconds", SHORT.budgetSeconds);
  });

  it("give way to a later one of the same function", async () => {
    const { document } = await openUntitled(FETCHES);
    const lens = await lensCommand(document, "Benchmark");
    const start = () => run(...invocation(lens));
    await set("budgetSeconds", 60);
    const first = start();
    await until("a worker runs", async () => (await livingWorkers()).length > 0);
    await set("budgetSeconds", SHORT.budgetSeconds);
    const second = start();
    assert.equal((await first).results[0]?.state, "cancelled");
    assert.equal((await second).results[0]?.state, "completed");
    assert.deepEqual(await livingWorkers(), []);
  });

  it("use the settings as they are at the moment", async () => {
    const { document } = await openUntitled(FETCHES);
    await withSetting("concurrency", [3, 7], async () => {
      const { options, results } = await click(document, "Benchmark");
      assert.deepEqual(options.concurrency, [3, 7]);
      assert.deepEqual(
        results[0]?.time?.series.map(({ n }) => n),
        [3, 7],
      );
    });
    await withSetting("concurrency", ["many"], async () => {
      const { options } = await click(document, "Benchmark");
      assert.deepEqual(options.concurrency, [100, 500, 1000, 1500, 2000]);
    });
  });

  it("do not begin without a Node", async () => {
    await openUntitled(FETCHES);
    await withSetting("nodePath", "/no/such/node", async () => {
      assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
      assert.match(takeShownErrors().join(), /\/no\/such\/node/);
    });
  });

  it("do not begin where there is no asynchronous function", async () => {
    await openUntitled("function plain() {}\n");
    assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
    await openUntitled("async function get() {}", "plaintext");
    assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
    await closeAll();
    assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
  });

  it("measure the function under the cursor that is asked for, though no text tells that it is asynchronous", async () => {
    const editor = await openUntitled(
      "module.exports = async function open(url) {\n  await fetch(url);\n  return {\n    lookUp(key) {\n      return fetch(url + key);\n    },\n  };\n};\n",
    );
    const place = editor.document.positionAt(editor.document.getText().indexOf("url + key"));
    editor.selection = new vscode.Selection(place, place);
    const nameOf = ({ results }: BenchmarkDocument) =>
      results.map(({ state, target }) => [state, target.name]);
    assert.deepEqual(nameOf(await run("asyncCost.benchmark")), [["completed", "lookUp"]]);
    assert.deepEqual(nameOf(await run("asyncCost.runAgain")), [["completed", "lookUp"]]);
  });

  it("do not begin in a function that half-typed text only keeps the hint of", async () => {
    const editor = await openUntitled(FETCHES);
    const lens = await lensCommand(editor.document, "Benchmark");
    await replace(editor, "function load(id) {", "function load(id {");
    assert.equal(await vscode.commands.executeCommand(...invocation(lens)), undefined);
  });

  it("do not begin in a generator that is a closure, as what runs it is around it", async () => {
    const { document } = await openUntitled(
      'const Q = require("q");\nfunction outer(a) {\n  const inner = Q.async(function* () {\n    yield fetch(a);\n  });\n  use(inner);\n}\n',
    );
    const inner = { uri: document.uri.toString(), name: "inner", ordinal: 0 };
    assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark", inner), undefined);
  });

  it("answer for a module that throws, and the next one runs", async () => {
    const { document } = await openUntitled(
      "async function bad() { await fetch('x:'); }\nthrow new Error('on load');\n",
    );
    const { results } = await click(document, "Benchmark");
    assert.notEqual(results[0]?.state, "completed");
    assert.ok((results[0]?.reason ?? "").length > 0);
    const next = await openUntitled(FETCHES);
    assert.equal((await click(next.document, "Benchmark")).results[0]?.state, "completed");
  });
});

function set(key: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration("asyncCost").update(key, value, vscode.ConfigurationTarget.Global);
}
