import assert from "node:assert/strict";
import type { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import type { PanelPage } from "./panel-page.ts";
import { descendants, workers } from "./processes.ts";
import { inSharedWindow, type SharedWindow } from "./shared-window.ts";
import { until } from "./until.ts";

/** One person's way through the product; every step goes on where the one before it has ended. */
export function mainJob(shared: () => SharedWindow): void {
  describe("from source text to panel, in the window", function () {
    inSteps(this);
    inSharedWindow(this, "main-job", shared);

    let window: EditorWindow;
    let panel: PanelPage;
    before(() => ({ window } = shared()));

    it("a lens stands above the function of a file that is opened", async () => {
      await window.openFile("callbacks.js");
      await window.hideSideBar();
      const [lens] = await window.lenses(/Benchmark/);
      assert.match(
        lens ?? "",
        /^\d+ tokens(, \d+ more than in [\w.-]+)? · callbacks · \d+ I\/O calls(, \d+)? in sequence \| Benchmark$/,
      );
      await window.screenshot("lens");
    });

    it("a click on it opens the panel, which follows the run", async () => {
      await window.clickLens("Benchmark");
      panel = await window.panel();
      // A machine that has much else to do may draw the panel only when the run is over.
      await panel.progress.or(panel.row()).first().waitFor();
      await window.screenshot("running");
    });

    it("the panel shows time, memory and stack traces when the run is over", async () => {
      await panel.finished();
      assert.match(await panel.number("time"), /^[\d.]+ (ns|µs|ms)( \([\d.]+–[\d.]+\))?$/);
      assert.match(await panel.number("inFlight"), /^[\d.]+ k?B( \([\d.]+–[\d.]+\))?$/);
      assert.match(await panel.number("stackTraces"), /[1-5]/);
      assert.ok((await panel.drawnPixels(0)) > 500, "the chart of time is drawn");
      assert.ok((await panel.drawnPixels(1)) > 500, "the chart of memory is drawn");
      assert.deepEqual(await workers(window.serverPid), []);
    });

    it("the lens shows the result, too", async () => {
      const [lens] = await window.lenses(/\/call/);
      assert.match(
        lens ?? "",
        / \| [\d.]+ (ns|µs|ms)\/call( \(not warm\))? \| Benchmark$/,
        "the rest is in the panel",
      );
      await window.picture("editor");
    });

    it("the mouse on the legend lets its series stand out, a click hides it", async () => {
      const entry = panel.legendEntry(/upload/);
      await entry.hover();
      assert.match((await panel.row().getAttribute("class")) ?? "", /highlighted/);
      await entry.click();
      assert.equal(await entry.getAttribute("aria-pressed"), "false");
      await entry.click();
      assert.equal(await entry.getAttribute("aria-pressed"), "true");
    });

    it("a click on a frame of a stack trace goes to its line", async () => {
      const stack = await panel.firstStack();
      const frame = stack.locator("li.own button").first();
      const [, line] = /callbacks\.js:(\d+)/.exec(await frame.innerText()) ?? [];
      await frame.click();
      await until("the cursor on the frame's line", async () =>
        (await window.cursor()).line === Number(line) ? true : undefined,
      );
      assert.equal(await window.activeFile(), "callbacks.js");
      await window.picture("stack-traces");
    });

    it("numbers go dim when the function is edited, and come back with the text", async () => {
      await window.page.keyboard.press("End");
      await window.page.keyboard.type(" 1;");
      await window.lenses(/edited since/);
      await panel.frame.locator(".comparison tr.stale").waitFor();
      await window.screenshot("edited");
      for (let undo = 0; undo < 3; undo++) await window.page.keyboard.press("Control+Z");
      await panel.frame.locator(".comparison tr:not(.stale) [data-column]").first().waitFor();
    });

    it("the panel is there again after the window was reloaded", async () => {
      const time = await panel.number("time");
      await window.reload();
      panel = await window.panel();
      await panel.finished();
      assert.equal(await panel.number("time"), time);
      await window.screenshot("reloaded");
    });

    it("a comparison of two functions comes into the panel that the editor has not restored yet", async () => {
      // A tab that was behind another one when the window was closed is restored when it comes into view.
      await window.focusGroup(2);
      await window.openFile("async-await.js");
      // However long the window takes to show that it is under way, it is to be there still when it is cancelled.
      if (!process.env.UPDATE_PICTURES) await window.changeSettings({ "asyncCost.budgetSeconds": 120 });
      await window.reload();
      await window.focusGroup(1);
      await window.goToLine(24);
      await window.runCommand("Select This Function for Comparison");
      await window.page.locator(".statusbar-item", { hasText: "upload is selected" }).waitFor();
      await window.focusGroup(2);
      await window.goToLine(24);
      await window.runCommand("Compare This Function with Selected");
      panel = await window.panel();
      await panel.progress.waitFor();
      await panel.frame.getByRole("table", { name: "upload", exact: true }).waitFor();
      const tabs = window.page.locator(".tabs-container .tab", { hasText: "Async Cost" });
      assert.equal(await tabs.count(), 1);
      await window.screenshot("comparing");
      if (!process.env.UPDATE_PICTURES) return;
      await panel.finished();
      await window.lenses(/\/call/);
      await window.page.mouse.move(0, 0);
      await window.page
        .locator(".monaco-hover:visible, .workbench-hover:visible")
        .first()
        .waitFor({ state: "hidden" });
      await window.picture("comparison");
      await panel.runAgain();
    });

    it("it can be cancelled, and leaves no process", async () => {
      // On a busy machine it may have come to its end while the window was looked at.
      if ((await panel.progress.count()) === 0) await panel.runAgain();
      await panel.progress.waitFor();
      await until("a worker", async () => ((await workers(window.serverPid)).length > 0 ? true : undefined));
      await panel.cancel();
      await panel.finished();
      await until("the end of the workers", async () =>
        (await workers(window.serverPid)).length === 0 ? true : undefined,
      );
      await panel.frame.getByText("Measuring was cancelled").first().waitFor();
    });

    it("no process of the editor is left when it is closed", async () => {
      const { serverPid } = window;
      const before = await descendants(serverPid);
      assert.ok(before.length > 0);
      await window.close();
      for (const { pid, command } of [...before, { pid: serverPid, command: "the server" }])
        await until(`the end of ${command}`, async () => ((await isAlive(pid)) ? undefined : true));
    });
  });
}

function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return Promise.resolve(true);
  } catch {
    return Promise.resolve(false);
  }
}
