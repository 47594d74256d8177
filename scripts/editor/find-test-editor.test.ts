import assert from "node:assert/strict";
import { findTestEditor, type TestEditorWorld } from "./find-test-editor.ts";

const world = (given: Partial<TestEditorWorld>): TestEditorWorld => ({
  platform: "linux",
  environment: { DISPLAY: ":0", HOME: "/home/me" },
  exists: () => false,
  canDownload: () => Promise.resolve(false),
  ...given,
});

describe("findTestEditor", () => {
  it("takes the executable that ASYNC_COST_VSCODE names, or refuses it", async () => {
    const environment = { ASYNC_COST_VSCODE: "/opt/code" };
    const found = await findTestEditor(world({ environment, exists: () => true }));
    assert.deepEqual(found.options, { vscodeExecutablePath: "/opt/code" });
    await assert.rejects(findTestEditor(world({ environment })), /\/opt\/code, which is not there/);
  });

  it("prefers an installed desktop editor, then a download, then ours", async () => {
    const exists = (file: string): boolean => file === "/usr/share/code/code";
    const canDownload = (): Promise<boolean> => Promise.resolve(true);
    const installed = await findTestEditor(world({ exists, canDownload }));
    assert.deepEqual(installed.options, { vscodeExecutablePath: "/usr/share/code/code" });
    const downloaded = await findTestEditor(world({ canDownload }));
    assert.equal(downloaded.options.version, "stable");
    const ours = await findTestEditor(world({}));
    assert.match(ours.options.vscodeExecutablePath ?? "", /async-cost-editor\.mjs$/);
  });

  it("takes ours on Linux without a display, and asks nobody", async () => {
    const canDownload = (): Promise<boolean> => assert.fail("asked");
    const found = await findTestEditor(world({ environment: {}, exists: () => true, canDownload }));
    assert.match(found.options.vscodeExecutablePath ?? "", /async-cost-editor\.mjs$/);
  });

  it("takes ours when it is told to", async () => {
    const environment = { ASYNC_COST_VSCODE: "registry", DISPLAY: ":0" };
    const found = await findTestEditor(world({ environment, exists: () => true }));
    assert.match(found.options.vscodeExecutablePath ?? "", /async-cost-editor\.mjs$/);
  });
});
