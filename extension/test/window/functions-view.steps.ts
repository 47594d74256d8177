import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import { inSharedWindow, type SharedWindow } from "./shared-window.ts";
import { until } from "./until.ts";

/** The tree of asynchronous functions, worked as a person does. */
export function functionsView(shared: () => SharedWindow): void {
  describe("the tree of asynchronous functions, in the window", function () {
    inSteps(this);
    inSharedWindow(this, "functions", shared);

    let window: EditorWindow;
    before(() => ({ window } = shared()));

    const rows = () => window.page.locator(".pane-body .monaco-list-row");
    const texts = async (): Promise<string[]> =>
      (await rows().allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
    const withRows = (pattern: RegExp): Promise<string[]> =>
      until(`rows that match ${String(pattern)}`, async () => {
        const all = await texts();
        return all.some((text) => pattern.test(text)) ? all : undefined;
      });

    it("opens from its icon and groups the functions by file", async () => {
      await window.page.locator(".activitybar .action-label[aria-label='Async Cost']").click();
      await withRows(/^flattened-callbacks\.js ?variants$/);
      await withRows(/^upload ?\d+ tokens · \d+ I\/O · callbacks$/);
      // From then on rows stay where they are.
      await window.page.getByText(/^Reading: /).waitFor({ state: "detached" });
      await window.screenshot("functions");
    });

    it("shows them in one list, most tokens first", async () => {
      await window.runCommand("Async Cost: Show the Functions as a List");
      await withRows(/^upload.* · variants\/flattened-callbacks\.js$/);
      await until("a list of functions, most tokens first", async () => {
        const all = await rows().locator(".label-description").allInnerTexts();
        const tokens = all.map((text) => Number(/(\d+) tokens?/.exec(text)?.[1]));
        const sorted = tokens.toSorted((left, right) => right - left);
        return tokens.length > 1 && isDeepStrictEqual(tokens, sorted) && !tokens.includes(NaN)
          ? true
          : undefined;
      });
    });

    it("goes to a function by a click", async () => {
      // While files are still being read, a row may move away under the pointer: then it is clicked again.
      await until("the file of the function", async () => {
        await rows()
          .filter({ hasText: /\/flattened-callbacks\.js/ })
          .first()
          .click();
        return (await window.activeFile()) === "flattened-callbacks.js" ? true : undefined;
      });
      assert.ok((await window.cursor()).line > 1);
      await window.runCommand("Async Cost: Focus on Functions View");
    });

    it("offers the same in the menu that the keyboard opens", async () => {
      const { keyboard } = window.page;
      await keyboard.press("Shift+F10");
      const item = window.page.locator(".monaco-menu-container .action-label", {
        hasText: /^Benchmark This Function$/,
      });
      await item.waitFor();
      await keyboard.press("Escape");
      await item.waitFor({ state: "detached" });
    });

    it("benchmarks a function by its button, and shows what was measured", async () => {
      const row = rows()
        .filter({ hasText: /\/flattened-callbacks\.js/ })
        .first();
      await row.hover();
      await row.locator(".action-label[aria-label*='Benchmark']").click();
      await withRows(/^upload.* [\d.]+ (ns|µs|ms)\/call · callbacks · variants\/flattened-callbacks\.js$/);
    });
  });
}
