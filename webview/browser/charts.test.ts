import assert from "node:assert/strict";
import { pixelsOf, settle } from "../test/browser-panel.ts";
import { loopDocument, recordedDocument } from "../fixtures/document.ts";
import { inBrowser, show } from "../test/in-browser.ts";
import { THEMES } from "../test/themes.ts";

const blue = THEMES.dark.variables["--vscode-charts-blue"]!;
/** The editor's, which is see-through, as it is drawn. */
const orange = "#ea5c00";

inBrowser("the panel in a browser, its charts", (inPanel) => {
  const { panel, timeCanvas, memoryCanvas, legendEntry, sentBesidesReady } = inPanel;
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

  it("draws the I/O calls of a recorded call when they were, and leads to their lines", async () => {
    await panel().say({ ...show, document: recordedDocument });
    const flow = panel().page.locator(".flow");
    const lane = (await flow.locator(".flow-lane").first().boundingBox())!;
    const bars = flow.locator(".flow-bar[class*=' ']:not(.flow-swatch)");
    const places = await bars.evaluateAll((nodes) =>
      nodes.map((node) => {
        const { left, width } = node.getBoundingClientRect();
        return { left, width, isOnChain: node.classList.contains("on-chain") };
      }),
    );
    const times = recordedDocument.results[0]!.io!;
    assert.equal(places.length, times.length);
    for (const [at, { startMilliseconds: start, endMilliseconds: end }] of times.entries()) {
      const expected = {
        left: lane.x + (start / 130) * lane.width,
        width: (((end ?? 130) - start) / 130) * lane.width,
      };
      assert.ok(Math.abs(places[at]!.left - expected.left) < 1, `${at}: ${places[at]!.left}`);
      assert.ok(Math.abs(places[at]!.width - expected.width) < 1, `${at}: ${places[at]!.width}`);
    }
    assert.deepEqual(
      places.flatMap(({ isOnChain }, at) => (isOnChain ? [at] : [])),
      [0, 2, 4, 5, 7],
    );
    assert.match(await flow.innerText(), /its own time\s+19\.0 ms, 15 %/);

    await bars.nth(5).click();
    await flow.getByRole("button", { name: /^this\.repositories\.prices/ }).focus();
    assert.equal(await flow.locator("li.leads").count(), 2, "it, and the one that it began after");
    await panel().page.keyboard.press("Enter");
    assert.deepEqual(await sentBesidesReady(), [
      { type: "open", file: "src/checkout.js", line: 16, column: 9 },
      { type: "open", file: "src/prices.js", line: 14, column: 9 },
    ]);
    await flow.getByText("Numbers of this chart").click();
    const failed = flow.getByRole("row", { name: /failed/ });
    assert.match(
      await failed.innerText(),
      /^shop\.post\s+line 20\s+109 ms\s+12\.0 ms\s+failed\s+shop\.post, line 16$/,
    );
    assert.match(await flow.getByRole("row", { name: /socket\.listen/ }).innerText(), /–\s+had not answered/);
  });

  it("leads to recording where no call is recorded, or only calls of an older text", async () => {
    const [result] = recordedDocument.results;
    const inferred = { ...result!, io: [], scenario: { origin: "inferred" } };
    await panel().say({ ...show, document: { ...recordedDocument, results: [inferred] } });
    await inPanel.control("button", "Record Real Calls…").click();
    const stale = { origin: "inferred", recordings: { paths: [], stale: true } };
    const results = [{ ...inferred, scenario: stale }];
    await panel().say({ ...show, document: { ...recordedDocument, results } });
    assert.match(await panel().page.locator(".scenario").innerText(), /are of an older text of the function/);
    await inPanel.control("button", "Record Again…").press("Enter");
    assert.deepEqual(await sentBesidesReady(), [{ type: "record" }, { type: "record" }]);
  });

  it("lists what a recorded call was made of, what was cut of it, and what was replaced", async () => {
    await panel().say({ ...show, document: recordedDocument });
    await panel().page.getByText("What it was made of").click();
    const scenario = panel().page.locator(".scenario");
    const cut = scenario.getByRole("row", { name: /answer of shop\.get/ });
    assert.match(await cut.innerText(), /\[… 9 more items\]\s*cut\s+recorded$/);
    assert.match(await scenario.innerText(), /2 texts in them are replaced by stand-ins of the same shape/);
    assert.match(await scenario.innerText(), /Not kept: the call of shop\.get was called outside/);
  });

  it("changes a value in the fakes file, and keeps what could not be written", async () => {
    const [result] = recordedDocument.results;
    const setting = ["fakes", "user.role", "value"];
    const values = [
      { what: "user.role", origin: "inferred", text: '"admin"', rule: "guard", setting },
      { what: "file lib/db.js", origin: "stand-in", rule: "file-there" },
    ];
    const scenario = { origin: "inferred", values };
    await panel().say({ ...show, document: { ...recordedDocument, results: [{ ...result!, scenario }] } });
    await panel().page.getByText("What it was made of").click();
    const table = panel().page.locator(".values");
    assert.equal(await table.getByRole("button", { name: /^Change/ }).count(), 1, "no setting has the other");
    const change = table.getByRole("button", { name: "Change user.role" });
    await change.click();
    const input = table.getByRole("textbox", { name: "What user.role is" });
    assert.equal(await input.inputValue(), '"admin"');
    await input.press("Escape");
    assert.match(await table.innerText(), /"admin"/);
    await change.press("Enter");
    await input.fill("owner");
    await input.press("Enter");
    await panel().say({ type: "corrected", result: 0, setting, text: "owner", isDone: false });
    assert.equal(await input.inputValue(), "owner", "it is still there to be put right");
    await input.fill('"owner"');
    await table.getByRole("button", { name: "Write" }).click();
    await panel().say({ type: "corrected", result: 0, setting, text: '"owner"', isDone: true });
    const row = table.getByRole("row", { name: /user\.role/ });
    assert.match((await row.innerText()).replaceAll(/\s+/g, " "), /"owner" ?in the fakes file ?Change/);
    assert.match(
      await panel().page.locator(".scenario").innerText(),
      /Corrected in the fakes file: run again/,
    );
    assert.deepEqual(await sentBesidesReady(), [
      { type: "correct", result: 0, setting, text: "owner" },
      { type: "correct", result: 0, setting, text: '"owner"' },
    ]);
  });

  it("draws a call site of many I/O calls as one row, and unfolds it for good", async () => {
    await panel().say({ ...show, document: loopDocument });
    const rows = panel().page.locator(".flow-rows .flow-row");
    assert.equal(await rows.count(), 4);
    const fold = panel().page.getByRole("button", { name: "The 30 calls of db.put" });
    await fold.click();
    assert.equal(await rows.count(), 34);
    assert.equal(await fold.getAttribute("aria-expanded"), "true");
    await panel().say({ ...show, document: loopDocument, stale: [0] });
    assert.equal(await rows.count(), 34);
    await fold.press("Enter");
    assert.equal(await rows.count(), 4);
  });

  it("measures another recorded call, or none, with the settings that are chosen", async () => {
    await panel().say({ ...show, document: recordedDocument });
    const choices = panel().page.locator(".choices");
    assert.match(await choices.getByRole("row", { name: /Path 1/ }).innerText(), /9 of 12 calls.*measured/s);
    await choices.getByRole("button", { name: "Measure checkout, path 2" }).click();
    await inPanel.control("combobox", "Clock").click();
    await panel().page.getByRole("option", { name: "Real clock" }).click();
    await choices.getByRole("button", { name: "Measure checkout, without a recording" }).click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "run-again", call: { result: 0, path: 2 } },
      { type: "run-again", clock: "real", call: { result: 0, path: null } },
    ]);
    const running = { fraction: 0.1, activity: "loads", measure: null };
    await panel().say({ ...show, document: recordedDocument, running });
    assert.ok(await choices.getByRole("button", { name: "Measure checkout, path 3" }).isDisabled());
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
