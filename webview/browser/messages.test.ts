import assert from "node:assert/strict";
import { exampleDocument, runningDocument } from "../fixtures/document.ts";
import { pixelsOf } from "../test/browser-panel.ts";
import { inBrowser, show } from "../test/in-browser.ts";
import { THEMES } from "../test/themes.ts";

const blue = THEMES.dark.variables["--vscode-charts-blue"]!;

inBrowser(
  "the panel in a browser, and what it is told",
  ({ panel, timeCanvas, legendEntry, column, names }) => {
    it("says that it is ready and waits, and shows why there is nothing", async () => {
      assert.deepEqual(await panel().sent(), [{ type: "ready" }]);
      assert.equal(await panel().page.locator(".empty").innerText(), "Waiting for a benchmark…");
      await panel().say({ type: "empty", message: "Nothing was measured yet." });
      assert.equal(await panel().page.locator(".empty").innerText(), "Nothing was measured yet.");
    });

    it("comes back as it was after a reload", async () => {
      await panel().say(show);
      await legendEntry("upload · callbacks.js").click();
      await panel().page.getByRole("columnheader", { name: "Tokens" }).getByRole("button").click();
      await panel().page.locator(".stacks summary").first().click();
      // A browser tells of the unfolding in a later task; only then can it be stored.
      await panel().page.waitForFunction(
        () => sessionStorage.getItem("state")?.includes('"open":[]') === false,
      );
      await panel().page.reload();
      await panel().wear("dark");
      assert.deepEqual(await panel().sent(), [{ type: "ready" }]);
      assert.deepEqual(await column("tokens"), ["302", "318", "377", "410"]);
      assert.equal(await legendEntry("upload · callbacks.js").getAttribute("aria-pressed"), "false");
      assert.equal(await pixelsOf(timeCanvas(), blue), 0);
      assert.equal(await panel().page.locator(".stacks details[open]").count(), 1);
    });

    it("does not come back from a reload amid a run as if it still went on", async () => {
      const running = { fraction: 0.37, activity: "measuring time, process 3", measure: "time" };
      await panel().say({ ...show, document: runningDocument, running });
      await panel().page.reload();
      assert.equal(await panel().page.getByRole("progressbar").count(), 0);
      assert.deepEqual((await column("time")).slice(2), ["not measured", "not measured"]);
      assert.match(await panel().page.locator(".problems").innerText(), /: The run ended before/);
    });

    it("starts anew from a stored state that is not its own", async () => {
      await panel().page.evaluate(() =>
        sessionStorage.setItem("state", '{"version":1,"message":{"type":"show"}}'),
      );
      await panel().page.reload();
      assert.equal(await panel().page.locator(".empty").innerText(), "Waiting for a benchmark…");
    });

    it("says that it cannot read a message, and keeps what it shows", async () => {
      await panel().say(show);
      await panel().say({ type: "show", document: { schemaVersion: 99 } });
      const alert = panel().page.getByRole("alert");
      assert.match(await alert.innerText(), /cannot show\. Not a valid message: document\./);
      assert.equal((await names()).length, 4);
      await panel().say("garbage");
      assert.equal((await names()).length, 4);
      await panel().say(show);
      assert.equal(await alert.isVisible(), false);
    });

    it("takes names and stacks for text, whatever is in them", async () => {
      const evil = '<img src=x onerror="console.error(1)">';
      const [first] = exampleDocument.results;
      const result = { ...first!, target: { ...first!.target, name: evil }, warnings: [evil] };
      await panel().say({ ...show, document: { ...exampleDocument, results: [result] } });
      assert.equal(await panel().page.getByRole("heading", { level: 1 }).innerText(), evil);
      assert.equal(await panel().page.locator("img").count(), 0);
    });
  },
);
