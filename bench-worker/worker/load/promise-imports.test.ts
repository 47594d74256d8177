import assert from "node:assert/strict";
import { importsOf } from "./promise-imports.ts";

describe("what a text has from other modules", () => {
  const taken = (text: string): string[] =>
    [...importsOf({ text, language: "ts" })].map(
      ([own, { specifier, path, isRequired }]) =>
        `${own} ${specifier} ${path} ${isRequired ? "required" : "imported"}`,
    );

  it("is imported, by its own names", () => {
    assert.deepEqual(taken('import P, { all, map as each } from "bluebird"; import * as q from "q";'), [
      "P bluebird default imported",
      "all bluebird all imported",
      "each bluebird map imported",
      "q q  imported",
    ]);
  });

  it("is required, and what only looks so in a text or a comment is not", () => {
    const text =
      'const { all, map: each } = require("bluebird"), P = require("q").Promise; // const a = require("x")\nconst b = "c = require(\'y\')";';
    assert.deepEqual(taken(text), [
      "all bluebird all required",
      "each bluebird map required",
      "P q Promise required",
    ]);
  });
});
