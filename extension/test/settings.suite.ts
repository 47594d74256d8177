import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import * as v from "valibot";
import * as vscode from "vscode";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../../bench-worker/document.ts";
import { activated, closeAll, lensesOf, openUntitled, until, withSetting } from "./editing.ts";
import { takeShownErrors } from "./shown-errors.ts";

const TEXT = "async function get() { await b(1); }\n";
const LEAN = "async function tidy() { await db.read(1); await db.write(2); }\n";

const manifestSchema = v.object({
  contributes: v.object({
    configuration: v.object({ properties: v.record(v.string(), v.unknown()) }),
  }),
});

/** Each setting by its name: changes it while the editor runs, and fails where that is not seen at once. */
const EFFECTS: Readonly<Record<string, () => Promise<void>>> = {
  hints: async () => {
    const { document } = await openUntitled(TEXT);
    await until("a lens", async () => Object.keys(await lensesOf(document)).length === 1);
    for (const value of ["none", "line-end"])
      await withSetting("hints", value, () =>
        until(`no lens with ${value}`, async () => Object.keys(await lensesOf(document)).length === 0),
      );
    await withSetting("hints", "both", () =>
      until("a lens again", async () => Object.keys(await lensesOf(document)).length === 1),
    );
  },
  compareTokensWith: async () => {
    const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "settings");
    const write = (name: string, text: string) =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), new TextEncoder().encode(text));
    try {
      await write("lean.js", LEAN);
      await write("longer.js", LEAN.replace("read(1)", "read(1, 2, 3)"));
      const { document } = await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, "longer.js"));
      const isCompared = async () =>
        (await lensesOf(document))[1]?.[0]?.startsWith("27 tokens, 4 more than in lean.js");
      await until("the leanest variant", isCompared);
      await withSetting("compareTokensWith", "none", () =>
        until("no comparison", async () => !(await isCompared())),
      );
      await until("the leanest variant again", isCompared);
    } finally {
      await closeAll();
      await rm(folder.fsPath, { recursive: true, force: true });
    }
  },
  "hover.enabled": async () => {
    const { document } = await openUntitled(TEXT);
    const hovers = async () =>
      (
        await vscode.commands.executeCommand<vscode.Hover[]>(
          "vscode.executeHoverProvider",
          document.uri,
          new vscode.Position(0, TEXT.indexOf("get")),
        )
      )
        .flatMap(({ contents }) => contents)
        .filter((content) => content instanceof vscode.MarkdownString && /Async Cost/.test(content.value))
        .length;
    assert.equal(await hovers(), 1);
    await withSetting("hover.enabled", false, () => until("no hover", async () => (await hovers()) === 0));
    await until("the hover again", async () => (await hovers()) === 1);
  },
  maximumFileSizeMegabytes: async () => {
    const { document } = await openUntitled(TEXT);
    const isNoticed = async (): Promise<boolean> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
        100,
      );
      return lenses.some(({ command }) => command?.title.startsWith("No hints: ") === true);
    };
    await withSetting("maximumFileSizeMegabytes", 0.000_01, async () => {
      await until("the notice", isNoticed);
      assert.deepEqual(await lensesOf(document), {});
      await withSetting("hints", "none", () => until("no notice", async () => !(await isNoticed())));
    });
    await until("the lens again", async () => Object.keys(await lensesOf(document)).length === 1);
  },
  nodePath: async () => {
    await withSetting("nodePath", "/no/such/node", async () => {
      await openUntitled(TEXT);
      assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
      assert.match(takeShownErrors().join(), /\/no\/such\/node/);
    });
    await withFirstSettings();
  },
  budgetSeconds: async () => {
    assert.equal((await withFirstSettings()).options.budgetMilliseconds, 1500);
    assert.equal((await withOtherSettings()).options.budgetMilliseconds, 1000);
  },
  concurrency: async () => {
    const measured = ({ results }: BenchmarkDocument) => results[0]?.time?.series.map(({ n }) => n);
    assert.deepEqual(measured(await withFirstSettings()), [2, 5]);
    assert.deepEqual(measured(await withOtherSettings()), [3]);
  },
  clock: async () => {
    assert.equal((await withFirstSettings()).options.clock, "real");
    assert.equal((await withOtherSettings()).options.clock, "virtual");
  },
  latency: async () => {
    assert.deepEqual((await withFirstSettings()).options.latency, { model: "fixed", milliseconds: 7 });
    assert.deepEqual((await withOtherSettings()).options.latency, {
      model: "samples",
      file: "latencies.txt",
      milliseconds: [1, 2.5],
    });
    await withSetting("latency", "file:no-such-file.txt", async () => {
      await openUntitled(TEXT);
      assert.equal(await vscode.commands.executeCommand("asyncCost.benchmark"), undefined);
    });
  },
  connections: async () => {
    assert.equal((await withFirstSettings()).options.connections, undefined);
    assert.equal((await withOtherSettings()).options.connections, 2);
  },
  errorRate: async () => {
    assert.equal((await withFirstSettings()).options.errorRate, undefined);
    assert.equal((await withOtherSettings()).options.errorRate, 0.25);
  },
};

/** A benchmark that several settings can be seen in; it is run when it is first asked for. */
const withFirstSettings = once(() =>
  benchmarkWith({ budgetSeconds: 1.5, concurrency: [2, 5], clock: "real", latency: "fixed:7" }),
);
const withOtherSettings = once(async () => {
  const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "latencies.txt");
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("1\n2.5\n"));
  try {
    return await benchmarkWith({
      budgetSeconds: 1,
      concurrency: [3],
      latency: "file:latencies.txt",
      connections: 2,
      errorRate: 0.25,
    });
  } finally {
    await vscode.workspace.fs.delete(file);
  }
});

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Sets all of these, runs a benchmark, and takes them back. */
async function benchmarkWith(settings: Readonly<Record<string, unknown>>): Promise<BenchmarkDocument> {
  let done: BenchmarkDocument | undefined;
  const work = Object.entries(settings).reduceRight<() => Promise<void>>(
    (inner, [key, value]) =>
      () =>
        withSetting(key, value, inner),
    async () => {
      await openUntitled('async function load(id) { await fetch("x:" + id); }\n');
      done = parseBenchmarkDocument(await vscode.commands.executeCommand("asyncCost.benchmark"));
      assert.equal(done.results[0]?.state, "completed", done.results[0]?.reason);
    },
  );
  await work();
  return done!;
}

describe("a setting that is changed in the editor", function () {
  this.timeout(300_000);
  before(activated);
  afterEach(closeAll);

  for (const [name, effect] of Object.entries(EFFECTS))
    it(`is followed without a reload: ${name}`, async () => {
      await effect();
    });

  it("is each of the manifest's", () => {
    const extension = vscode.extensions.getExtension("async-cost.async-cost");
    const { properties } = v.parse(manifestSchema, extension?.packageJSON).contributes.configuration;
    assert.deepEqual(
      Object.keys(EFFECTS).sort(),
      Object.keys(properties)
        .map((name) => name.replace("asyncCost.", ""))
        .sort(),
    );
  });
});
