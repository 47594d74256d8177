import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
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

  async function run(names: string[], json: boolean): Promise<string> {
    const terminal = fakeTerminal(galleryFolder);
    assert.equal(await listVariants({ names, json, terminal, galleryFolder, libraries }), 0);
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

  it("name the systems there are for one that is not", async () => {
    await assert.rejects(run(["nope"], false), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /no "nope"; it has callbacks/);
      return true;
    });
  });
});
