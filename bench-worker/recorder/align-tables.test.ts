import assert from "node:assert/strict";
import { forRecording, type FileTable } from "../instrument/for-recording.ts";
import { alignTables } from "./align-tables.ts";

const tableOf = (text: string): FileTable =>
  forRecording(text, { file: "/project/orders.js", mark: "p", isTest: false, hooks: () => "" }).table;

describe("what a compiled text has of its source", () => {
  it("is found by names and their order, whatever the compiler has put around and between", () => {
    const source = tableOf(
      "exports.load = function* load(id) {\n  yield db.get(id);\n  yield db.get(other());\n};",
    );
    const compiled = tableOf(
      "var helper = function () { return runtime.made(); };\nexports.load = function load(id) { return helper(function () { db.get(id); db.get((0, other)()); }); };",
    );
    const { placeOf, isGenerator } = alignTables(compiled, source)!;
    assert.deepEqual(
      compiled.sites.map(({ expression, line, column }) => [expression, placeOf("call", line, column)?.line]),
      [
        ["runtime.made", undefined],
        ["helper", undefined],
        ["db.get", 2],
        ["db.get", 3],
        ["other", 3],
      ],
    );
    assert.deepEqual(
      compiled.functions.map(({ name, line, column }) => [
        name,
        placeOf("function", line, column)?.line,
        isGenerator(line, column),
      ]),
      [
        ["helper", undefined, false],
        ["load", 1, true],
        ["callback of helper", undefined, false],
      ],
    );
  });

  it("is not told of another text, nor of one that is too large to look through", () => {
    const source = tableOf("function load() { get(); put(); }");
    assert.equal(alignTables(tableOf("function save() { get(); }"), source), null);
    const long = tableOf(Array.from({ length: 1_500 }, (_, at) => `call${at}();`).join("\n"));
    assert.equal(alignTables(long, long), null);
  });
});
