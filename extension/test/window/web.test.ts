import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import { until } from "./until.ts";
import { workers } from "./processes.ts";

const FUNCTION = "async function get() { await b(); }\n";

describe("an editor whose extensions run in the browser", function () {
  this.timeout(300_000);
  inSteps(this);

  let folder: string;
  let window: EditorWindow;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-web-"));
    await writeFile(path.join(folder, "a.js"), FUNCTION);
    await writeFile(path.join(folder, "b.vue"), `<template/>\n<script>\n${FUNCTION}</script>\n`);
    await writeFile(
      path.join(folder, "large.js"),
      FUNCTION + "// a line that makes it long\n".repeat(14_500),
    );
    window = await EditorWindow.open({
      folder,
      settings: { "remote.extensionKind": { "async-cost.async-cost": ["web"] } },
    });
  });
  after(async () => {
    await window.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await window.failure("web");
  });

  it("shows hints, and no button for what it cannot do", async () => {
    for (const name of ["a.js", "b.vue"]) {
      await window.openFile(name);
      const lenses = await window.lenses(/tokens · async\/await/);
      assert.deepEqual(lenses, ["12 tokens · async/await · 1 I/O call"]);
    }
    await window.screenshot("web");
  });

  it("reads a large file in a worker", async () => {
    await window.openFile("large.js");
    await window.lenses(/^12 tokens · async\/await/);
  });

  it("shows the tree of functions", async () => {
    await window.page.locator(".activitybar .action-label[aria-label='Async Cost']").click();
    await until("the functions", async () => {
      const rows = await window.page.locator(".pane-body .monaco-list-row").allInnerTexts();
      return rows.filter((row) => /get\s*12 tokens/.test(row)).length >= 2 ? true : undefined;
    });
  });

  it("says why it has no benchmarks, and starts no process", async () => {
    await window.runCommand("Async Cost: Open the Panel");
    await window.page.locator(".notification-toast", { hasText: "cannot start one" }).waitFor();
    assert.deepEqual(await workers(window.serverPid), []);
  });
});
