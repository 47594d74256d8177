import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { EditorWindow } from "./editor-window.ts";

const SOURCE = `module.exports = async function load(db, id) {
  const row = await db.get(id, (error) => db.log(error));
  return row.size;
};
`;

describe("a fake that was understood wrongly, in the window", function () {
  this.timeout(300_000);

  let folder: string;
  let window: EditorWindow;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-window-"));
    await writeFile(path.join(folder, "load.js"), SOURCE);
    window = await EditorWindow.open({ folder, settings: { "asyncCost.budgetSeconds": 1 } });
  });
  after(async () => {
    await window.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await window.screenshot("fakes-file-failed");
  });

  it("is corrected by a choice in the panel, in a file beside the source, and measured so", async () => {
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
    await panel.frame.getByRole("button", { name: /^load\.async-cost\.js:\d+$/ }).waitFor();
    await panel.finished();
  });
});
