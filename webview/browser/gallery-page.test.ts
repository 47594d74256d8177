import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import {
  galleryTableSchema,
  TABLES,
  type GalleryTable,
  type TableName,
} from "../../bench-worker/gallery-table.ts";
import type { ToGallery } from "../../bench-worker/gallery-messages.ts";
import { tableTitle } from "../../bench-worker/gallery-table-text.ts";
import { pixelsOf, screenshotFolder, settle } from "../test/browser-panel.ts";
import { inBrowser } from "../test/in-browser.ts";
import { THEMES } from "../test/themes.ts";

const blue = THEMES.dark.variables["--vscode-charts-blue"]!;

/** A table as it stands on the page of then and now. */
function published(name: TableName): GalleryTable {
  const file = path.join(import.meta.dirname, "../../docs/tables", `${name}.json`);
  return v.parse(galleryTableSchema, JSON.parse(readFileSync(file, "utf8")));
}

const message = (chosen: TableName, change: Partial<ToGallery> = {}): ToGallery => ({
  type: "gallery",
  tables: TABLES.map((name) => ({
    name,
    title: tableTitle(name),
    measuredOn: name === chosen ? "2026-01-31" : null,
  })),
  chosen,
  table: published(chosen),
  isPartial: false,
  running: null,
  secondsAtLeast: 40,
  missing: { libraries: [], engines: [] },
  ...change,
});
const unmeasured = (chosen: TableName, change: Partial<ToGallery> = {}): ToGallery => ({
  ...message(chosen, { table: null, ...change }),
  tables: TABLES.map((name) => ({ name, title: tableTitle(name), measuredOn: null })),
});

inBrowser(
  "the gallery's page in a browser",
  ({ panel, sentBesidesReady }) => {
    const tab = (name: TableName) => panel().page.getByRole("tab", { name: tableTitle(name).split(":")[0]! });
    const button = (name: string | RegExp) => panel().page.getByRole("button", { name });

    for (const name of TABLES) {
      it(`shows ${name} with what the article said, its charts and its numbers`, async () => {
        await panel().say(message(name));
        assert.equal(await tab(name).getAttribute("aria-selected"), "true");
        const table = published(name);
        const body = await panel().page.locator(".gallery-body").innerText();
        assert.ok(table.findings.length > 0);
        for (const { seed, why } of table.findings) assert.ok(body.includes(seed) && body.includes(why), why);
        const charts = panel().page.locator(".gallery-body canvas");
        assert.ok((await charts.count()) > 0);
        for (const chart of await charts.all()) {
          assert.ok((await pixelsOf(chart, blue)) > 20, (await chart.getAttribute("aria-label")) ?? "");
        }
        assert.ok((await panel().page.locator(".gallery-table tbody tr").count()) > 4);
        await panel().page.screenshot({ path: path.join(screenshotFolder, `gallery-page-${name}.png`) });
      });
    }

    it("asks for the table that is chosen, remembers it, and keeps the focus on it", async () => {
      await panel().say(message("complexity"));
      await tab("engines").click();
      assert.deepEqual(await sentBesidesReady(), [{ type: "choose", table: "engines" }]);
      await panel().say(unmeasured("engines"));
      assert.ok(await tab("engines").evaluate((node) => node === document.activeElement));
      const kept = await panel().page.evaluate(() => sessionStorage.getItem("state"));
      assert.deepEqual(JSON.parse(kept!), { table: "engines" });
    });

    it("says what was not measured and how long that takes, and asks for it", async () => {
      await panel().say(unmeasured("performance", { secondsAtLeast: 160 }));
      assert.match(
        await panel().page.locator(".absence").innerText(),
        /^This table was not measured on this machine yet\. Measuring takes 3 minutes or longer\.$/,
      );
      await button("Measure").click();
      assert.deepEqual(await sentBesidesReady(), [{ type: "measure", table: "performance" }]);
    });

    it("shows how far measuring is, and ends it", async () => {
      const running = { table: "performance" as const, fraction: 0.4, activity: "a process of time is done" };
      await panel().say(unmeasured("performance", { running }));
      assert.match(await panel().page.locator(".progress").innerText(), /a process of time is done[^]*40 %/);
      assert.equal(await button("Measure").count(), 0);
      await button("Cancel").click();
      assert.deepEqual(await sentBesidesReady(), [{ type: "cancel" }]);
    });

    it("says that a table is in parts which a cancel left so, and measures it", async () => {
      await panel().say({ ...unmeasured("closures"), isPartial: true, table: published("closures") });
      assert.match(
        await panel().page.locator(".absence").innerText(),
        /^Measuring was cancelled: here is what was measured until then\. Measuring takes 40 seconds or longer\.$/,
      );
      await button("Measure").waitFor();
      assert.ok((await panel().page.locator(".gallery-table").count()) > 0);
    });

    it("shows nothing of a table that was cancelled before its first number, and says so", async () => {
      const table = published("closures");
      assert.ok(table.table === "closures");
      const rows = table.rows.map((row) => ({ ...row, state: "failed" as const, measured: [] }));
      await panel().say({ ...unmeasured("closures"), isPartial: true, table: { ...table, rows } });
      assert.match(
        await panel().page.locator(".absence").innerText(),
        /^Measuring was cancelled before anything was measured\. Measuring takes 40 seconds or longer\.$/,
      );
      await button("Measure").waitFor();
      assert.equal(await panel().page.locator(".gallery-body").innerText(), tableTitle("closures"));
    });

    it("shows nothing of a table under way before its first number, and says what may still come after", async () => {
      const table = published("closures");
      assert.ok(table.table === "closures");
      const running = { table: "closures" as const, fraction: 0.1, activity: "loading" };
      const rows = table.rows.map((row) => ({ ...row, state: "failed" as const, measured: [] }));
      const findings = table.findings.map(({ about, seed, why }) => ({ about, seed, why, here: null }));
      const body = panel().page.locator(".gallery-body");
      await panel().say({ ...unmeasured("closures"), running, table: { ...table, rows, findings } });
      assert.equal(await body.innerText(), tableTitle("closures"));
      assert.equal(await panel().page.locator(".absence").innerText(), "There is no number yet.");
      await panel().say({ ...unmeasured("closures"), running, table: { ...table, findings } });
      assert.match(await body.innerText(), /here: not measured yet/);
      await panel().say(message("closures", { table: { ...table, findings } }));
      assert.match(await body.innerText(), /here: not measured\n/);
    });

    it("names what is missing, and asks for it to be installed", async () => {
      const missing = { libraries: ["kew@0.7.0"], engines: ["node@7", "node@8"] };
      await panel().say(unmeasured("engines", { missing }));
      assert.match(
        await panel().page.locator(".absence").innerText(),
        /Without a row until they are installed: kew@0\.7\.0, node@7, node@8\./,
      );
      await button("Install 1 Missing Library…").click();
      await button("Install 2 Missing Engines…").click();
      assert.deepEqual(await sentBesidesReady(), [
        { type: "install", what: "libraries" },
        { type: "install", what: "engines" },
      ]);
    });

    it("does not scroll sideways in a narrow panel", async () => {
      await panel().page.setViewportSize({ width: 420, height: 900 });
      await panel().say(message("closures"));
      await settle(panel().page);
      const hidden = await panel()
        .page.locator("html")
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.equal(hidden, 0);
    });
  },
  "gallery",
);
