import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import type { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import { inSharedWindow, type SharedWindow } from "./shared-window.ts";
import { until } from "./until.ts";

/** The text of `get.js`, a file that is under no version control. */
export const GET = `async function get(id) {
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

/** Hints in the places that are not above the function. */
export function hints(shared: () => SharedWindow): void {
  describe("hints at the end of the line and in the status bar, in the window", function () {
    inSteps(this);
    inSharedWindow(this, "hints", shared);

    let window: EditorWindow;
    let folder: string;
    before(async () => {
      ({ window, folder } = shared());
      await mkdir(path.join(folder, ".vscode"));
      await setFolder({ "asyncCost.hints": "line-end" });
    });
    after(() => rm(path.join(folder, ".vscode"), { recursive: true }));

    /** Writes the settings of the folder, which the editor follows in a moment. */
    const setFolder = (settings: object) =>
      writeFile(
        path.join(folder, ".vscode", "settings.json"),
        // A bracket that the editor closes by itself would leave no text half-typed.
        JSON.stringify({ "editor.autoClosingBrackets": "never", ...settings }),
      );

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
      await window.page.locator(".codelens-decoration").first().waitFor({ state: "detached" });
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
      await setFolder({ "asyncCost.hints": "lens" });
      await window.lenses(/^23 tokens · async\/await · 2 I\/O calls in sequence \| Benchmark$/);
    });

    it("the status bar tells of a file over the size limit, too", async () => {
      await setFolder({ "asyncCost.hints": "lens", "asyncCost.maximumFileSizeMegabytes": 0.000_01 });
      await window.lenses(/^No hints: [\d.]+ MB are over the limit of 0.00001 MB$/);
      await window.page.keyboard.press("Control+End");
      await window.page.locator(".statusbar-item", { hasText: "No hints" }).waitFor();
      await setFolder({ "asyncCost.hints": "lens" });
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
}
