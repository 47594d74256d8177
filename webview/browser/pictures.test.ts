import assert from "node:assert/strict";
import path from "node:path";
import { comparisonDocument, recordedDocument } from "../fixtures/document.ts";
import { screenshotFolder } from "../test/browser-panel.ts";
import { inBrowser, show } from "../test/in-browser.ts";
import { THEMES, type ThemeName } from "../test/themes.ts";

inBrowser("the panel in a browser", ({ panel }) => {
  it("is pictured in the editor's themes", async () => {
    await panel().say(show);
    await panel().page.locator(".stacks summary").nth(1).click();
    await panel().page.locator(".stacks details[open] .outcome").first().click();
    await panel().page.getByRole("heading", { level: 1 }).hover();
    const pictures: string[] = [];
    for (const theme of Object.keys(THEMES) as ThemeName[]) {
      await panel().wear(theme);
      const file = path.join(screenshotFolder, `panel-${theme}.png`);
      const picture = await panel().page.screenshot({ path: file, fullPage: true });
      pictures.push(picture.toString("base64"));
    }
    assert.equal(new Set(pictures).size, pictures.length, "every theme looks different");
  });

  it("is pictured with a recorded call in the editor's themes, beside the text and alone", async () => {
    await panel().say({ ...show, document: recordedDocument });
    const pictures = new Set<string>();
    for (const width of [1200, 480]) {
      await panel().page.setViewportSize({ width, height: 900 });
      for (const theme of Object.keys(THEMES) as ThemeName[]) {
        await panel().wear(theme);
        const file = path.join(screenshotFolder, `recorded-${width}-${theme}.png`);
        pictures.add((await panel().page.locator(".scenario").screenshot({ path: file })).toString("base64"));
      }
    }
    assert.equal(pictures.size, 2 * Object.keys(THEMES).length);
  });

  it("is pictured with a comparison in the editor's themes, beside the text", async () => {
    await panel().page.setViewportSize({ width: 760, height: 900 });
    await panel().say({ ...show, document: comparisonDocument });
    const pictures = new Set<string>();
    for (const theme of Object.keys(THEMES) as ThemeName[]) {
      await panel().wear(theme);
      const file = path.join(screenshotFolder, `comparison-${theme}.png`);
      pictures.add((await panel().page.screenshot({ path: file, fullPage: true })).toString("base64"));
    }
    assert.equal(pictures.size, Object.keys(THEMES).length);
  });
});
