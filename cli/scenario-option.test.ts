import assert from "node:assert/strict";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Assembly } from "../bench-worker/host/recordings/assemble.ts";
import { line, reading, ROOT, SOURCE } from "../bench-worker/host/recordings/fixtures/lines.ts";
import { RECORDINGS_FOLDER } from "../bench-worker/host/recordings/project-folder.ts";
import { writeRecording } from "../bench-worker/host/recordings/store.ts";
import { presentTexts } from "../bench-worker/host/recordings/text-functions.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { withScenario } from "./scenario-option.ts";

describe("which call of a function is measured", () => {
  let folder: string;
  let recordingFile: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-scenario-"));
    const present = presentTexts(reading({ "src/orders.js": SOURCE }));
    const assembly = new Assembly({ root: ROOT, callsOfPath: 3, present });
    for (const one of [line(), line({}, false), line(null)]) assembly.add(one);
    const written = await writeRecording(
      path.join(folder, RECORDINGS_FOLDER),
      assembly.done().recordings[0]!,
    );
    recordingFile = written.file;
  });
  after(() => rm(folder, { recursive: true }));

  const target = (): TargetSource => ({
    ...{ id: "a", file: path.join(folder, "src", "orders.js"), text: SOURCE, language: "js" },
    functionStart: SOURCE.indexOf("async place"),
  });
  const other = (): TargetSource => ({ ...target(), file: path.join(folder, "src", "other.js") });
  const played = async (raw: Parameters<typeof withScenario>[1], targets = [target()]): Promise<unknown> =>
    (await withScenario(targets, raw, folder)).map(({ scenario }) => scenario?.recording?.path);

  it("is one of each path where all are asked for, and an inferred one where nothing is recorded", async () => {
    assert.deepEqual(await played({}), [1]);
    assert.deepEqual(await played({ path: "2" }), [2]);
    assert.deepEqual(await played({ path: "all" }, [target(), other()]), [1, 2, undefined]);
    const ids = (await withScenario([target()], { path: "all" }, folder)).map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
  });

  it("is refused where there is none, by the file's name in the folder", async () => {
    await assert.rejects(played({ scenario: "recorded" }, [other()]), /^UsageError: src\/other\.js has no/);
    await assert.rejects(played({ path: "3" }), /^UsageError: src\/orders\.js has no recorded path 3/);
    await assert.rejects(played({ path: "some" }), /takes all, or a whole number/);
  });

  it("is that of a recording that lies anywhere, where its file is named", async () => {
    const elsewhere = path.join(folder, "of-a-colleague.json");
    await rename(recordingFile, elsewhere);
    assert.deepEqual(await played({}), [undefined]);
    assert.deepEqual(await played({ scenario: "of-a-colleague.json", path: "2" }), [2]);
    await assert.rejects(played({ scenario: elsewhere }, [other()]), /other\.js has no recorded call in/);
    await assert.rejects(played({ scenario: "nothing.json" }), /auto, recorded, inferred or a file/);
    await writeFile(path.join(folder, "torn.json"), "{");
    await assert.rejects(played({ scenario: "torn.json" }), /torn\.json is damaged/);
  });
});
