import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { LIBRARY_RECIPE } from "../bench-worker/host/gallery/installed.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { UsageError } from "./terminal.ts";
import { listVariants } from "./variants-list.ts";

const galleryFolder = path.join(import.meta.dirname, "../variants");

describe("the list of the gallery", () => {
  let libraries: string;
  before(async () => {
    libraries = await mkdtemp(path.join(os.tmpdir(), "async-cost-test-"));
  });
  after(() => rm(libraries, { recursive: true }));

  async function run(
    names: string[],
    json: boolean,
    engines: readonly { name: string; version: string }[] = [],
    folder = libraries,
  ): Promise<string> {
    const terminal = fakeTerminal(galleryFolder);
    const request = { names, json, terminal, galleryFolder, libraries: folder, engines };
    assert.equal(await listVariants(request), 0);
    return terminal.out();
  }

  it("list what runs, what lacks its library, and why the others do not run", async () => {
    const rows = JSON.parse(await run([], true)) as {
      name: string;
      status: string;
      reason: string | null;
    }[];
    const statusOf = (name: string) => rows.find((row) => row.name === name)?.status;
    assert.deepEqual(
      [statusOf("callbacks"), statusOf("co"), statusOf("rxjs")],
      ["runs", "runs", "needs-library"],
    );
    for (const { status, reason } of rows) assert.equal(status === "runs", reason === null);
    const shown = await run(["galaxy-stack", "kew"], false);
    assert.match(shown, /galaxy-stack.*impossible/);
    assert.match(shown, /variants install/);
  });

  it("say of a system that runs on older engines only which one to get, until it is there", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-test-"));
    try {
      const own = path.join(folder, "fibers@5.0.3");
      await mkdir(own);
      await writeFile(path.join(own, "ready.json"), JSON.stringify({ recipe: LIBRARY_RECIPE }));
      const [row] = JSON.parse(await run(["fibers"], true, [], folder)) as Record<string, unknown>[];
      assert.deepEqual(
        [row?.["runtime"], row?.["status"], row?.["reason"]],
        ["Node 12 or 14", "needs-runtime", "async-cost runtimes install node@14"],
      );
      const newer = await run(["fibers"], false, [{ name: "node", version: "16.20.2" }], folder);
      assert.match(newer, /needs-runtime/);
      assert.match(newer, /async-cost runtimes install node@14/);
      assert.match(await run(["fibers"], false, [{ name: "node", version: "14.21.3" }], folder), / runs/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("name the systems there are for one that is not", async () => {
    await assert.rejects(run(["nope"], false), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /no "nope"; it has callbacks/);
      return true;
    });
  });
});
