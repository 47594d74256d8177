import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const dist = path.join(import.meta.dirname, "..", "dist");
const file = (name: string): string => path.join(dist, name);

describe("the bundles", () => {
  before(function () {
    // Made by `npm run build`, which `npm test` does first; a development build is not minified.
    if (!existsSync(file(".built"))) this.skip();
  });

  it("that the editor loads are small", () => {
    for (const name of [
      "extension.cjs",
      "extension-web.cjs",
      "analysis-thread.cjs",
      "analysis-thread-web.js",
    ]) {
      const { size } = statSync(file(name));
      assert.ok(size < 311_000, `${name} has ${size} bytes`);
    }
  });

  it("that each process which is recorded loads are small, without the parser of what is rewritten", () => {
    for (const [name, most] of [
      ["recorder.cjs", 113_000],
      ["recorder-loader.cjs", 2000],
    ] as const) {
      const { size } = statSync(file(name));
      assert.ok(size < most, `${name} has ${size} bytes`);
    }
  });

  it("need no module but the editor's in a browser, and no other file", () => {
    for (const name of ["extension-web.cjs", "extension-web.cjs.js", "analysis-thread-web.js"]) {
      const text = readFileSync(file(name), "utf8");
      const required = [...text.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, module]) => module);
      const needed = name.startsWith("extension") ? ["vscode"] : [];
      assert.deepEqual([...new Set(required)], needed, name);
      assert.doesNotMatch(text, /["']node:|__webpack_require__\.e\b|importScripts\(/, name);
    }
  });
});
