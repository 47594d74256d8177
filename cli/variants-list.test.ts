import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { UsageError } from "./terminal.ts";
import { listVariants, variantComplexity } from "./variants-tables.ts";

const galleryFolder = path.join(import.meta.dirname, "../variants");

describe("the tables of the gallery", () => {
  let libraries: string;
  before(async () => {
    libraries = await mkdtemp(path.join(os.tmpdir(), "async-cost-test-"));
  });
  after(() => rm(libraries, { recursive: true }));

  async function run(table: typeof listVariants, names: string[], json: boolean): Promise<string> {
    const terminal = fakeTerminal(galleryFolder);
    assert.equal(await table({ names, json, terminal, galleryFolder, libraries }), 0);
    return terminal.out();
  }

  it("list what runs, what lacks its library, and why the others do not run", async () => {
    const rows = JSON.parse(await run(listVariants, [], true)) as {
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
    const shown = await run(listVariants, ["galaxy-stack", "kew"], false);
    assert.match(shown, /galaxy-stack.*impossible/);
    assert.match(shown, /variants install/);
  });

  it("count tokens beside the article's, fewest first", async () => {
    const rows = JSON.parse(await run(variantComplexity, ["callbacks", "async-await"], true)) as {
      name: string;
      tokens: number;
      ratio: number;
      seed: { tokens: number } | null;
    }[];
    assert.deepEqual(
      rows.map(({ name }) => name),
      ["async-await", "callbacks"],
    );
    assert.equal(rows[1]!.ratio, 1);
    assert.equal(rows[1]!.seed?.tokens, 421);
    assert.ok(rows[0]!.ratio < 1);
  });

  it("name the systems there are for one that is not", async () => {
    await assert.rejects(run(listVariants, ["nope"], false), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /no "nope"; it has callbacks/);
      return true;
    });
  });
});
