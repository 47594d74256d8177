import assert from "node:assert/strict";
import { comparisonDocument, recordedComparison } from "../fixtures/document.ts";
import { inBrowser, show } from "../test/in-browser.ts";

inBrowser("the panel in a browser, its verdicts", ({ panel, sentBesidesReady, control }) => {
  it("shows the verdicts of a comparison in words, with both sources a click away", async () => {
    await panel().say({ ...show, document: comparisonDocument });
    assert.equal(
      await panel().page.getByRole("heading", { level: 1 }).innerText(),
      "upload, compared with HEAD",
    );
    assert.equal(
      await panel().page.locator(".summary").innerText(),
      "1 pair compared with HEAD (1a2b3c4d5e): 1 with the same I/O calls, 1 slower, 1 with better stack traces, 1 added.",
    );
    const table = panel().page.getByRole("table", { name: "upload", exact: true });
    const row = async (name: string): Promise<string> =>
      (await table.getByRole("row", { name }).innerText()).replaceAll(/\s+/g, " ");
    assert.equal(
      await row("Time per call"),
      "Time per call 1.23 µs 2.41 µs ✗ slower +96 % (+91 to +101 %) It takes 96 % (91 % to 101 %) more time, as 8 " +
        "processes agree. A difference of 2.1 % would have been seen.",
    );
    assert.match(await row("Collecting garbage"), /2\.4 % 2\.4 % not judged/);
    assert.match(await row("Held in flight"), /= no difference \+0\.20 % \(−0\.20 to \+0\.40 %\)/);
    assert.match(await row("Allocated"), /\? not compared The runtime cannot tell\./);
    assert.match(await row("Tokens"), /410 302 ✓ fewer −108/);
    assert.match(await row("Stack traces"), /level 1 of 5 level 5 of 5 ✓ better/);
    assert.match(await panel().page.locator(".unpaired").innerText(), /fresh, 14 tokens/);
    await table.getByRole("button", { name: "callbacks.js:21 at HEAD" }).click();
    await table.getByRole("button", { name: "async-await.js:18" }).press("Enter");
    await panel().page.locator(".comparison tbody th .link").first().click();
    await control("button", "Export Markdown").click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "open", file: "variants/callbacks.js", line: 21, column: 1, revision: "HEAD" },
      { type: "open", file: "variants/async-await.js", line: 18, column: 1 },
      { type: "open", file: "variants/callbacks.js", line: 21, column: 1, revision: "HEAD" },
      { type: "export", format: "markdown" },
    ]);
    await panel().say(show);
    assert.equal(await panel().page.locator(".verdict-section").isVisible(), false);
    assert.equal(await control("button", "Export Markdown").count(), 0);
  });

  it("draws the recorded call of both versions over the same time, each bar leading to its line", async () => {
    await panel().say({ ...show, document: recordedComparison });
    const flows = panel().page.getByRole("group", { name: "I/O of upload, before and after" });
    const width = async (side: number, row: number): Promise<number> => {
      const box = await flows.locator(".flow").nth(side).locator(".flow-bar").nth(row).boundingBox();
      return Math.round(box!.width);
    };
    assert.equal(await width(0, 0), await width(1, 0), "the same call is as wide in both");
    assert.equal(await flows.locator(".flow-rows .flow-row").count(), 6);
    assert.match(await flows.innerText(), /Before: 30\.0 ms[^]*After: 18\.0 ms/);
    await flows
      .locator(".flow")
      .nth(0)
      .getByRole("button", { name: /^db\.orders/ })
      .click();
    await flows
      .locator(".flow")
      .nth(1)
      .getByRole("button", { name: /^db\.orders/ })
      .click();
    await flows.locator(".flow").nth(1).getByText("Numbers of this chart").click();
    assert.equal(await flows.getByRole("table").count(), 1);
    assert.deepEqual(await sentBesidesReady(), [
      { type: "open", file: "variants/callbacks.js", line: 6, column: 9, revision: "HEAD" },
      { type: "open", file: "variants/async-await.js", line: 6, column: 9 },
    ]);
  });

  it("keeps the verdicts over a reload", async () => {
    await panel().say({ ...show, document: comparisonDocument });
    await panel().page.reload();
    assert.match(await panel().page.locator(".summary").innerText(), /1 slower/);
  });
});
