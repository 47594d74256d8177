import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { analyze } from "../../analysis/analyze.ts";
import { RECORDER_FOLDER, RECORDER_OPTIONS, type RecorderOptions } from "../contract/recorder-lines.ts";
import type { RecorderLine } from "../contract/recorder-lines.ts";
import { bundledRecorder } from "../fixtures/bundled-recorder.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { hostServices } from "../host/benchmark.ts";
import { Assembly } from "../host/recordings/assemble.ts";
import { checkRecorded } from "../host/recordings/check-recorded.ts";
import { RECORDINGS_FOLDER, writeRecording } from "../host/recordings/store.ts";
import { presentTexts } from "../host/recordings/text-functions.ts";
import { keptCallsOf } from "../host/recordings/with-recordings.ts";
import { findRuntime } from "../host/runtime.ts";
import type { TargetSource } from "../protocol.ts";

const fixture = path.join(import.meta.dirname, "../fixtures/recorded-project");

describe("what was recorded of a project's tests", () => {
  let root: string;

  before(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "async-cost-recorded-"));
    cpSync(fixture, root, { recursive: true });
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it("is played again with the same I/O calls and the same end", async () => {
    await record(root, [process.execPath, "--test"]);
    const targets = await recordedTargets(path.join(root, "store.js"));
    const checked = await checkRecorded(
      targets,
      { runtime: await findRuntime(), workerFile: bundledWorker(), workspaceFolder: root },
      hostServices,
      new AbortController().signal,
    );
    const different = checked.flatMap(({ target, why }) =>
      why === undefined ? [] : [`${target.id}: ${why.text}`],
    );
    assert.deepEqual(different, []);
    const names = new Set(checked.map(({ target }) => target.id.split(" ")[0]));
    assert.deepEqual(
      [...names],
      [
        ...[
          "Store.load",
          "Store.save",
          "Store.saveAll",
          "Lengths.of",
          "sizeOf",
          "total",
          "counter",
          "missing",
          "lines",
        ],
      ],
    );
  });
});

/** Runs a command with the recorder in it, and keeps what that saw. */
async function record(root: string, command: readonly string[]): Promise<void> {
  const lines = path.join(root, ".lines");
  mkdirSync(lines);
  const options: RecorderOptions = {
    root,
    command: command.join(" "),
    callsOfPath: 3,
    shapesOnly: false,
    only: [],
  };
  const { status, stdout } = spawnSync(command[0]!, command.slice(1), {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      NODE_OPTIONS: `--require ${bundledRecorder()}`,
      [RECORDER_FOLDER]: lines,
      [RECORDER_OPTIONS]: JSON.stringify(options),
    },
  });
  assert.equal(status, 0, stdout);
  const present = presentTexts((file) => readFileSync(path.join(root, file), "utf8"));
  const assembly = new Assembly({ root, callsOfPath: options.callsOfPath, present });
  for (const name of readdirSync(lines)) {
    for (const text of readFileSync(path.join(lines, name), "utf8").split("\n"))
      if (text !== "") assembly.add(JSON.parse(text) as RecorderLine);
  }
  for (const recording of assembly.done().recordings)
    await writeRecording(path.join(root, RECORDINGS_FOLDER), recording);
}

/** The functions of a file, once for each of their kept calls. */
async function recordedTargets(file: string): Promise<TargetSource[]> {
  const text = readFileSync(file, "utf8");
  const targets: TargetSource[] = [];
  for (const { name, range } of analyze(text, "js").functions) {
    const target = { id: name, file, text, language: "js" as const, functionStart: range.start };
    const kept = (await keptCallsOf(target)).flat();
    for (const recorded of kept) targets.push({ ...target, id: `${name} ${targets.length}`, recorded });
  }
  return targets;
}
