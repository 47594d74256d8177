import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import { until } from "./until.ts";

const TEXT = `async function get(id) {
  return await db.find(id);
}

function plain() {
  return 1;
}
`;

const LENSES_ASKED_MILLISECONDS = 1500;

/** Looks at each frame that is drawn, from now on: where `plain` stands, and how many lenses say something. */
const WATCH = `seen = [];
  (function watch() {
    const plain = [...document.querySelectorAll(".editor-instance .view-line")]
      .find((line) => line.textContent.includes("plain"));
    const lenses = [...document.querySelectorAll(".codelens-decoration")]
      .filter((lens) => lens.textContent.includes("token"));
    seen.push([plain ? plain.getBoundingClientRect().top : -1, lenses.length]);
    requestAnimationFrame(watch);
  })();`;

describe("hints at the end of the line and in the status bar, in the window", function () {
  this.timeout(300_000);
  inSteps(this);

  let window: EditorWindow;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-window-"));
    await writeFile(path.join(folder, "get.js"), TEXT);
    // A bracket that the editor closes by itself would leave no text half-typed.
    const settings = { "asyncCost.hints": "line-end", "editor.autoClosingBrackets": "never" };
    window = await EditorWindow.open({ folder, settings });
  });
  after(async () => {
    await window.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await window.screenshot("hints-failed");
  });

  /** What the editor draws behind the code of a line; it is no text of the page, but of its style. */
  const behind = (code: string, pattern: RegExp) =>
    until(`${String(pattern)} behind ${code}`, async () => {
      // An expression in a text, since this side does not know the page's names.
      const contents = v.parse(
        v.array(v.string()),
        await window.page.evaluate(`[...document.querySelectorAll(".editor-instance .view-line")]
          .filter((line) => line.textContent.replaceAll("\\u00a0", " ").includes(${JSON.stringify(code)}))
          .flatMap((line) => [...line.querySelectorAll("span")])
          .map((span) => getComputedStyle(span, "::after").content)`),
      );
      return contents.some((content) => pattern.test(content)) ? true : undefined;
    });
  const status = () => window.page.locator(".statusbar-item", { hasText: /token/ });

  it("the hint stands at the end of the function's first line, and no lens above it", async () => {
    await window.openFile("get.js");
    await behind("async function get", /^"17 tokens · async\/await · 1 I\/O call"$/);
    assert.equal(await window.page.locator(".codelens-decoration").count(), 0);
    await window.screenshot("line-end");
  });

  it("the status bar tells of the function under the cursor, and nothing outside of one", async () => {
    await window.page.keyboard.press("Control+Home");
    await status().waitFor();
    assert.match(await status().innerText(), /get: 17 tokens · async\/await/);
    const read = await status().locator("a").getAttribute("aria-label");
    assert.equal(read, "get: 17 tokens · async/await · 1 I/O call");
    await window.page.keyboard.press("Control+End");
    await status().waitFor({ state: "detached" });
  });

  it("both follow the text", async () => {
    await window.page.keyboard.press("Control+Home");
    await window.page.keyboard.press("End");
    await window.page.keyboard.press("Enter");
    await window.page.keyboard.type("await log(id);");
    await behind("async function get", /^"23 tokens · async\/await · 2 I\/O calls in sequence"$/);
    await until("the status bar", async () =>
      /23 tokens/.test(await status().innerText()) ? true : undefined,
    );
  });

  it("a click on the status bar offers what can be done", async () => {
    await status().click();
    const rows = window.page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: "Benchmark" }).waitFor();
    await window.screenshot("function-actions");
    await rows.filter({ hasText: "Explain" }).click();
    await window.page.locator(".monaco-hover", { hasText: "Async Cost" }).first().waitFor();
    await window.screenshot("hover");
    await window.page.keyboard.press("Escape");
  });

  it("a lens takes the place of the line's end by setting, without a reload", async () => {
    await mkdir(path.join(folder, ".vscode"));
    await writeFile(path.join(folder, ".vscode", "settings.json"), '{ "asyncCost.hints": "lens" }');
    await window.lenses(/^23 tokens · async\/await · 2 I\/O calls in sequence \| Benchmark$/);
  });

  it("the status bar tells of a file over the size limit, too", async () => {
    const settings = path.join(folder, ".vscode", "settings.json");
    const say = (values: object) =>
      writeFile(settings, JSON.stringify({ "asyncCost.hints": "lens", ...values }));
    await say({ "asyncCost.maximumFileSizeMegabytes": 0.000_01 });
    await window.lenses(/^No hints: [\d.]+ MB are over the limit of 0.00001 MB$/);
    await window.page.keyboard.press("Control+End");
    await window.page.locator(".statusbar-item", { hasText: "No hints" }).waitFor();
    await say({});
    await window.lenses(/^23 tokens/);
    await window.page.keyboard.press("Control+Home");
    await status().waitFor();
  });

  it("nothing jumps while the function below a lens is typed in", async () => {
    await window.page.keyboard.press("Control+Home");
    await window.page.keyboard.press("ArrowDown");
    await window.page.keyboard.press("End");
    await window.page.evaluate(WATCH);
    await window.page.keyboard.type(" await log(id, [1, 2", { delay: 80 });
    await window.page.keyboard.type("]); await log({ id });", { delay: 80 });
    await window.lenses(/^43 tokens · async\/await · 4 I\/O calls in sequence/);
    await nothingJumped();
  });

  it("nor while it is half-typed, so that there is no such function", async () => {
    await window.page.keyboard.press("Control+Home");
    for (let column = 0; column < "async function get(id)".length; column++)
      await window.page.keyboard.press("ArrowRight");
    await window.page.evaluate(WATCH);
    await window.page.keyboard.press("Backspace");
    // The editor asks for the lenses again when nobody has typed for a moment, which is when one could vanish.
    await window.page.waitForTimeout(LENSES_ASKED_MILLISECONDS);
    await nothingJumped();
    await window.page.keyboard.type(", b)", { delay: 80 });
    await window.lenses(/^45 tokens · async\/await · 4 I\/O calls in sequence/);
    await nothingJumped();
  });

  async function nothingJumped(): Promise<void> {
    const seen = v.parse(v.array(v.tuple([v.number(), v.number()])), await window.page.evaluate("seen"));
    assert.ok(seen.length > 10, `${seen.length} frames were seen`);
    assert.equal(new Set(seen.map(([top]) => top)).size, 1, "the function below stays where it is");
    assert.ok(
      seen.every(([, lenses]) => lenses === 1),
      "the lens is there in each frame",
    );
  }
});
