import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { analyze } from "../../analysis/analyze.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { recordProject } from "../fixtures/record-project.ts";
import { namedPlace } from "../contract/recording.ts";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import { hostServices, runBenchmark } from "../host/benchmark.ts";
import { checkRecorded } from "../host/recordings/check-recorded.ts";
import { keptCallsOf } from "../host/recordings/with-recordings.ts";
import { findRuntime } from "../host/runtime.ts";
import type { TargetSource } from "../protocol.ts";

const fixture = path.join(import.meta.dirname, "../fixtures/recorded-project");

describe("what was recorded of a project's tests", () => {
  let root: string;

  before(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), "async-cost-recorded-"));
    cpSync(fixture, root, { recursive: true });
    await recordProject(root, [process.execPath, "--test"]);
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it("is played again with the same I/O calls and the same end", async () => {
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
          "Lengths.#sized",
          "known",
          "sizeOf",
          "total",
          "counter",
          "keep",
          "keepBoth",
          "missing",
          "lines",
        ],
      ],
    );
  });

  it("counts what fakes of the project's own complete by timers, named by the calls that lead there", async () => {
    const targets = await recordedTargets(path.join(root, "deliver.js"));
    assert.deepEqual(
      targets.map(({ id, recorded }) => [
        id.split(" ")[0],
        ...recorded!.call.answers.map((answer) => namedPlace(answer).expression),
      ]),
      [
        ["deliver", "remote.find", "remote.send", "remote.audit"],
        ["logTwice", "remote.log", "remote.log"],
        ["logTwice", "remote.log", "remote.log"],
      ],
    );
    const options = { ...DEFAULT_OPTIONS, measures: ["time" as const], budgetMilliseconds: 100 };
    const { results } = await runBenchmark(
      {
        targets: targets.slice(0, 2),
        options,
        runtime: await findRuntime(),
        workerFile: bundledWorker(),
        workspaceFolder: root,
      },
      hostServices,
      () => undefined,
      new AbortController().signal,
    );
    assert.deepEqual(
      results.map(({ scenario, counters, io }) => [
        scenario?.notReplayed?.text ?? scenario?.origin,
        counters?.ioCalls,
        counters?.criticalPath,
        io?.map(({ line }) => line),
      ]),
      [
        ["recorded", 3, 2, [4, 5, 7]],
        ["recorded", 2, 2, [13, 15]],
      ],
    );
  });
});

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
