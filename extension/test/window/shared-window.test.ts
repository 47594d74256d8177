import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { EditorWindow } from "./editor-window.ts";
import { functionsView } from "./functions-view.steps.ts";
import { galleryPage } from "./gallery.steps.ts";
import { GET, hints } from "./hints.steps.ts";
import { mainJob } from "./main-job.steps.ts";
import { measuredCall } from "./measured-call.steps.ts";
import type { SharedWindow } from "./shared-window.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");

const SETTINGS = {
  // Quiet numbers and verdicts take longer; only the pictures need them.
  ...(process.env.UPDATE_PICTURES
    ? { "asyncCost.budgetSeconds": 30 }
    : { "asyncCost.budgetSeconds": 1, "asyncCost.concurrency": [10, 20] }),
  "workbench.colorTheme": "Default Dark Modern",
};

/** Loading a window takes the processor for ten seconds, more than most of what is tested in it. */
describe("in one window", function () {
  this.timeout(300_000);

  let scratch: string;
  let shared: SharedWindow;
  before(async () => {
    scratch = await mkdtemp(path.join(os.tmpdir(), "async-cost-window-"));
    const folder = path.join(scratch, "shop");
    await recordShop(folder);
    await cp(path.join(root, "variants"), path.join(folder, "variants"), { recursive: true });
    commit(folder);
    // The list of files to go to may lack one that was made a moment ago.
    await writeFile(path.join(folder, "get.js"), GET);
    // Where nothing has been installed yet.
    const cache = path.join(scratch, "cache");
    await mkdir(cache);
    const environment = { ASYNC_COST_CACHE: cache };
    shared = { folder, cache, window: await EditorWindow.open({ folder, environment, settings: SETTINGS }) };
  });
  after(async () => {
    await shared.window.close();
    await rm(scratch, { recursive: true });
  });

  measuredCall(() => shared);
  hints(() => shared);
  galleryPage(() => shared);
  functionsView(() => shared);
  // It closes the window.
  mainJob(() => shared);
});

/** Copies a small project that calls services, and records what its tests call. */
async function recordShop(folder: string): Promise<void> {
  await cp(path.join(import.meta.dirname, "fixtures", "shop"), folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), '{ "scripts": { "test": "node --test" } }');
  const cli = path.join(root, "dist", "cli.cjs");
  const env = { ...process.env };
  // Those of the tests' own process.
  delete env["NODE_OPTIONS"];
  const { status, stderr } = spawnSync(process.execPath, [cli, "record", "--", "npm", "test"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
}

/** Commits all that is there. */
function commit(folder: string): void {
  for (const words of [
    ["init", "-q"],
    ["add", "--all"],
    ["commit", "-q", "-m", "a commit"],
  ]) {
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.invalid"];
    const { status, stderr } = spawnSync("git", [...who, ...words], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  }
}
