import assert from "node:assert/strict";
import path from "node:path";
import { pathFrom } from "./relative-path.ts";

describe("the path that a relative specifier leads to", () => {
  for (const [folder, specifier] of [
    ["", "./a.js"],
    ["src", "./a.js"],
    ["src/", "../lib/a.js"],
    ["src/deep", "../.././a.js"],
    ["src", "../../a.js"],
    ["../other", "../../a.js"],
    ["/home/me/src/", "../a.js"],
  ] as const) {
    it(`is the one that Node's path gives from "${folder}" for ${specifier}`, () => {
      assert.equal(pathFrom(folder, specifier), path.posix.join(folder, specifier));
    });
  }
});
