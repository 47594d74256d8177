import assert from "node:assert/strict";
import path from "node:path";
import { amongGallery } from "../model/among-gallery.ts";
import { galleryDocument, runningDocument } from "../fixtures/document.ts";
import { heightOf, pixelsOf, screenshotFolder, settle } from "../test/browser-panel.ts";
import { inBrowser, show } from "../test/in-browser.ts";
import { THEMES, type ThemeName } from "../test/themes.ts";

const blue = THEMES.dark.variables["--vscode-charts-blue"]!;
/** The editor's, which is see-through, as it is drawn. */
const orange = "#ea5c00";
const shown = { ...show, document: galleryDocument };

inBrowser(
  "the panel in a browser, with a function among the gallery",
  ({ panel, control, sentBesidesReady }) => {
    const canvas = () => panel().page.locator(".scatter-section canvas");
    const point = (name: string) => panel().page.locator(".scatter-points").getByRole("button", { name });

    it("shows the chart above the table, and where the function lies in words", async () => {
      await panel().say(shown);
      await panel().page.getByRole("heading", { name: "load among the gallery's patterns" }).waitFor();
      assert.equal(
        await panel().page.getByRole("heading", { level: 1 }).innerText(),
        "load among the gallery",
      );
      const [chart, table] = await Promise.all(
        [canvas(), panel().page.locator(".comparison")].map(async (place) => (await place.boundingBox())!.y),
      );
      assert.ok(chart! < table!);
      assert.match(await panel().page.locator(".standings").innerText(), /310\. Of 4 patterns: 1 with fewer/);
      assert.match(await point("load (yours)").innerText(), /Tokens: 310; Time per I\/O call: 300 ns/);
      assert.equal(await panel().page.locator(".comparison tbody tr").count(), 5);
    });

    it("has a point for each function, the user's the largest", async () => {
      await panel().say(shown);
      const [own, other] = [await pixelsOf(canvas(), blue), await pixelsOf(canvas(), orange)];
      assert.ok(other > 20, `${other}`);
      assert.ok(own > 1.5 * other, `${own} and ${other}`);
    });

    it("fades the others while one is pointed at, with the mouse or by keyboard, and opens its source", async () => {
      await panel().say(shown);
      await point("Raw callbacks").hover();
      await settle(panel().page);
      assert.equal(await pixelsOf(canvas(), blue), 0);
      await panel().page.getByRole("heading", { level: 1 }).hover();
      await settle(panel().page);
      assert.ok((await pixelsOf(canvas(), blue)) > 50);
      // From the second control of the axes to the first point of the list, and on to the next.
      await control("combobox", "Upwards").focus();
      await panel().page.keyboard.press("Tab");
      await panel().page.keyboard.press("Tab");
      await settle(panel().page);
      assert.equal(await pixelsOf(canvas(), blue), 0);
      await panel().page.keyboard.press("Enter");
      assert.deepEqual(await sentBesidesReady(), [
        { type: "open", file: "variants/callbacks.js", line: 21, column: 1 },
      ]);
    });

    it("draws what is chosen for its axes, and remembers it", async () => {
      await panel().say(shown);
      const before = await canvas().getAttribute("aria-label");
      await control("combobox", "Across").click();
      await panel().page.getByRole("option", { name: "Debuggability" }).click();
      await settle(panel().page);
      const label = await canvas().getAttribute("aria-label");
      assert.notEqual(label, before);
      assert.match(label!, /^CPU time per I\/O call, above the floor \(ns\) over Debuggability/);
      assert.match(await point("load (yours)").innerText(), /Debuggability: 10 of 10/);
      await panel().say(shown);
      assert.equal(await canvas().getAttribute("aria-label"), label);
    });

    it("draws times that lie far apart on a logarithmic axis, and near ones on a linear one again", async () => {
      const [own, ...others] = galleryDocument.results;
      const slow = { median: 200_000, low: 190_000, high: 210_000 };
      const far = {
        ...galleryDocument,
        results: [{ ...own!, time: { ...own!.time!, nanosecondsPerCall: slow } }, ...others],
      };
      const editors = (name: string) => THEMES.dark.variables[`--vscode-charts-${name}`]!;
      const colours = [blue, orange, editors("green"), editors("purple")];
      const heights = async (): Promise<number[]> => {
        const found = await Promise.all(colours.map((colour) => heightOf(canvas(), colour)));
        return found.map((height) => height ?? Number.NaN);
      };
      /** What a pixel upwards is, by any two neighbours; on an axis of this kind it is the same everywhere. */
      const assertPlaced = async (document: typeof far, along: (value: number) => number): Promise<void> => {
        await panel().say({ ...show, document });
        const at = await heights();
        const values = amongGallery(document, { x: "tokens", y: "time" })!.points.map(({ y }) =>
          along(y.value),
        );
        const [first, last] = [values.indexOf(Math.min(...values)), values.indexOf(Math.max(...values))];
        const each = (at[first]! - at[last]!) / (values[last]! - values[first]!);
        assert.ok(at[first]! - at[last]! > 100, at.join());
        for (const [index, value] of values.entries()) {
          const expected = at[first]! - each * (value - values[first]!);
          assert.ok(Math.abs(at[index]! - expected) < 4, `${index}: ${at[index]}, not ${expected}`);
        }
      };
      await assertPlaced(galleryDocument, (value) => value);
      await assertPlaced(far, Math.log10);
      assert.match((await canvas().getAttribute("aria-label"))!, /above the floor \(µs, logarithmic\)/);
      await canvas().screenshot({ path: path.join(screenshotFolder, "gallery-logarithmic.png") });
      await assertPlaced(galleryDocument, (value) => value);
    });

    it("says what has no point and why", async () => {
      await panel().say(shown);
      await panel().page.getByText("Without a point").click();
      assert.match(
        await panel().page.locator(".scatter-absent").innerText(),
        /co with promises.*before its first I\/O call[^]*gens@1\.1\.0 is not installed\. Install it/,
      );
    });

    it("is not there for other benchmarks, and says that nothing was measured yet while it begins", async () => {
      await panel().say(show);
      assert.equal(await panel().page.locator(".scatter-section").isVisible(), false);
      const { amongGallery } = galleryDocument;
      const running = { fraction: 0.1, activity: "measuring time", measure: "time" };
      await panel().say({
        ...show,
        running,
        document: {
          ...runningDocument,
          results: runningDocument.results.map(({ target, state, warnings, fakes }) => ({
            target,
            state,
            warnings,
            fakes,
          })),
          amongGallery: { ...amongGallery!, variants: amongGallery!.variants.slice(0, 3) },
        },
      });
      assert.match(
        await panel().page.locator(".scatter-section .absence").innerText(),
        /^Nothing has been measured yet/,
      );
      assert.equal(await canvas().isVisible(), false);
    });

    for (const width of [400, 620]) {
      it(`does not scroll sideways with ${width} pixels`, async () => {
        await panel().page.setViewportSize({ width, height: 900 });
        await panel().say(shown);
        const hidden = await panel()
          .page.locator("html, main, .scatter-section, .scatter-section .figure")
          .evaluateAll((nodes) => nodes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
        assert.deepEqual(new Set(hidden), new Set([0]), hidden.join());
        await panel().page.screenshot({
          path: path.join(screenshotFolder, `gallery-${width}.png`),
          fullPage: true,
        });
      });
    }

    it("is pictured in the editor's themes", async () => {
      await panel().say(shown);
      const pictures = new Set<string>();
      for (const theme of Object.keys(THEMES) as ThemeName[]) {
        await panel().wear(theme);
        const file = path.join(screenshotFolder, `gallery-${theme}.png`);
        pictures.add((await canvas().screenshot({ path: file })).toString("base64"));
      }
      assert.equal(pictures.size, Object.keys(THEMES).length);
    });
  },
);
