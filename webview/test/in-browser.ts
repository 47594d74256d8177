import assert from "node:assert/strict";
import type { Server } from "node:http";
import type { Browser, Locator } from "playwright-core";
import { exampleDocument } from "../fixtures/document.ts";
import { openBrowser } from "../../scripts/editor/browser.ts";
import { buildPanel, openPanel, servePanel, type BrowserPanel } from "./browser-panel.ts";

/** A message that shows a benchmark that has ended. */
export const show = { type: "show", document: exampleDocument, running: null, stale: [] as number[] };

/** The panel of a test, and what a person sees of it. */
export interface PanelInBrowser {
  /** Of the test that runs: each has a page of its own. */
  readonly panel: () => BrowserPanel;
  readonly timeCanvas: () => Locator;
  readonly memoryCanvas: () => Locator;
  readonly legendEntry: (name: string) => Locator;
  /** The values of a column of the table, by its id. */
  readonly column: (id: string) => Promise<string[]>;
  /** The functions in the table's order. */
  readonly names: () => Promise<string[]>;
  /** What the panel has asked the extension for. */
  readonly sentBesidesReady: () => Promise<unknown[]>;
  readonly control: (role: "button" | "combobox", name: string) => Locator;
}

let bundleFolder: string | undefined;

/** Tests with the panel, or the page of the gallery, in a real browser. It is bundled once for all of them; a fault on its page fails the test. */
export function inBrowser(
  title: string,
  tests: (panel: PanelInBrowser) => void,
  page: "" | "gallery" = "",
): void {
  describe(title, function () {
    this.timeout(120_000);

    let server: Server;
    let address: string;
    let browser: Browser;
    let panel: BrowserPanel;
    before(async () => {
      bundleFolder ??= buildPanel();
      ({ server, address } = await servePanel(bundleFolder));
      browser = await openBrowser();
    });
    after(async () => {
      await browser.close();
      server.close();
    });
    beforeEach(async () => {
      panel = await openPanel(browser, `${address}${page}`);
    });
    afterEach(async () => {
      const { faults, page } = panel;
      await page.close();
      assert.deepEqual(faults, [], "errors or breaches of the content security policy");
    });

    tests({
      panel: () => panel,
      timeCanvas: () => panel.page.locator(".charts canvas").first(),
      memoryCanvas: () => panel.page.locator(".charts canvas").nth(1),
      legendEntry: (name) => panel.page.locator(".legend").getByRole("button", { name }),
      column: (id) => panel.page.locator(`.comparison [data-column="${id}"] .value`).allInnerTexts(),
      names: () => panel.page.locator(".comparison tbody th .link").allInnerTexts(),
      sentBesidesReady: async () =>
        (await panel.sent()).filter((intent) => (intent as { type: string }).type !== "ready"),
      control: (role, name) => panel.page.getByRole(role, { name, exact: true }),
    });
  });
}
