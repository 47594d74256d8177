import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import {
  RECORDING_VERSION,
  type RecordedCall,
  type RecordedFunction,
} from "../../bench-worker/contract/recording.ts";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../../bench-worker/document.ts";
import { writeRecording } from "../../bench-worker/host/recordings/store.ts";
import { textFunctionsOf } from "../../bench-worker/host/recordings/text-functions.ts";
import { activated, closeAll, lensCommand, lensesOf, replace, shortly, until } from "./editing.ts";

const SOURCE = `const db = require("db");
exports.load = async function load(id) {
  const row = await db.get(id);
  if (row === null) throw new Error("there is none");
  return row.size + (await db.count(id));
};
`;

const SIZE = `const { readFile } = require("node:fs/promises");
exports.size = async (name) => (await readFile(name)).filter((byte) => byte > 0).length;
`;

/** A recording of two paths: the row is there, or not. */
function recorded(): RecordedFunction {
  const text = textFunctionsOf("load.js", SOURCE)!;
  const [load] = text.functions;
  const reference = { name: "load", line: load!.line, textHash: load!.textHash };
  const answer = (line: number, column: number, expression: string, value: unknown) => ({
    ...{ file: "load.js", line, column, expression, kind: "package", style: "promise", evidence: "handle" },
    ...{ startMilliseconds: 0, endMilliseconds: 1, inFlight: 0, arguments: [7], outcome: "value", value },
  });
  const call = (answers: unknown[], outcome: unknown): RecordedCall =>
    ({
      ...{ recordedAt: "2026-11-25T12:00:00.000Z", command: "npm test", node: "20.20.2", arguments: [7] },
      ...{
        variables: [{ file: "load.js", scope: "module", name: "db", value: { $: "handle", class: "Db" } }],
      },
      ...{ outcome, milliseconds: 2, answers, functions: [{ file: "load.js", ...reference }] },
    }) as RecordedCall;
  const get = (row: unknown) => answer(3, 24, "db.get", row);
  const there = call([get({ size: 2 }), answer(5, 31, "db.count", 3)], { how: "value", value: 5 });
  const none = call([get(null)], {
    how: "error",
    value: { $: "error", class: "Error", message: "there is none", properties: {} },
  });
  return {
    ...reference,
    column: load!.column,
    paths: [
      { sites: ["3:24 db.get", "5:31 db.count"], calls: 3, kept: [there] },
      { sites: ["3:24 db.get"], calls: 1, kept: [none] },
    ],
  };
}

async function benchmark(): Promise<BenchmarkDocument> {
  return parseBenchmarkDocument(await vscode.commands.executeCommand("asyncCost.benchmark"));
}

describe("a recorded call in the editor", function () {
  this.timeout(300_000);
  let folder: string;
  before(async () => {
    await activated();
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-recorded-"));
    await writeFile(path.join(folder, "load.js"), SOURCE);
    const recordings = path.join(folder, ".async-cost", "recordings");
    await writeRecording(recordings, {
      version: RECORDING_VERSION,
      file: "load.js",
      functions: [recorded()],
    });
  });
  after(async () => {
    await closeAll();
    await rm(folder, { recursive: true });
  });

  it("is told of above its function, until the text is another one", async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, "load.js")));
    const says = async (title: string): Promise<boolean> =>
      (await lensesOf(editor.document))[2]?.includes(title) === true;
    await until("what is recorded", () => says("recorded · 4 calls, 2 paths"));
    const lens = await lensCommand(editor.document, "recorded · 4 calls, 2 paths");
    assert.equal(lens.command, "asyncCost.benchmark");
    await replace(editor, "row.size +", "row.size * 2 +");
    assert.ok(await says("recorded · 4 calls, changed since"), "at once");
    const changed = await lensCommand(editor.document, "recorded · 4 calls, changed since");
    assert.equal(changed.command, "asyncCost.record");
    await replace(editor, "row.size * 2 +", "row.size +");
    assert.ok(await says("recorded · 4 calls, 2 paths"), "at once");
  });

  it("comes of a command that is run with the recorder in it, whose failure is no hindrance", async () => {
    await writeFile(path.join(folder, "size.js"), SIZE);
    await writeFile(
      path.join(folder, "main.js"),
      'require("./size.js").size(__filename);\nprocess.exitCode = 3;\n',
    );
    const document = await vscode.workspace.openTextDocument(path.join(folder, "size.js"));
    await vscode.window.showTextDocument(document);
    const recordedNow: unknown = await vscode.commands.executeCommand("asyncCost.record", {
      command: "node main.js",
    });
    assert.deepEqual(recordedNow, { functions: 1, calls: 1 });
    await until("what is recorded", async () =>
      (await lensesOf(document))[2]?.includes("recorded · 1 call, 1 path"),
    );
  });

  it("is what is measured, until the function's text is another one", async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, "load.js")));
    editor.selection = new vscode.Selection(2, 4, 2, 4);
    await shortly(async () => {
      const [result] = (await benchmark()).results;
      assert.equal(result?.state, "completed", result?.reason);
      const { origin, path: played, paths, recordings, notReplayed } = result.scenario!;
      assert.deepEqual([origin, played, paths, notReplayed], ["recorded", 1, 2, undefined]);
      assert.deepEqual(
        recordings!.paths.map(({ calls, ioCalls, outcome }) => [calls, ioCalls, outcome]),
        [
          [3, 2, "value"],
          [1, 1, "error"],
        ],
      );
      assert.deepEqual(
        result.io!.map(({ line, expression }) => [line, expression]),
        [
          [3, "db.get"],
          [5, "db.count"],
        ],
      );

      await replace(editor, "row.size +", "row.size * 2 +");
      const [edited] = (await benchmark()).results;
      const { values = [], ...rest } = edited!.scenario!;
      assert.deepEqual(rest, { origin: "inferred", recordings: { paths: [], stale: true } });
      assert.ok(values.every(({ origin }) => origin !== "recorded"));
      await replace(editor, "row.size * 2 +", "row.size +");
    });
  });
});
