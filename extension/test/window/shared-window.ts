import type { Suite } from "mocha";
import type { EditorWindow } from "./editor-window.ts";

/** A window that suites work one after the other. */
export interface SharedWindow {
  readonly window: EditorWindow;
  /** What it has open: a small project under version control that has been recorded, and in `variants/` the gallery's. */
  readonly folder: string;
  /** Where the extension keeps what it installs. */
  readonly cache: string;
}

/** Lets a suite begin in a window without editors, and keeps a picture of what its tests failed on. */
export function inSharedWindow(suite: Suite, name: string, shared: () => SharedWindow): void {
  suite.beforeAll(() => shared().window.closeEditors());
  suite.afterEach(async function () {
    if (this.currentTest?.state === "failed") await shared().window.failure(name);
  });
}
