import assert from "node:assert/strict";
import { editorFolder, nodePackage } from "./recipe.ts";

describe("the editor's recipe", () => {
  it("keeps platforms apart, so that a shared home serves two machines", () => {
    assert.notEqual(editorFolder("/c", "linux", "x64"), editorFolder("/c", "linux", "arm64"));
  });

  it("names a pinned Node 24", () => {
    assert.match(nodePackage("linux", "x64").version, /^24\.\d+\.\d+$/);
  });

  it("says what to do on a platform that has none", () => {
    assert.throws(() => nodePackage("win32", "x64"), /win32-x64.*Install desktop VS Code/);
  });
});
