import { writeFileSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { LARGE_FILE, MEASURES_FILE, type EditorMeasures } from "./measures.ts";
import { longestStretch, type Longest } from "./stretches.ts";

const ID = "async-cost.async-cost";
const LENSES_MILLISECONDS_AT_MOST = 120_000;

/** Runs in the extension host: measures our activation, and what we do to the host while a large file is opened and edited. */
export async function run(): Promise<void> {
  const measuresFile = process.env[MEASURES_FILE];
  const largeFile = process.env[LARGE_FILE];
  const extension = vscode.extensions.getExtension(ID);
  if (measuresFile === undefined || largeFile === undefined || extension === undefined)
    throw new Error("The files to read and to write, and the extension, must be there.");
  const own = timeLoading(path.join(extension.extensionPath, "dist"));
  await extension.activate();
  const { load, activate } = own;
  if (load === undefined || activate === undefined)
    throw new Error("The extension was not loaded the way that is timed.");

  const dist = path.join(extension.extensionPath, "dist");
  const uri = vscode.Uri.file(largeFile);
  let lenses = 0;
  const opened = await measured(dist, async () => {
    await vscode.window.showTextDocument(uri);
    lenses = await lensesOf(uri);
  });
  const edited = await measured(dist, async () => {
    await typeInTheMiddle(uri);
    await lensesOf(uri);
  });
  const measures: EditorMeasures = {
    load,
    activate,
    opened: opened.ours.running,
    edited: edited.ours.running,
    openedPassed: opened.ours.passed,
    editedPassed: edited.ours.passed,
    openedByAnybody: opened.anybodys,
    editedByAnybody: edited.anybodys,
    lenses,
  };
  writeFileSync(measuresFile, JSON.stringify(measures));
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}

/** What Node's loader does with the text of a module, which its types do not tell. */
interface Compiles {
  _compile: (
    this: {
      filename: string;
      exports: Readonly<Record<string, unknown>> & { activate: (context: vscode.ExtensionContext) => void };
    },
    ...given: unknown[]
  ) => unknown;
}

/** Takes the time of loading a bundle in a folder, and of its `activate`, when the editor does so. */
function timeLoading(folder: string): { load?: number; activate?: number } {
  const times: { load?: number; activate?: number } = {};
  const compiles = Module.prototype as unknown as Compiles;
  const compile = compiles._compile;
  compiles._compile = function (...given) {
    if (this.filename !== path.join(folder, "extension.cjs")) return compile.apply(this, given);
    const start = performance.now();
    const result = compile.apply(this, given);
    times.load = performance.now() - start;
    const { activate } = this.exports;
    this.exports = {
      ...this.exports,
      activate: (context: vscode.ExtensionContext): void => {
        const startOfActivate = performance.now();
        activate(context);
        times.activate = performance.now() - startOfActivate;
      },
    };
    return result;
  };
  return times;
}

/** How long at a stretch the extension host was held up meanwhile, by code of a folder and by anybody. */
async function measured(
  folder: string,
  work: () => Promise<void>,
): Promise<{ readonly ours: Longest; readonly anybodys: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const ours = await longestStretch(folder, work);
  delay.disable();
  return { ours, anybodys: delay.max / 1e6 };
}

async function typeInTheMiddle(uri: vscode.Uri): Promise<void> {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  if (editor === undefined) throw new Error("The large file is not shown.");
  const line = editor.document.lineCount >> 1;
  const end = editor.document.lineAt(line).range.end;
  if (!(await editor.edit((edit) => edit.insert(end, ";")))) throw new Error("The editor refused the edit.");
}

/** Waits until the text as it is now has lenses of ours, and counts them. */
async function lensesOf(uri: vscode.Uri): Promise<number> {
  const end = performance.now() + LENSES_MILLISECONDS_AT_MOST;
  while (performance.now() < end) {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      uri,
      100_000,
    );
    const count = lenses.filter(({ command }) => command?.command.startsWith("asyncCost.")).length;
    if (count > 0) return count;
    await sleep(100);
  }
  throw new Error("The large file got no lenses.");
}
