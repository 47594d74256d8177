import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isStale } from "./build.ts";

describe("isStale", () => {
  const BUILT = [
    "extension.cjs",
    "analysis-thread.cjs",
    "extension-web.cjs",
    "extension-web.cjs.js",
    "analysis-thread-web.js",
    "worker.cjs",
    "worker-code.cjs",
    "worker-any-engine.cjs",
    "cli.cjs",
    "webview/main.js",
    "schemas/a.json",
    ".built",
  ];
  let root: string;

  const write = (file: string, seconds: number): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), "");
    utimesSync(path.join(root, file), seconds, seconds);
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "async-cost-build-"));
    for (const file of ["package-lock.json", "webpack.config.mjs", "analysis/a.ts", "bench-worker/a.ts"])
      write(file, 100);
    for (const file of ["cli/a.ts", "extension/a.ts", "webview/a.ts"]) write(file, 100);
    for (const file of BUILT) write(`dist/${file}`, 200);
    write("out/test/suite.cjs", 200);
    write("out/test/.built", 200);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("is content when everything was built after the last change", () => {
    assert.equal(isStale(root, { suite: true }), false);
  });

  it("sees a changed source, however old the bundles that came out equal are", () => {
    write("dist/worker.cjs", 50);
    assert.equal(isStale(root, { suite: false }), false);
    write("bench-worker/deep/b.ts", 300);
    assert.equal(isStale(root, { suite: false }), true);
  });

  it("sees a bundle that is lacking", () => {
    rmSync(path.join(root, "dist/cli.cjs"));
    assert.equal(isStale(root, { suite: false }), true);
  });

  it("holds the suites of the editor for sources of the suite alone", () => {
    write("extension/test/lens.suite.ts", 300);
    assert.equal(isStale(root, { suite: false }), false);
    assert.equal(isStale(root, { suite: true }), true);
  });

  it("does not mind a unit test", () => {
    write("analysis/a.test.ts", 300);
    assert.equal(isStale(root, { suite: true }), false);
  });
});
