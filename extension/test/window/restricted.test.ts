import assert from "node:assert/strict";
import path from "node:path";
import { EditorWindow } from "./editor-window.ts";
import { workers } from "./processes.ts";

const gallery = path.join(import.meta.dirname, "..", "..", "..", "variants");

describe("a folder that is not trusted", function () {
  this.timeout(300_000);

  let window: EditorWindow;
  before(async () => {
    window = await EditorWindow.open({
      folder: gallery,
      settings: {
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
      },
    });
  });
  after(() => window.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await window.failure("restricted");
  });

  it("gets hints, and a sentence with a way out in place of a benchmark", async () => {
    await window.openFile("callbacks.js");
    await window.lenses(/tokens.* · callbacks/);
    await window.clickLens("Benchmark");
    const notification = window.page.locator(".notification-toast", { hasText: /trust/i });
    await notification.waitFor();
    assert.ok((await notification.getByRole("button", { name: /trust/i }).count()) > 0);
    assert.deepEqual(await workers(window.serverPid), []);
    await window.screenshot("restricted");
  });

  it("gets the gallery, which runs none of its code", async () => {
    await window.runCommand("Async Cost: Open Gallery");
    await window.page.locator(".tabs-container .tab.active", { hasText: "Gallery" }).waitFor();
  });
});
