import assert from "node:assert/strict";
import { oneDocument, troubledDocument } from "../fixtures/document.ts";
import { pixelsOf } from "../test/browser-panel.ts";
import { inBrowser, show } from "../test/in-browser.ts";
import { THEMES } from "../test/themes.ts";

const blue = THEMES.dark.variables["--vscode-charts-blue"]!;
/** The editor's, which is see-through, as it is drawn. */
const orange = "#ea5c00";

inBrowser(
  "the panel in a browser, its table and problems",
  ({ panel, timeCanvas, memoryCanvas, column, names }) => {
    it("shows the numbers of every target with units, and what they were measured on", async () => {
      await panel().say(show);
      assert.deepEqual(await column("time"), [
        "1.23 µs (1.19–1.28)",
        "2.41 µs (2.34–2.51)",
        "3.89 µs (3.77–4.05)",
        "7.35 µs (7.13–7.64)",
      ]);
      assert.deepEqual(await column("inFlight"), ["533 B", "1.11 kB", "1.84 kB", "2.93 kB"]);
      assert.deepEqual(await column("debuggability"), ["6 of 10", "10 of 10", "8 of 10", "9 of 10"]);
      await panel()
        .page.getByText(/^Measured on Node\.js/)
        .click();
      const facts = await panel().page.locator(".facts").innerText();
      assert.match(facts.replaceAll("\n", " "), /Engine Node\.js 20\.20\.2, V8 .*Clock virtual Seed 1/);
      assert.equal(await panel().page.getByRole("heading", { level: 1 }).innerText(), "upload in 4 variants");
      for (const colour of [blue, orange]) {
        assert.ok((await pixelsOf(timeCanvas(), colour)) > 50, `time has a ${colour} line`);
        assert.ok((await pixelsOf(memoryCanvas(), colour)) > 50, `memory has a ${colour} line`);
      }
    });

    it("begins with what one function's call costs, then what decides whether that means anything, and has nothing to sort", async () => {
      await panel().page.setViewportSize({ width: 700, height: 900 });
      await panel().say({ ...show, document: oneDocument });
      const { page } = panel();
      const top = (selector: string): Promise<number> =>
        page
          .locator(selector)
          .first()
          .evaluate((node) => node.getBoundingClientRect().top);
      const places = await Promise.all(
        ["h1", ".comparison", ".deciding", ".setup", ".charts", ".stacks"].map(top),
      );
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
      );
      assert.ok(places[2]! < 450, `notes that decide begin at ${places[2]} px`);
      assert.equal(await page.locator(".comparison thead button").count(), 0);
      assert.deepEqual(await names(), ["callbacks.js:21"]);
      assert.deepEqual(await column("ioCalls"), ["7"]);
      const shownFirst = await page
        .locator(".comparison tbody td")
        .evaluateAll((cells) => cells.slice(0, 5).map((cell) => cell.getAttribute("data-column")));
      assert.deepEqual(shownFirst, ["time", "inFlight", "allocated", "stackTraces", "ioCalls"]);
      assert.match(
        await page.locator(".deciding").innerText(),
        /^Measured apart from its module: .*\s+Of its I\/O calls, tx\.commit/,
      );
      assert.equal(await page.locator(".warnings li").count(), 3);
    });

    it("sorts by a header up, down, and back to the order of the document", async () => {
      await panel().say(show);
      const inOrder = await names();
      const header = panel().page.getByRole("columnheader", { name: "Tokens" }).getByRole("button");
      await header.click();
      assert.deepEqual(await column("tokens"), ["302", "318", "377", "410"]);
      await header.click();
      assert.deepEqual(await column("tokens"), ["410", "377", "318", "302"]);
      await header.click();
      assert.deepEqual(await names(), inOrder);
    });

    it("shows cause and next step of what failed, and never a number for it", async () => {
      await panel().say({ ...show, document: troubledDocument });
      const problems = await panel().page.locator(".problems").innerText();
      assert.match(problems, /upload · async-await\.js failed: Line 24: blob\.stat is not a function\./);
      assert.match(problems, /Name what blob\.stat gives in a fakes file\./);
      assert.match(problems, /timed out/);
      assert.deepEqual(await column("time"), [
        "1.23 µs (1.19–1.28)",
        "not measured",
        "3.89 µs (3.77–4.05)",
        "not measured",
      ]);
      assert.equal(await panel().page.locator(".warnings li").count(), 1);
    });

    it("shows no empty charts and tables where nothing came of it", async () => {
      const [, failed] = troubledDocument.results;
      await panel().say({ ...show, document: { ...troubledDocument, results: [failed] } });
      assert.match(await panel().page.locator(".problems").innerText(), /blob\.stat is not a function/);
      for (const name of ["Cost over concurrency", "Comparison", "Stack traces", "Notes"]) {
        assert.equal(await panel().page.getByRole("heading", { name }).count(), 0, name);
      }
    });
  },
);
