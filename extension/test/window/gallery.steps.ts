import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import type { Frame } from "playwright-core";
import type { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import { workers } from "./processes.ts";
import { inSharedWindow, type SharedWindow } from "./shared-window.ts";
import { until } from "./until.ts";

/** The gallery's page. */
export function galleryPage(shared: () => SharedWindow): void {
  describe("the gallery, in the window", function () {
    inSteps(this);
    inSharedWindow(this, "gallery", shared);

    let window: EditorWindow;
    before(() => ({ window } = shared()));

    /** The frame of the gallery's page. */
    const gallery = (): Promise<Frame> =>
      until("the gallery", async () => {
        for (const frame of window.page.frames()) {
          const found = frame.getByRole("heading", { level: 1, name: "Gallery" });
          if ((await found.count().catch(() => 0)) > 0) return frame;
        }
        return undefined;
      });
    const choose = async (table: string): Promise<Frame> => {
      const frame = await gallery();
      await frame.getByRole("tab", { name: table }).click();
      await frame.getByRole("tab", { name: table, selected: true }).waitFor();
      return frame;
    };

    it("has six tables to choose from, and shows the one that only counts, with its chart", async () => {
      await window.runCommand("Async Cost: Open Gallery");
      const frame = await gallery();
      await frame.getByRole("tab", { name: "Engines" }).waitFor();
      assert.equal(await frame.getByRole("tab").count(), 6);
      await frame.getByRole("img", { name: /^Tokens, as a multiple/ }).waitFor();
      await frame.getByRole("row", { name: /^async-await 308/ }).waitFor();
      await window.screenshot("gallery");
    });

    it("measures a table that is not there yet, and shows what was measured when it is cancelled", async () => {
      const frame = await choose("Closures");
      await frame.getByText("This table was not measured on this machine yet.").waitFor();
      await frame.getByRole("button", { name: "Measure" }).click();
      await window.page.locator(".notification-toast", { hasText: "Measuring Closures" }).waitFor();
      await until("a worker", async () => ((await workers(window.serverPid)).length > 0 ? true : undefined));
      await frame.getByRole("button", { name: "Cancel" }).click();
      await frame.getByText("Measuring was cancelled").waitFor();
      await until("the end of the workers", async () =>
        (await workers(window.serverPid)).length === 0 ? true : undefined,
      );
      await window.screenshot("gallery-cancelled");
    });

    it("installs no library before its licence was seen and agreed to", async () => {
      const frame = await choose("Performance");
      await frame.getByText(/Without a row until they are installed: .*kew@/).waitFor();
      await frame.getByRole("button", { name: /Missing Libraries…/ }).click();
      const dialog = window.page.locator(".monaco-dialog-box");
      await dialog.waitFor();
      assert.match(await dialog.innerText(), /^kew@[\d.]+: Apache-2\.0$/m);
      await window.screenshot("gallery-consent");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      const made = await readdir(shared().cache);
      assert.deepEqual(
        made.filter((name) => name !== "compiled"),
        [],
      );
    });
  });
}
