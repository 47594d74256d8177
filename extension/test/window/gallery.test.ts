import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import { workers } from "./processes.ts";
import { until } from "./until.ts";

describe("the gallery, in the window", function () {
  this.timeout(300_000);
  inSteps(this);

  let folder: string;
  let cache: string;
  let window: EditorWindow;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-window-"));
    // Where no library has been installed yet.
    cache = await mkdtemp(path.join(os.tmpdir(), "async-cost-cache-"));
    window = await EditorWindow.open({ folder, environment: { ASYNC_COST_CACHE: cache } });
  });
  after(async () => {
    await window.close();
    await rm(folder, { recursive: true });
    await rm(cache, { recursive: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await window.screenshot("gallery-failed");
  });

  const choose = async (label: string): Promise<void> => {
    await window.runCommand("Async Cost: Open Gallery");
    await window.page.locator(".quick-input-list .monaco-list-row", { hasText: label }).first().click();
  };
  const heading = (text: string): Promise<true> =>
    until(`the heading ${text}`, async () => {
      for (const frame of window.page.frames()) {
        const found = frame.getByRole("heading", { level: 1, name: text });
        if ((await found.count().catch(() => 0)) > 0) return true;
      }
      return undefined;
    });

  it("shows a table that is chosen from a list", async () => {
    await choose("Complexity: tokens");
    await heading("Complexity: tokens");
    await window.screenshot("gallery");
  });

  it("measures a table that is not there yet, and shows what was measured when it is cancelled", async () => {
    await choose("Closures: 50,000 calls");
    const measuring = window.page.locator(".notification-toast", { hasText: "Measuring Closures" });
    await measuring.waitFor();
    await until("a worker", async () => ((await workers(window.serverPid)).length > 0 ? true : undefined));
    await measuring.getByRole("button", { name: "Cancel" }).click();
    await heading("Closures: 50,000 calls");
    await until("the end of the workers", async () =>
      (await workers(window.serverPid)).length === 0 ? true : undefined,
    );
  });

  it("installs no library before its licence was seen and agreed to", async () => {
    await choose("missing libraries…");
    const dialog = window.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /^kew@[\d.]+: Apache-2\.0$/m);
    await window.screenshot("gallery-consent");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(await readdir(cache), []);
  });
});
