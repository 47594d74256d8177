import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createResolve } from "./resolve.ts";

describe("resolving what a module imports", () => {
  let folder: string;

  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "resolve-")));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it("takes a number sign for a part of the path, in folders of the project and in specifiers", () => {
    const project = path.join(folder, "C#");
    const file = path.join(project, "string", "#", "contains", "index.js");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
    const resolve = createResolve(project);
    assert.deepEqual(resolve("./string/#/contains", project), { kind: "file", file });
    assert.deepEqual(resolve("./index", path.dirname(file)), { kind: "file", file });
    assert.deepEqual(resolve("./string/#/missing", project), { kind: "missing" });
  });
});
