import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectAround } from "./project-files.ts";

describe("the project around a file", () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "async-cost-project-")));
    const manifests = {
      ".": { version: "1.0.0" },
      "app/core": { name: "shop-core", eggModule: { name: "shopCore" } },
      "app/web": { type: "module" },
      "packages/api": { dependencies: { pg: "8.0.0" } },
    };
    for (const [at, manifest] of Object.entries(manifests)) {
      mkdirSync(path.join(folder, at), { recursive: true });
      writeFileSync(path.join(folder, at, "package.json"), JSON.stringify(manifest));
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const around = (file: string): string => path.relative(folder, projectAround(path.join(folder, file)));

  it("is the nearest that somebody installs, runs or publishes by", () => {
    assert.equal(around("app/core/service.ts"), "");
    assert.equal(around("app/web/pages/index.js"), "");
    assert.equal(around("packages/api/src/index.js"), path.join("packages", "api"));
  });
});
