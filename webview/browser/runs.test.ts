import assert from "node:assert/strict";
import { failuresDocument, recordedDocument, runningDocument } from "../fixtures/document.ts";
import { settle } from "../test/browser-panel.ts";
import { inBrowser, show } from "../test/in-browser.ts";

inBrowser("the panel in a browser, its settings and runs", ({ panel, column, sentBesidesReady, control }) => {
  it("shows a latency that cannot be chosen here as it was measured, and lets another be chosen", async () => {
    await panel().say({ ...show, document: failuresDocument });
    const latency = panel().page.locator("vscode-single-select").nth(1);
    const value = () => latency.evaluate((made: HTMLElement & { value: string }) => made.value);
    const options = () => latency.locator("vscode-option").allTextContents();
    await settle(panel().page);
    assert.equal(await value(), "other");
    assert.equal((await options()).at(-1), "lognormal, median 5 ms, sigma 0.5 (as measured)");
    assert.equal(await control("combobox", "Latency model").isVisible(), true);
    assert.deepEqual(await column("failed"), ["6.8 %", "not measured"]);
    await panel().page.getByRole("button", { name: "Run again" }).click();
    assert.deepEqual(await sentBesidesReady(), [{ type: "run-again" }]);
    await panel().say(show);
    await settle(panel().page);
    assert.equal(await value(), "fixed");
    assert.equal((await options()).length, 2);
    assert.deepEqual(await column("settled"), []);
  });

  it("lets recorded latencies be chosen where a recorded call was played", async () => {
    await panel().say({ ...show, document: recordedDocument });
    await settle(panel().page);
    const options = panel().page.locator("vscode-single-select").nth(1).locator("vscode-option");
    assert.equal((await options.allTextContents()).at(-1), "Recorded latencies");
    await panel().say(show);
    await settle(panel().page);
    assert.equal(await options.count(), 2);
  });

  it("follows a run, and cancels it once", async () => {
    const running = { fraction: 0.37, activity: "measuring time, process 3", measure: "time" };
    await panel().say({ ...show, document: runningDocument, running });
    assert.equal(await panel().page.locator(".activity").innerText(), "measuring time, process 3");
    assert.equal(await panel().page.getByRole("progressbar").getAttribute("aria-valuenow"), "370");
    assert.equal(await panel().page.getByRole("status").first().textContent(), "Measuring time, 25 %");
    assert.equal((await column("time"))[3], "not yet");
    await control("button", "Run again").click({ force: true });
    await control("button", "Cancel").click();
    await panel().page.getByRole("button", { name: "Cancelling…" }).click({ force: true });
    assert.deepEqual(await sentBesidesReady(), [{ type: "cancel" }]);

    await panel().say(show);
    assert.equal(await panel().page.getByRole("progressbar").count(), 0);
    assert.equal((await column("time"))[3], "7.35 µs (7.13–7.64)");
    // What was out of use while it ran can be reached by keyboard again.
    await control("button", "Run again").focus();
    for (const title of ["Latency model", "Clock"]) {
      await panel().page.keyboard.press("Shift+Tab");
      assert.equal(await panel().page.evaluate(() => (document.activeElement as HTMLElement).title), title);
    }
  });

  it("says what waits beside the numbers, and lets the one under way be cancelled for it", async () => {
    const next = { words: "save waits until load is done.", cancel: "Cancel load" };
    await panel().say({ ...show, next });
    await panel().page.getByText("save waits until load is done.").waitFor();
    assert.equal((await column("time"))[3], "7.35 µs (7.13–7.64)");
    await control("button", "Cancel load").click();
    assert.deepEqual(await sentBesidesReady(), [{ type: "cancel" }]);
    await panel().say({ type: "empty", message: "The benchmark of load is starting.", next });
    assert.equal(await control("button", "Cancel load").isVisible(), true);
    await panel().say(show);
    assert.equal(await control("button", "Cancel load").isVisible(), false);
  });

  it("runs again with the settings that were changed, and exports", async () => {
    await panel().say(show);
    await control("button", "Run again").click();
    await control("combobox", "Clock").click();
    await panel().page.getByRole("option", { name: "Real clock" }).click();
    assert.match(await panel().page.locator("h1 + .chip").innerText(), /settings changed/);
    await control("button", "Run again").press("Enter");
    await control("button", "Export JSON").click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "run-again" },
      { type: "run-again", clock: "real" },
      { type: "export" },
    ]);
  });
});
