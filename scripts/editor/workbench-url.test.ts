import assert from "node:assert/strict";
import { workbenchUrl } from "./workbench-url.ts";

describe("workbenchUrl", () => {
  const base = { port: 4321, token: "t0ken", extensionDevelopmentPaths: ["/home/me/my project"] };

  it("carries folder, extension, suite and first file", () => {
    const url = new URL(
      workbenchUrl({
        ...base,
        folder: "/w & v",
        extensionTestsPath: "/out/suite.cjs",
        openFile: "/w/a#b.js",
      }),
    );
    assert.equal(url.host, "127.0.0.1:4321");
    assert.equal(url.searchParams.get("tkn"), "t0ken");
    assert.equal(url.searchParams.get("folder"), "/w & v");
    assert.deepEqual(JSON.parse(url.searchParams.get("payload") ?? ""), [
      ["extensionDevelopmentPath", "vscode-remote://127.0.0.1:4321/home/me/my%20project"],
      ["extensionTestsPath", "vscode-remote://127.0.0.1:4321/out/suite.cjs"],
      ["openFile", "vscode-remote://127.0.0.1:4321/w/a%23b.js"],
    ]);
  });

  it("leaves out what is not asked for", () => {
    const url = new URL(workbenchUrl({ port: 4321, token: "t0ken" }));
    assert.deepEqual([...url.searchParams.keys()], ["tkn"]);
  });
});
