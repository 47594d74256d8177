import assert from "node:assert/strict";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { RunCounts } from "./run-counts.ts";
import { startRun, type Run } from "./runs.ts";

describe("the counts of a run that goes on", () => {
  let cache: string;
  let run: Run;
  beforeEach(async () => {
    cache = await mkdtemp(path.join(os.tmpdir(), "async-cost-counts-"));
    run = await startRun(cache, "/project", "npm test", new Date(0));
  });
  afterEach(() => rm(cache, { recursive: true, force: true }));

  const line = (name: string, at: number, calls: number): string =>
    `${JSON.stringify({ what: "calls", function: { file: "/project/a.js", name, line: at, column: 1 }, path: [], calls })}\n`;

  it("are those of whole lines of all processes, each counted once", async () => {
    const counts = new RunCounts(run);
    assert.deepEqual(await counts.update(), { functions: 0, calls: 0 });
    const [one, other] = ["1.jsonl", "2.jsonl"].map((name) => path.join(run.folder, name));
    await writeFile(
      one!,
      `${JSON.stringify({ what: "file", file: "/project/a.js", functions: 2 })}\n${line("ä", 1, 2)}`,
    );
    const torn = line("b", 5, 3);
    await appendFile(one!, torn.slice(0, 20));
    assert.deepEqual(await counts.update(), { functions: 1, calls: 2 });
    await appendFile(one!, `${torn.slice(20)}no line of ours\n`);
    await writeFile(other!, line("ä", 1, 4));
    assert.deepEqual(await counts.update(), { functions: 2, calls: 9 });
    assert.deepEqual(await counts.update(), { functions: 2, calls: 9 });
  });
});
