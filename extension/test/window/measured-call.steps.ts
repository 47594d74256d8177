import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { EditorWindow } from "./editor-window.ts";
import { inSharedWindow, type SharedWindow } from "./shared-window.ts";
import { until } from "./until.ts";

const SOURCE = `module.exports = async function load(db, id) {
  const row = await db.get(id, (error) => db.log(error));
  return row.size;
};
`;

/** Asks for the stock along with the customer and the prices. */
function withStockAtOnce(text: string): string {
  const stocks = "Promise.all(order.items.map(({ name }) => shop.get(`/stock/${name}`)))";
  const changed = text
    .replace(`  const stocks = await ${stocks};\n`, "")
    .replace("[customer, prices]", "[customer, prices, stocks]")
    .replace('"utf8"),\n  ]);', `"utf8"),\n    ${stocks},\n  ]);`);
  assert.notEqual(changed, text);
  return changed;
}

/** What a benchmark measures: a recorded call, one of its paths, fakes that were corrected. */
export function measuredCall(shared: () => SharedWindow): void {
  describe("what a benchmark is of, in the window", function () {
    inSharedWindow(this, "measured-call", shared);

    let window: EditorWindow;
    let folder: string;
    before(async () => {
      ({ window, folder } = shared());
      await writeFile(path.join(folder, "load.js"), SOURCE);
    });

    it("is a recorded call, whose I/O calls lead to their lines, or another one that is chosen", async () => {
      await window.openFile("checkout.js");
      await window.goToLine(4);
      const [lens] = await window.lenses(/recorded · 4 calls, 2 paths/);
      assert.match(lens ?? "", /tokens · .* \| recorded · 4 calls, 2 paths \| Benchmark$/);
      await window.picture("recorded-lens");
      await window.clickLens("recorded · 4 calls, 2 paths");
      const panel = await window.panel();
      await panel.finished();
      const [measured] = await window.lenses(/\/call/);
      assert.match(
        measured ?? "",
        /9 I\/O calls, \d in sequence \| [\d.]+ \S+\/call( \(not warm\))? \| recorded · 4 calls$/,
      );
      const scenario = panel.frame.locator(".scenario");
      await scenario
        .getByText(/^Measured is a real call, recorded by npm test on .*, path 1 of 2, which 3 of 4/)
        .waitFor();
      assert.equal(await scenario.locator(".flow-rows .flow-row").count(), 9);
      await scenario.locator(".flow-row", { hasText: "writeFile" }).locator(".flow-lane").click();
      await until("the cursor on the call's line", async () =>
        (await window.cursor()).line === 16 ? true : undefined,
      );
      // As text: it runs in the page, whose types these tests do not have.
      await panel.frame.evaluate<unknown>(`document.querySelector(".scenario").scrollIntoView()`);
      // Where the mouse is, the calls before one stand out.
      await window.page.mouse.move(0, 0);
      await panel.frame.locator(".flow-body:not(.tracing)").waitFor();
      await window.picture("recorded-call");

      await scenario.getByRole("button", { name: "Measure checkout, path 2" }).click();
      await scenario.getByText(/path 2 of 2, which 1 of 4 calls took\.$/).waitFor();
      await panel.finished();
      assert.equal(await scenario.locator(".flow-rows .flow-row").count(), 4);
      await panel.runAgain();
      await panel.progress.waitFor();
      await panel.finished();
      assert.match(await scenario.innerText(), /path 2 of 2/, "what was chosen stays chosen");
    });

    it("is the same recorded call in both versions where they are compared, whose I/O stands over the same time", async () => {
      const file = path.join(folder, "checkout.js");
      await writeFile(file, withStockAtOnce(await readFile(file, "utf8")));
      await window.hideSideBar();
      await window.lenses(/Compare \| recorded · 4 calls, changed since/);
      await window.clickLens("Compare");
      const panel = await window.panel();
      const flows = panel.frame.getByRole("group", { name: "I/O of checkout, before and after" });
      await flows.waitFor();
      await panel.progress.waitFor({ state: "hidden" });
      const summary = await panel.frame.locator(".summary").innerText();
      assert.match(summary, /: saves [\d.]+ ms of [\d.]+ ms on the recorded call; its own processor time: /);
      assert.equal(await flows.locator(".flow-rows .flow-row").count(), 18);
      await window.lenses(/\/call.* \| Compare \|/);
      await window.focusGroup(1);
      await window.goToLine(1);
      await window.page.mouse.move(0, 0);
      await window.picture("recorded-comparison");
    });

    it("has its fakes corrected by a choice in the panel, in a file beside the source, and is measured so", async () => {
      await window.closeEditors();
      await window.openFile("load.js");
      await window.lenses(/Benchmark/);
      await window.clickLens("Benchmark");
      const panel = await window.panel();
      await panel.finished();
      await panel.frame.getByText("Faked I/O").click();
      const select = panel.frame.getByRole("combobox", { name: "What db.get does" });
      assert.equal(await select.inputValue(), "callback");
      await select.selectOption("promise");
      const line = window.page.locator(".view-line", { hasText: /"db\.get":\s*\{\s*kind:\s*"promise"/ });
      await line.waitFor();
      await window.screenshot("fakes-file");
      const notification = window.page.locator(".notification-toast", { hasText: "load.async-cost.js" });
      await notification.getByRole("button", { name: "Run Again" }).click();
      const fakes = panel.frame.getByRole("button", { name: /^load\.async-cost\.js:\d+$/ });
      await fakes.first().waitFor();
      await panel.finished();
      await panel.frame.getByText("What it was made of").click();
      await panel.frame.getByRole("button", { name: /^Change answer of db\.get/ }).click();
      const answer = panel.frame.getByRole("textbox", { name: /^What answer of db\.get/ });
      await answer.fill("[1, 2");
      await answer.press("Enter");
      await window.page.locator(".notification-toast", { hasText: "[1, 2 is no JavaScript value" }).waitFor();
      await answer.fill("[1, 2]");
      await answer.press("Enter");
      const said = window.page.locator(".view-line", { hasText: /returns:\s*\[1,\s*2\]/ });
      await said.waitFor();
      await window.page
        .locator(".notification-toast", { hasText: "db.get answers [1, 2] for load now" })
        .getByRole("button", { name: "Run Again" })
        .click();
      await panel.frame.getByRole("row", { name: /^answer of db\.get.*fakes file/ }).waitFor();
      await panel.finished();
    });
  });
}
