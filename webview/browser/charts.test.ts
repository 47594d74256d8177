import assert from "node:assert/strict";
import { pixelsOf, settle } from "../test/browser-panel.ts";
import { inBrowser, show } from "../test/in-browser.ts";
import { THEMES } from "../test/themes.ts";

const blue = THEMES.dark.variables["--vscode-charts-blue"]!;
/** The editor's, which is see-through, as it is drawn. */
const orange = "#ea5c00";

inBrowser("the panel in a browser, its charts", ({ panel, timeCanvas, memoryCanvas, legendEntry }) => {
  it("fades the other series while the mouse is on a legend entry", async () => {
    await panel().say(show);
    await legendEntry("upload · async-await.js").hover();
    await settle(panel().page);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
    assert.equal(await pixelsOf(memoryCanvas(), blue), 0);
    assert.ok((await pixelsOf(timeCanvas(), orange)) > 50);
    await panel().page.getByRole("heading", { level: 1 }).hover();
    await settle(panel().page);
    assert.ok((await pixelsOf(timeCanvas(), blue)) > 50);
  });

  it("hides a series at a click on its legend entry, and brings it back", async () => {
    await panel().say(show);
    const entry = legendEntry("upload · callbacks.js");
    assert.equal(await entry.getAttribute("aria-pressed"), "true");
    await entry.click();
    await panel().page.getByRole("heading", { level: 1 }).hover();
    await settle(panel().page);
    assert.equal(await entry.getAttribute("aria-pressed"), "false");
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
    assert.equal(await pixelsOf(memoryCanvas(), blue), 0);
    assert.ok((await pixelsOf(timeCanvas(), orange)) > 50);
    await entry.click();
    await settle(panel().page);
    assert.ok((await pixelsOf(timeCanvas(), blue)) > 50);
  });

  it("can be worked by keyboard: the legend fades and hides, headers sort and keep the focus", async () => {
    await panel().say(show);
    await panel().page.locator(".setup summary").focus();
    // To the second entry of the legend.
    for (let presses = 0; presses < 2; presses++) await panel().page.keyboard.press("Tab");
    await settle(panel().page);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
    await panel().page.keyboard.press("Space");
    assert.equal(await legendEntry("upload · async-await.js").getAttribute("aria-pressed"), "false");

    const header = panel().page.getByRole("columnheader", { name: "Tokens" });
    await header.getByRole("button").focus();
    await panel().page.keyboard.press("Enter");
    assert.equal(await header.getAttribute("aria-sort"), "ascending");
    await panel().page.keyboard.press("Enter");
    assert.equal(await header.getAttribute("aria-sort"), "descending");
  });

  it("draws the charts anew in the colours of another theme", async () => {
    await panel().say(show);
    const lightBlue = THEMES.light.variables["--vscode-charts-blue"]!;
    assert.equal(await pixelsOf(timeCanvas(), lightBlue), 0);
    await panel().wear("light");
    assert.ok((await pixelsOf(timeCanvas(), lightBlue)) > 50);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
  });

  it("keeps the lines on the charts where the system forces its colours", async () => {
    await panel().say(show);
    await panel().page.emulateMedia({ forcedColors: "active" });
    await settle(panel().page);
    assert.ok((await pixelsOf(timeCanvas(), "#000000")) > 50);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
  });

  it("dims what was edited since, and says so", async () => {
    await panel().say({ ...show, stale: [3] });
    const row = panel().page.locator(".comparison tr.stale");
    assert.match(await row.innerText(), /upload · co\.js\s+edited since/);
    const opacity = await row.evaluate((node) => Number(getComputedStyle(node).opacity));
    assert.ok(opacity < 1);
    const purple = THEMES.dark.variables["--vscode-charts-purple"]!;
    assert.equal(await pixelsOf(timeCanvas(), purple), 0);
    assert.ok((await pixelsOf(timeCanvas(), blue)) > 50);
    assert.equal(await panel().page.locator("h1 + .chip").innerText(), "1 of 4 edited since");
  });
});
