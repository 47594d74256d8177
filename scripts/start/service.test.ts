import assert from "node:assert/strict";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { bundledRecorder } from "../../bench-worker/fixtures/bundled-recorder.ts";
import { recordRun } from "../../bench-worker/host/recordings/record-run.ts";
import { runWithOutput } from "../../bench-worker/host/recordings/run-with-output.ts";

const service = path.join(import.meta.dirname, "..", "..", "variants", "service");

describe("the service beside the gallery", () => {
  let scratch: string;
  before(async () => {
    scratch = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-service-")));
  });
  after(() => rm(scratch, { recursive: true, force: true, maxRetries: 3 }));

  it("passes its tests while they are recorded, which shows an order placed and refused", async () => {
    const folder = path.join(scratch, "service");
    const isSource = (file: string): boolean => !file.includes(".async-cost");
    await cp(service, folder, { recursive: true, filter: isSource });
    let output = "";
    const run = await recordRun(
      { words: [process.execPath, "--test"], folder, recorderFile: bundledRecorder() },
      {
        environment: process.env,
        cache: path.join(scratch, "cache"),
        run: runWithOutput({
          onOutput: (text) => (output += text),
          signal: new AbortController().signal,
        }),
        now: () => new Date(),
        askWhetherCommitted: null,
      },
    );
    assert.ok(run.state === "ended");
    assert.equal(run.code, 0, output);
    const functions = run.kept.recordings.flatMap((recording) => recording.functions);
    const place = functions.find(({ name }) => name === "Orders.place");
    const ends = place?.paths.flatMap(({ kept }) => kept.map(({ outcome }) => outcome.how));
    assert.deepEqual([...new Set(ends)].sort(), ["error", "value"]);
  });
});
