import assert from "node:assert/strict";
import { cacheFolder, editorFolder, nodePackage } from "./recipe.ts";

describe("the editor's recipe", () => {
  it("puts the cache where ASYNC_COST_CACHE says, before anything else", () => {
    assert.equal(cacheFolder({ ASYNC_COST_CACHE: "/a/b", XDG_CACHE_HOME: "/x" }, "/home/me"), "/a/b");
  });

  it("follows XDG_CACHE_HOME only when it is absolute", () => {
    assert.equal(cacheFolder({ XDG_CACHE_HOME: "/x" }, "/home/me"), "/x/async-cost");
    assert.equal(cacheFolder({ XDG_CACHE_HOME: "x" }, "/home/me"), "/home/me/.cache/async-cost");
    assert.equal(cacheFolder({}, "/home/me"), "/home/me/.cache/async-cost");
  });

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
