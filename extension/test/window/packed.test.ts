import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { packExtension } from "../../../scripts/package/pack.ts";
import { EditorWindow } from "./editor-window.ts";
import { inSteps } from "./in-steps.ts";
import { until } from "./until.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");

/** What a download may weigh; the bundles have limits of their own. */
const MOST_BYTES = 1_610_000;

const SIZE = `const { readFile } = require("node:fs/promises");
exports.size = async (name) => (await readFile(name)).filter((byte) => byte > 0).length;
`;
const SIZE_TEST = `const { test } = require("node:test");
const { size } = require("./size.js");
test("sizes", async () => {
  await size("package.json");
  await size("size.js");
});
`;

describe("the packed extension, installed in an editor", function () {
  this.timeout(300_000);
  inSteps(this);

  let scratch: string;
  let opened: EditorWindow | undefined;
  before(async () => {
    scratch = await mkdtemp(path.join(os.tmpdir(), "async-cost-packed-"));
  });
  after(async () => {
    await opened?.close();
    await rm(scratch, { recursive: true, force: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await opened?.failure("packed");
  });
  const inWindow = (): EditorWindow => {
    assert.ok(opened);
    return opened;
  };

  it("installs, and shows hints in somebody's folder", async () => {
    const packedExtension = await packExtension(root, scratch, (line) => console.log(line));
    const { size } = await stat(packedExtension);
    assert.ok(size < MOST_BYTES, `${size} bytes`);
    const folder = path.join(scratch, "project");
    await mkdir(folder);
    await writeFile(path.join(folder, "package.json"), '{ "scripts": { "test": "node --test" } }');
    await writeFile(path.join(folder, "size.js"), SIZE);
    await writeFile(path.join(folder, "size.test.js"), SIZE_TEST);
    await writeFile(path.join(folder, "a.js"), "export async function get() { await fetch('/'); }\n");
    const window = await EditorWindow.open({
      folder,
      packedExtension,
      settings: { "asyncCost.budgetSeconds": 1 },
    });
    opened = window;
    await window.openFile("a.js");
    const [lens] = await window.lenses(/tokens · async\/await/);
    assert.match(lens ?? "", /1 I\/O call \| Benchmark$/);
  });

  it("has all that a benchmark takes", async () => {
    const window = inWindow();
    await window.clickLens("Benchmark");
    const panel = await window.panel();
    await panel.finished();
    assert.match(await panel.number("time"), /^[\d.]+ (ns|µs|ms)/);
  });

  it("records what the folder's tests call, and says so above the function", async () => {
    const window = inWindow();
    await window.openFile("size.js");
    await window.runCommand("Async Cost: Record Real Calls…");
    const row = (text: string) =>
      window.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
    await row("npm test").click();
    await row("Ignore them").click();
    const told = "Recorded 1 function, 2 calls on 1 path, 2 kept whole.";
    const output = window.page.locator(".part.panel", { hasText: "Async Cost: Recorded Command" });
    await output.waitFor();
    await window.page.locator(".notification-toast", { hasText: told }).waitFor();
    // All went well: the text gets its room back.
    await output.waitFor({ state: "hidden" });
    // Beside the panel it is shorter.
    await window.lenses(/ \| recorded · 2 calls(, 1 path \| Benchmark)?$/);
  });

  it("has the gallery, counted from the variants that it brings along", async () => {
    const window = inWindow();
    await window.runCommand("Async Cost: Open Gallery");
    await until("the gallery's table", async () => {
      for (const frame of window.page.frames()) {
        const row = frame.getByRole("row", { name: /^async-await 308/ });
        if ((await row.count().catch(() => 0)) > 0) return true;
      }
      return undefined;
    });
  });
});
