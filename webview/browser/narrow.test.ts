import assert from "node:assert/strict";
import path from "node:path";
import {
  comparisonDocument,
  exampleDocument,
  failuresDocument,
  loopDocument,
  oneDocument,
  recordedDocument,
} from "../fixtures/document.ts";
import { screenshotFolder } from "../test/browser-panel.ts";
import { inBrowser, show } from "../test/in-browser.ts";

inBrowser("the panel in a browser, where it is narrow", ({ panel, column }) => {
  for (const width of [400, 620, 820, 821, 1001]) {
    it(`does not scroll sideways with ${width} pixels`, async () => {
      await panel().page.setViewportSize({ width, height: 900 });
      const documents = [exampleDocument, comparisonDocument, failuresDocument, oneDocument];
      for (const document of [...documents, recordedDocument, loopDocument]) {
        await panel().say({ ...show, document });
        const hidden = await panel()
          .page.locator("html, main, .scrolls:has(.comparison), .verdict-section, .scenario")
          .evaluateAll((nodes) => nodes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
        assert.deepEqual(new Set(hidden), new Set([0]), hidden.join());
      }
    });
  }

  it("shows what corrects a fake, whatever its operation is called", async () => {
    await panel().page.setViewportSize({ width: 480, height: 900 });
    const [result] = exampleDocument.results;
    const long = `new client.Client().${"collection().".repeat(9)}findOne`;
    const fakes = result!.fakes.map((fake) =>
      fake.expression === "self.createQuery" ? { ...fake, expression: long } : fake,
    );
    assert.notDeepEqual(fakes, result!.fakes);
    await panel().say({ ...show, document: { ...exampleDocument, results: [{ ...result!, fakes }] } });
    await panel().page.getByText("Faked I/O").click();
    const section = panel().page.locator(".fakes");
    const hidden = await section
      .locator(".scrolls")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(hidden, 0);
    const box = (await section.getByRole("combobox", { name: `What ${long} does` }).boundingBox())!;
    assert.ok(box.x + box.width <= 480, `${box.x} + ${box.width}`);
    // For those who hear it, it is a table all the same.
    assert.equal(await section.getByRole("columnheader", { name: "Because" }).count(), 1);
  });

  it("lists a function's numbers by name where there is no room for columns, and sorts them still", async () => {
    await panel().page.setViewportSize({ width: 400, height: 900 });
    await panel().say(show);
    const cell = panel().page.locator('.comparison td[data-column="tokens"]').first();
    const label = await cell.evaluate((node) => getComputedStyle(node, "::before").content);
    assert.equal(label, '"Tokens"');
    // For those who hear it, it is a table all the same.
    const header = panel().page.getByRole("columnheader", { name: "Tokens" });
    await header.getByRole("button").click();
    assert.deepEqual(await column("tokens"), ["302", "318", "377", "410"]);
    await panel().page.locator(".stacks summary").nth(1).click();
    const sites = panel().page.locator(".stacks details[open] .scrolls");
    assert.equal(await sites.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
    await panel().page.screenshot({ path: path.join(screenshotFolder, "narrow.png"), fullPage: true });
  });
});
