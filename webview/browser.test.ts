import assert from "node:assert/strict";
import type { Server } from "node:http";
import path from "node:path";
import type { Browser, Locator } from "playwright-core";
import {
  comparisonDocument,
  exampleDocument,
  failuresDocument,
  runningDocument,
  troubledDocument,
} from "./fixtures/document.ts";
import {
  buildPanel,
  launchBrowser,
  openPanel,
  pixelsOf,
  screenshotFolder,
  servePanel,
  settle,
  type BrowserPanel,
} from "./test/browser-panel.ts";
import { THEMES, type ThemeName } from "./test/themes.ts";

const show = { type: "show", document: exampleDocument, running: null, stale: [] as number[] };
const blue = THEMES.dark.variables["--vscode-charts-blue"]!;
const orange = THEMES.dark.variables["--vscode-charts-orange"]!;

describe("the panel in a browser", function () {
  this.timeout(120_000);

  let server: Server;
  let address: string;
  let browser: Browser;
  let panel: BrowserPanel;
  before(async () => {
    buildPanel();
    ({ server, address } = await servePanel());
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    server.close();
  });
  beforeEach(async () => {
    panel = await openPanel(browser, address);
  });
  afterEach(async () => {
    const { faults, page } = panel;
    await page.close();
    assert.deepEqual(faults, [], "errors or breaches of the content security policy");
  });

  const timeCanvas = () => panel.page.locator("canvas").first();
  const memoryCanvas = () => panel.page.locator("canvas").nth(1);
  const legendEntry = (name: string) => panel.page.locator(".legend").getByRole("button", { name });
  const column = (title: string): Promise<string[]> =>
    panel.page.locator(`.comparison [data-column="${title}"] .value`).allInnerTexts();
  const names = (): Promise<string[]> => panel.page.locator(".comparison tbody th .link").allInnerTexts();
  const sentBesidesReady = async () =>
    (await panel.sent()).filter((intent) => (intent as { type: string }).type !== "ready");
  const control = (role: "button" | "combobox", name: string): Locator =>
    panel.page.getByRole(role, { name, exact: true });

  it("says that it is ready and waits, and shows why there is nothing", async () => {
    assert.deepEqual(await panel.sent(), [{ type: "ready" }]);
    assert.equal(await panel.page.locator(".empty").innerText(), "Waiting for a benchmark…");
    await panel.say({ type: "empty", message: "Nothing was measured yet." });
    assert.equal(await panel.page.locator(".empty").innerText(), "Nothing was measured yet.");
  });

  it("shows the numbers of every target with units, and what they were measured on", async () => {
    await panel.say(show);
    assert.deepEqual(await column("time"), [
      "1.23 µs (1.19–1.28)",
      "2.41 µs (2.34–2.51)",
      "3.89 µs (3.77–4.05)",
      "7.35 µs (7.13–7.64)",
    ]);
    assert.deepEqual(await column("inFlight"), ["533 B", "1.11 kB", "1.84 kB", "2.93 kB"]);
    assert.deepEqual(await column("debuggability"), ["6 of 10", "10 of 10", "8 of 10", "9 of 10"]);
    const facts = await panel.page.locator(".facts").innerText();
    assert.match(facts.replaceAll("\n", " "), /Engine Node\.js 20\.20\.2, V8 .*Clock virtual Seed 1/);
    assert.equal(await panel.page.getByRole("heading", { level: 1 }).innerText(), "upload in 4 variants");
    for (const colour of [blue, orange]) {
      assert.ok((await pixelsOf(timeCanvas(), colour)) > 50, `time has a ${colour} line`);
      assert.ok((await pixelsOf(memoryCanvas(), colour)) > 50, `memory has a ${colour} line`);
    }
  });

  it("shows a latency that cannot be chosen here as it was measured, and lets another be chosen", async () => {
    await panel.say({ ...show, document: failuresDocument });
    const latency = panel.page.locator("vscode-single-select").nth(1);
    const value = () => latency.evaluate((made: HTMLElement & { value: string }) => made.value);
    const options = () => latency.locator("vscode-option").allTextContents();
    await settle(panel.page);
    assert.equal(await value(), "other");
    assert.equal((await options()).at(-1), "lognormal, median 5 ms, sigma 0.5 (as measured)");
    assert.equal(await control("combobox", "Latency model").isVisible(), true);
    assert.deepEqual(await column("failed"), ["6.8 %", "not measured"]);
    await panel.page.getByRole("button", { name: "Run again" }).click();
    assert.deepEqual(await sentBesidesReady(), [{ type: "run-again" }]);
    await panel.say(show);
    await settle(panel.page);
    assert.equal(await value(), "fixed");
    assert.equal((await options()).length, 2);
    assert.deepEqual(await column("settled"), []);
  });

  it("fades the other series while the mouse is on a legend entry", async () => {
    await panel.say(show);
    await legendEntry("upload · async-await.js").hover();
    await settle(panel.page);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
    assert.equal(await pixelsOf(memoryCanvas(), blue), 0);
    assert.ok((await pixelsOf(timeCanvas(), orange)) > 50);
    await panel.page.getByRole("heading", { level: 1 }).hover();
    await settle(panel.page);
    assert.ok((await pixelsOf(timeCanvas(), blue)) > 50);
  });

  it("hides a series at a click on its legend entry, and brings it back", async () => {
    await panel.say(show);
    const entry = legendEntry("upload · callbacks.js");
    assert.equal(await entry.getAttribute("aria-pressed"), "true");
    await entry.click();
    await panel.page.getByRole("heading", { level: 1 }).hover();
    await settle(panel.page);
    assert.equal(await entry.getAttribute("aria-pressed"), "false");
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
    assert.equal(await pixelsOf(memoryCanvas(), blue), 0);
    assert.ok((await pixelsOf(timeCanvas(), orange)) > 50);
    await entry.click();
    await settle(panel.page);
    assert.ok((await pixelsOf(timeCanvas(), blue)) > 50);
  });

  it("can be worked by keyboard: the legend fades and hides, headers sort and keep the focus", async () => {
    await panel.say(show);
    await control("button", "Export JSON").focus();
    // Past the explanation of the clocks, to the second entry of the legend.
    for (let presses = 0; presses < 3; presses++) await panel.page.keyboard.press("Tab");
    await settle(panel.page);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
    await panel.page.keyboard.press("Space");
    assert.equal(await legendEntry("upload · async-await.js").getAttribute("aria-pressed"), "false");

    const header = panel.page.getByRole("columnheader", { name: "Tokens" });
    await header.getByRole("button").focus();
    await panel.page.keyboard.press("Enter");
    assert.equal(await header.getAttribute("aria-sort"), "ascending");
    await panel.page.keyboard.press("Enter");
    assert.equal(await header.getAttribute("aria-sort"), "descending");
  });

  it("sorts by a header up, down, and back to the order of the document", async () => {
    await panel.say(show);
    const inOrder = await names();
    const header = panel.page.getByRole("columnheader", { name: "Tokens" }).getByRole("button");
    await header.click();
    assert.deepEqual(await column("tokens"), ["302", "318", "377", "410"]);
    await header.click();
    assert.deepEqual(await column("tokens"), ["410", "377", "318", "302"]);
    await header.click();
    assert.deepEqual(await names(), inOrder);
  });

  it("unfolds a stack trace, marks the user's own frames, and opens the line of one", async () => {
    await panel.say(show);
    const target = panel.page.locator(".stacks details").nth(1);
    await target.locator("summary").click();
    await target.locator(".outcome").first().click();
    const stack = target.locator(".stack");
    assert.match(await stack.innerText(), /The stack leads to the I\/O call at line 27\./);
    assert.deepEqual(await stack.locator("li.own code").allInnerTexts(), [
      "at async upload (/home/someone/gallery/variants/async-await.js:27:22)",
      "at audit (/home/someone/gallery/lib/audit.js:14:9)",
    ]);
    assert.equal(await stack.locator("li.other button").count(), 0);
    await stack.locator("li.own button").first().click();
    await target.locator(".call-site").nth(1).click();
    await panel.page.locator(".comparison tbody th .link").first().click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "open", file: "/home/someone/gallery/variants/async-await.js", line: 27, column: 22 },
      { type: "open", file: "variants/async-await.js", line: 29 },
      { type: "open", file: "variants/callbacks.js", line: 21, column: 1 },
    ]);
  });

  it("follows a run, and cancels it once", async () => {
    const running = { fraction: 0.37, activity: "measuring time, process 3", measure: "time" };
    await panel.say({ ...show, document: runningDocument, running });
    assert.equal(await panel.page.locator(".activity").innerText(), "measuring time, process 3");
    assert.equal(await panel.page.getByRole("progressbar").getAttribute("aria-valuenow"), "370");
    assert.equal(await panel.page.getByRole("status").first().textContent(), "Measuring time, 25 %");
    assert.equal((await column("time"))[3], "not yet");
    await control("button", "Run again").click({ force: true });
    await control("button", "Cancel").click();
    await panel.page.getByRole("button", { name: "Cancelling…" }).click({ force: true });
    assert.deepEqual(await sentBesidesReady(), [{ type: "cancel" }]);

    await panel.say(show);
    assert.equal(await panel.page.getByRole("progressbar").count(), 0);
    assert.equal((await column("time"))[3], "7.35 µs (7.13–7.64)");
  });

  it("runs again with the settings that were changed, and exports", async () => {
    await panel.say(show);
    await control("button", "Run again").click();
    await control("combobox", "Clock").click();
    await panel.page.getByRole("option", { name: "Real clock" }).click();
    assert.match(await panel.page.locator("h1 + .chip").innerText(), /settings changed/);
    await control("button", "Run again").press("Enter");
    await control("button", "Export JSON").click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "run-again" },
      { type: "run-again", clock: "real" },
      { type: "export" },
    ]);
  });

  it("draws the charts anew in the colours of another theme", async () => {
    await panel.say(show);
    const lightBlue = THEMES.light.variables["--vscode-charts-blue"]!;
    assert.equal(await pixelsOf(timeCanvas(), lightBlue), 0);
    await panel.wear("light");
    assert.ok((await pixelsOf(timeCanvas(), lightBlue)) > 50);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
  });

  it("keeps the lines on the charts where the system forces its colours", async () => {
    await panel.say(show);
    await panel.page.emulateMedia({ forcedColors: "active" });
    await settle(panel.page);
    assert.ok((await pixelsOf(timeCanvas(), "#000000")) > 50);
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
  });

  it("comes back as it was after a reload", async () => {
    await panel.say(show);
    await legendEntry("upload · callbacks.js").click();
    await panel.page.getByRole("columnheader", { name: "Tokens" }).getByRole("button").click();
    await panel.page.locator(".stacks summary").first().click();
    // A browser tells of the unfolding in a later task; only then can it be stored.
    await panel.page.waitForFunction(() => sessionStorage.getItem("state")?.includes('"open":[]') === false);
    await panel.page.reload();
    await panel.wear("dark");
    assert.deepEqual(await panel.sent(), [{ type: "ready" }]);
    assert.deepEqual(await column("tokens"), ["302", "318", "377", "410"]);
    assert.equal(await legendEntry("upload · callbacks.js").getAttribute("aria-pressed"), "false");
    assert.equal(await pixelsOf(timeCanvas(), blue), 0);
    assert.equal(await panel.page.locator(".stacks details[open]").count(), 1);
  });

  it("does not come back from a reload amid a run as if it still went on", async () => {
    const running = { fraction: 0.37, activity: "measuring time, process 3", measure: "time" };
    await panel.say({ ...show, document: runningDocument, running });
    await panel.page.reload();
    assert.equal(await panel.page.getByRole("progressbar").count(), 0);
    assert.deepEqual((await column("time")).slice(2), ["not measured", "not measured"]);
    assert.match(await panel.page.locator(".problems").innerText(), /cancelled: The run ended before/);
  });

  it("starts anew from a stored state that is not its own", async () => {
    await panel.page.evaluate(() =>
      sessionStorage.setItem("state", '{"version":1,"message":{"type":"show"}}'),
    );
    await panel.page.reload();
    assert.equal(await panel.page.locator(".empty").innerText(), "Waiting for a benchmark…");
  });

  it("says that it cannot read a message, and keeps what it shows", async () => {
    await panel.say(show);
    await panel.say({ type: "show", document: { schemaVersion: 99 } });
    const alert = panel.page.getByRole("alert");
    assert.match(await alert.innerText(), /cannot show\. Not a valid message: document\./);
    assert.equal((await names()).length, 4);
    await panel.say("garbage");
    assert.equal((await names()).length, 4);
    await panel.say(show);
    assert.equal(await alert.isVisible(), false);
  });

  it("shows cause and next step of what failed, and never a number for it", async () => {
    await panel.say({ ...show, document: troubledDocument });
    const problems = await panel.page.locator(".problems").innerText();
    assert.match(problems, /upload · async-await\.js failed: Line 24: blob\.stat is not a function\./);
    assert.match(problems, /Name what blob\.stat gives in a fakes file\./);
    assert.match(problems, /timed out/);
    assert.deepEqual(await column("time"), [
      "1.23 µs (1.19–1.28)",
      "not measured",
      "3.89 µs (3.77–4.05)",
      "not measured",
    ]);
    assert.equal(await panel.page.locator(".warnings li").count(), 1);
  });

  it("shows the verdicts of a comparison in words, with both sources a click away", async () => {
    await panel.say({ ...show, document: comparisonDocument });
    assert.equal(
      await panel.page.getByRole("heading", { level: 1 }).innerText(),
      "upload, compared with HEAD",
    );
    assert.equal(
      await panel.page.locator(".summary").innerText(),
      "1 pair compared with HEAD (1a2b3c4d5e): 1 slower, 1 added.",
    );
    const table = panel.page.getByRole("table", { name: "upload", exact: true });
    const row = async (name: string): Promise<string> =>
      (await table.getByRole("row", { name }).innerText()).replaceAll(/\s+/g, " ");
    assert.equal(
      await row("Time per call"),
      "Time per call 1.23 µs 2.41 µs ✗ slower +96 % (+91 to +101 %) It takes 96 % (91 % to 101 %) more time, as 8 " +
        "processes agree. A difference of 2.1 % would have been seen.",
    );
    assert.match(await row("Held in flight"), /= no difference \+0\.20 % \(−0\.20 to \+0\.40 %\)/);
    assert.match(await row("Allocated"), /\? not measured The runtime cannot tell\./);
    assert.match(await row("Tokens"), /410 302 ✓ fewer −108/);
    assert.match(await row("Stack traces"), /level 1 of 5 level 5 of 5 ✓ better/);
    assert.match(await panel.page.locator(".unpaired").innerText(), /fresh, 14 tokens/);
    await table.getByRole("button", { name: "callbacks.js:21 at HEAD" }).click();
    await table.getByRole("button", { name: "async-await.js:18" }).press("Enter");
    await panel.page.locator(".comparison tbody th .link").first().click();
    await control("button", "Export Markdown").click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "open", file: "variants/callbacks.js", line: 21, column: 1, revision: "HEAD" },
      { type: "open", file: "variants/async-await.js", line: 18, column: 1 },
      { type: "open", file: "variants/callbacks.js", line: 21, column: 1, revision: "HEAD" },
      { type: "export", format: "markdown" },
    ]);
    await panel.say(show);
    assert.equal(await panel.page.locator(".verdict-section").isVisible(), false);
    assert.equal(await control("button", "Export Markdown").count(), 0);
  });

  it("keeps the verdicts over a reload", async () => {
    await panel.say({ ...show, document: comparisonDocument });
    await panel.page.reload();
    assert.match(await panel.page.locator(".summary").innerText(), /1 slower/);
  });

  it("does not scroll sideways beside the text", async () => {
    await panel.page.setViewportSize({ width: 620, height: 900 });
    for (const document of [exampleDocument, comparisonDocument]) {
      await panel.say({ ...show, document });
      const hidden = await panel.page
        .locator("main, .scrolls:has(.comparison)")
        .evaluateAll((nodes) => nodes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
      assert.deepEqual(hidden, [0, 0]);
    }
  });

  it("shows no empty charts and tables where nothing came of it", async () => {
    const [, failed] = troubledDocument.results;
    await panel.say({ ...show, document: { ...troubledDocument, results: [failed] } });
    assert.match(await panel.page.locator(".problems").innerText(), /blob\.stat is not a function/);
    for (const name of ["Cost over concurrency", "Comparison", "Stack traces"]) {
      assert.equal(await panel.page.getByRole("heading", { name }).count(), 0, name);
    }
  });

  it("dims what was edited since, and says so", async () => {
    await panel.say({ ...show, stale: [3] });
    const row = panel.page.locator(".comparison tr.stale");
    assert.match(await row.innerText(), /upload · co\.js\s+edited since/);
    const opacity = await row.evaluate((node) => Number(getComputedStyle(node).opacity));
    assert.ok(opacity < 1);
    const purple = THEMES.dark.variables["--vscode-charts-purple"]!;
    assert.equal(await pixelsOf(timeCanvas(), purple), 0);
    assert.ok((await pixelsOf(timeCanvas(), blue)) > 50);
    assert.equal(await panel.page.locator("h1 + .chip").innerText(), "1 of 4 edited since");
  });

  it("takes names and stacks for text, whatever is in them", async () => {
    const evil = '<img src=x onerror="console.error(1)">';
    const [first] = exampleDocument.results;
    const result = { ...first!, target: { ...first!.target, name: evil }, warnings: [evil] };
    await panel.say({ ...show, document: { ...exampleDocument, results: [result] } });
    assert.deepEqual(await names(), [evil]);
    assert.equal(await panel.page.locator("img").count(), 0);
  });

  it("is pictured in the editor's themes", async () => {
    await panel.say(show);
    await panel.page.locator(".stacks summary").nth(1).click();
    await panel.page.locator(".stacks details[open] .outcome").first().click();
    await panel.page.getByRole("heading", { level: 1 }).hover();
    const pictures: string[] = [];
    for (const theme of Object.keys(THEMES) as ThemeName[]) {
      await panel.wear(theme);
      const file = path.join(screenshotFolder, `panel-${theme}.png`);
      const picture = await panel.page.screenshot({ path: file, fullPage: true });
      pictures.push(picture.toString("base64"));
    }
    assert.equal(new Set(pictures).size, pictures.length, "every theme looks different");
  });

  it("is pictured with a comparison in the editor's themes, beside the text", async () => {
    await panel.page.setViewportSize({ width: 760, height: 900 });
    await panel.say({ ...show, document: comparisonDocument });
    const pictures = new Set<string>();
    for (const theme of Object.keys(THEMES) as ThemeName[]) {
      await panel.wear(theme);
      const file = path.join(screenshotFolder, `comparison-${theme}.png`);
      pictures.add((await panel.page.screenshot({ path: file, fullPage: true })).toString("base64"));
    }
    assert.equal(pictures.size, Object.keys(THEMES).length);
  });
});
