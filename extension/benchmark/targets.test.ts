import assert from "node:assert/strict";
import path from "node:path";
import { analyze } from "../../analysis/analyze.ts";
import { explain } from "../../analysis/explain/explain.ts";
import { AnalysisCache } from "../analysis/analysis-cache.ts";
import { exampleFunction, exampleRead } from "../test/examples.ts";
import {
  canBeMeasured,
  editorTarget,
  functionAt,
  functionAtCursor,
  notAsked,
  type NotAsked,
  parseReference,
  runnableAround,
  referred,
} from "./targets.ts";

const TEXT = "async function a() { x; }\nasync function a() { y; }";
const analysis = new AnalysisCache(exampleRead).of({
  key: "a",
  version: 1,
  languageId: "javascript",
  code: () => ({ text: TEXT, language: "js", problems: [] }),
});
const [, second] = analysis.analysis.functions;

describe("targets in the editor", () => {
  it("are measured in the text of the editor, by the path of their document", () => {
    const place = { uri: "file:///w/a.js", scheme: "file", path: "/w/a.js", fsPath: "/w/a.js" };
    const { source, ordinal } = editorTarget(place, analysis, second!, "/w");
    assert.equal(ordinal, 1);
    assert.deepEqual(
      { ...source, id: "" },
      { id: "", file: "/w/a.js", text: TEXT, language: "js", functionStart: TEXT.lastIndexOf("async") },
    );
  });

  it("of an untitled document lie in the workspace folder", () => {
    const place = {
      uri: "untitled:Untitled-1",
      scheme: "untitled",
      path: "Untitled-1",
      fsPath: "Untitled-1",
    };
    const { source } = editorTarget(place, analysis, second!, path.resolve("/w"));
    assert.equal(source.file, path.resolve("/w/Untitled-1.js"));
    assert.ok(path.isAbsolute(editorTarget(place, analysis, second!, null).source.file));
  });

  it("are told apart from their namesakes", () => {
    const place = { uri: "file:///w/a.js", scheme: "file", path: "/w/a.js", fsPath: "/w/a.js" };
    const keys = analysis.analysis.functions.map((found) => editorTarget(place, analysis, found, null).key);
    assert.equal(new Set(keys).size, 2);
  });

  const outer = exampleFunction({ name: "outer", range: { start: 0, end: 100 } });
  const inner = exampleFunction({ name: "inner", range: { start: 20, end: 40 }, parent: 0 });

  it("are told from the function under the cursor that is none, or is a part of one", () => {
    const text = `async function a() {
  const own = {};
  own.b = function (c) { return c + 1; };
  list.map(function (d) { return d; });
}
function e() { return 1; }`;
    const { functions } = analyze(text, "js");
    const meant = (place: string): NotAsked => {
      const offset = text.indexOf(place);
      return notAsked(text, functionAt(functions, offset), explain(text, "js", offset));
    };
    assert.deepEqual(meant("list.map"), {});
    assert.match(meant("c + 1").why ?? "", /^own\.b is not asynchronous/);
    assert.deepEqual(meant("return d"), { partAtLine: 4 });
    assert.match(meant("return 1").why ?? "", /^e is not asynchronous/);
  });

  it("under the cursor are the innermost function", () => {
    assert.equal(functionAt([outer, inner], 30), inner);
    assert.equal(functionAt([outer, inner], 41), outer);
    assert.equal(functionAt([outer, inner], 101), undefined);
  });

  it("under the cursor are, before the text of a line, the one that begins in it, and beside it no other", () => {
    const line = { textStart: inner.range.start - 3, lineEnd: inner.range.start + 2 };
    assert.equal(functionAtCursor([outer, inner], { ...line, offset: line.textStart - 2 }), inner);
    assert.equal(functionAtCursor([outer, inner], { ...line, offset: line.textStart + 1 }), outer);
    assert.equal(functionAtCursor([inner], { ...line, offset: line.textStart + 1 }), inner);
    const below = { textStart: 300, lineEnd: 320, offset: 300 };
    assert.equal(functionAtCursor([outer, inner], below), undefined);
  });

  it("are found again by name and place among namesakes", () => {
    const { functions } = analysis.analysis;
    assert.equal(referred(functions, { name: "a", ordinal: 1 }), second);
    assert.equal(referred(functions, { name: "a", ordinal: 2 }), undefined);
    assert.equal(referred(functions, { name: "a", ordinal: -1 }), undefined);
  });

  it("that cannot be run lie in one that can", () => {
    const generator = { pattern: "generator", reach: null, unreachable: "A closure." } as const;
    const outer = exampleFunction({ name: "outer" });
    const middle = exampleFunction({ ...generator, name: "middle", parent: 0 });
    const inner = exampleFunction({ ...generator, name: "inner", parent: 1 });
    assert.equal(runnableAround([outer, middle, inner], inner), outer);
    assert.equal(runnableAround([{ ...outer, ...generator }, middle], middle), undefined);
  });

  it("need a disk", () => {
    assert.deepEqual(["file", "untitled", "vscode-notebook-cell", "vscode-vfs", "git"].map(canBeMeasured), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("the argument of a command", () => {
  it("names a function, or is what a menu gives", () => {
    const reference = { uri: "file:///a.js", name: "a", ordinal: 0 };
    assert.deepEqual(parseReference(reference), reference);
    for (const other of [undefined, null, "a", { scheme: "file", path: "/a.js" }, { uri: 1, name: "a" }]) {
      assert.equal(parseReference(other), undefined);
    }
  });
});
