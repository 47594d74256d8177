import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { candidatePaths } from "./candidate-paths.ts";

describe("the paths that a file's name may mean", () => {
  it("are in the workspace folders unless it is absolute", () => {
    const [one, two] = [path.resolve("/one"), path.resolve("/two")];
    const absolute = path.join(one, "a b.js");
    assert.deepEqual(candidatePaths("src/a.js", [one, two]), [
      path.join(one, "src/a.js"),
      path.join(two, "src/a.js"),
    ]);
    assert.deepEqual(candidatePaths(absolute, [two]), [absolute]);
    assert.deepEqual(candidatePaths(pathToFileURL(absolute).href, [two]), [absolute]);
    assert.deepEqual(candidatePaths("file://%zz", [one]), []);
  });
});
