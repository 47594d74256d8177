import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { analyze } from "../../analysis/analyze.ts";
import { WorkspaceFunctions } from "../functions/workspace-functions.ts";
import { activated, closeAll, until } from "./editing.ts";

const one = (name: string): string => `async function ${name}() { await b(); }\n`;

describe("the workspace's functions in the editor", () => {
  const root = path.join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, "functions");
  const file = (name: string): string => path.join(root, name);
  let functions: WorkspaceFunctions;

  /** The names of all functions in this suite's folder, each with its file. */
  const names = (): string[] =>
    functions.files
      .filter((found) => found.path.startsWith("functions/"))
      .flatMap((found) => found.functions.map(({ name }) => `${path.basename(found.path)} ${name}`))
      .sort();

  before(activated);
  before(async () => {
    await mkdir(file("node_modules/p"), { recursive: true });
    await mkdir(file("left-out"));
    await writeFile(file("a.js"), one("first"));
    await writeFile(file("b.vue"), `<template/>\n<script>\n${one("second")}</script>\n`);
    await writeFile(file("sync.js"), "function plain() {}\n");
    await writeFile(file("left-out/c.js"), one("third"));
    await writeFile(file("node_modules/p/d.js"), one("fourth"));
    const settings = vscode.workspace.getConfiguration("search");
    await settings.update("exclude", { "**/left-out": true }, vscode.ConfigurationTarget.Global);
    // No document of these files is open, but where a test opens one.
    functions = new WorkspaceFunctions(
      {
        read: (document) => {
          const { version, languageId } = document;
          const text = document.getText();
          const analysis = analyze(text, "js");
          return Promise.resolve({ version, languageId, language: "js", text, analysis, hints: [] });
        },
        ofFile: async (uri, { text, language }) => {
          const imported = /^import "(.+)"/.exec(text)?.[1];
          if (imported === undefined) return { analysis: analyze(text, language), dependsOn: new Set() };
          const other = vscode.Uri.joinPath(uri, "..", imported);
          const name = await readFile(other.fsPath, "utf8");
          return {
            analysis: analyze(text.replace("NAME", name), language),
            dependsOn: new Set([other.toString()]),
          };
        },
      },
      { error: (message: string) => assert.fail(message) },
    );
    await functions.refresh();
  });
  after(async () => {
    functions.dispose();
    const settings = vscode.workspace.getConfiguration("search");
    await settings.update("exclude", undefined, vscode.ConfigurationTarget.Global);
    await rm(root, { recursive: true, force: true });
  });
  afterEach(closeAll);

  it("are those of all files but packages and what the search leaves out", () => {
    assert.deepEqual(names(), ["a.js first", "b.vue second"]);
    const { state } = functions;
    assert.equal(state.kind, "done");
  });

  it("follow files that are made, changed and removed", async () => {
    await writeFile(file("e.ts"), one("fifth"));
    await until("the new file", () => names().includes("e.ts fifth"));
    await writeFile(file("e.ts"), one("renamed"));
    await until("the changed file", () => names().includes("e.ts renamed"));
    await rm(file("e.ts"));
    await until("the file to be gone", () => !names().includes("e.ts renamed"));
  });

  it("follow a folder that comes with its files, and goes with them", async () => {
    const elsewhere = await mkdtemp(path.join(root, "..", "..", "moved-"));
    await writeFile(path.join(elsewhere, "g.js"), one("seventh"));
    await rename(elsewhere, file("moved"));
    await until("the folder's file", () => names().includes("g.js seventh"));
    await rename(file("moved"), elsewhere);
    await until("the folder to be gone", () => !names().includes("g.js seventh"));
    await rm(elsewhere, { recursive: true });
  });

  it("are read anew when a file that they import from changes", async () => {
    await writeFile(file("name.js"), "before");
    await writeFile(file("f.js"), `import "./name.js";\n${one("NAME")}`);
    await until("the importing file", () => names().includes("f.js before"));
    await writeFile(file("name.js"), "after");
    await until("the importing file to follow", () => names().includes("f.js after"));
    await rm(file("f.js"));
    await until("the importing file to be gone", () => !names().includes("f.js after"));
  });

  it("are read anew when what is left out changes", async () => {
    const settings = vscode.workspace.getConfiguration("search");
    await settings.update("exclude", undefined, vscode.ConfigurationTarget.Global);
    await until("the file that was left out", () => names().includes("c.js third"));
    assert.ok(!names().includes("d.js fourth"));
  });

  it("are those of a large file once that is open", async () => {
    await writeFile(file("large.js"), one("sixth") + "// more\n".repeat(60_000));
    const isLeftOut = (): boolean => {
      const { state } = functions;
      return state.kind === "done" && state.tooLarge.some((found) => found.endsWith("functions/large.js"));
    };
    await until("the large file to be left out", isLeftOut);
    assert.ok(!names().includes("large.js sixth"));
    await vscode.workspace.openTextDocument(file("large.js"));
    await until("the large file", () => names().includes("large.js sixth"));
    assert.ok(!isLeftOut());
  });

  it("stop being read when that is cancelled, and keep what was read", async () => {
    const reading = functions.refresh();
    functions.cancel();
    await reading;
    assert.equal(functions.state.kind, "cancelled");
    await functions.refresh();
    assert.equal(functions.state.kind, "done");
    assert.ok(names().includes("a.js first"));
  });

  it("have a view with commands that do not fail", async () => {
    await vscode.commands.executeCommand("asyncCost.functions.focus");
    // Read anew last: what is stopped halfway is not there for whoever asks next.
    for (const command of ["flatten", "group", "stop", "refresh"]) {
      await vscode.commands.executeCommand(`asyncCost.functions.${command}`);
    }
  });
});
