import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { analyze } from "../../analysis/analyze.ts";
import { RECORDING_VERSION, type RecordedCall } from "../../bench-worker/contract/recording.ts";
import { RECORDINGS_FOLDER } from "../../bench-worker/host/recordings/project-folder.ts";
import { recordingFile, writeRecording } from "../../bench-worker/host/recordings/store.ts";
import { textFunctionsOf } from "../../bench-worker/host/recordings/text-functions.ts";
import { RecordedReader } from "./read-recorded.ts";

const ORDERS = "exports.place = async (db) => {\n  await save(db);\n  await db.log();\n};\n";
const DB = "exports.save = async (db) => {\n  await db.put(1);\n};\n";

describe("what hints read of recordings", () => {
  let root: string;
  let folder: string;
  let warned: string[];
  let reader: RecordedReader;
  let clock: number;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "async-cost-recorded-"));
    folder = path.join(root, RECORDINGS_FOLDER);
    await mkdir(folder, { recursive: true });
    warned = [];
    reader = new RecordedReader((text) => warned.push(text));
    clock = 1_000_000;
    await write("orders.js", ORDERS);
    await write("db.js", DB);
    await record(["2026-11-25T10:00:00.000Z", "2026-11-25T12:00:00.000Z"]);
  });
  afterEach(() => rm(root, { recursive: true }));

  /** Each file is newer than those before it, as it would be for a person. */
  async function write(name: string, text: string): Promise<void> {
    await writeFile(path.join(root, name), text);
    await utimes(path.join(root, name), ++clock, clock);
  }

  async function record(times: string[]): Promise<void> {
    const [place] = textFunctionsOf("orders.js", ORDERS)!.functions;
    const [save] = textFunctionsOf("db.js", DB)!.functions;
    const call = (recordedAt: string): RecordedCall => ({
      recordedAt,
      command: "npm test",
      node: "20.20.2",
      arguments: [],
      variables: [],
      outcome: { how: "value" },
      milliseconds: 1,
      answers: [],
      functions: [
        { file: "orders.js", name: "place", line: 1, textHash: place!.textHash },
        { file: "db.js", name: "save", line: 1, textHash: save!.textHash },
      ],
    });
    await writeRecording(folder, {
      version: RECORDING_VERSION,
      file: "orders.js",
      functions: [
        {
          ...{ name: "place", line: 1, column: 17, textHash: place!.textHash },
          paths: [
            { sites: ["3:12 db.log"], calls: 4, kept: times.map(call) },
            { sites: [], calls: 1, kept: [] },
          ],
        },
      ],
    });
    await utimes(recordingFile(folder, "orders.js"), ++clock, clock);
  }
  const read = () => reader.read({ root, folder }, path.join(root, "orders.js"));

  it("is how many calls took each path, and which was the newest that is kept", async () => {
    const [place, ...more] = await read();
    assert.deepEqual(more, []);
    assert.deepEqual(place!.paths, [{ calls: 4 }, { calls: 1 }]);
    assert.deepEqual(place!.newest, { recordedAt: "2026-11-25T12:00:00.000Z", command: "npm test" });
    assert.equal(place!.areOthersChanged, false);
    await record(["2026-11-26T00:00:00.000Z"]);
    assert.equal((await read())[0]!.newest!.recordedAt, "2026-11-26T00:00:00.000Z");
  });

  it("tells that a function which ran in all calls has another text since, also in another file", async () => {
    await write("db.js", `// moved\n${DB}`);
    assert.equal((await read())[0]!.areOthersChanged, false);
    await write("db.js", DB.replace("put(1)", "put(2)"));
    assert.equal((await read())[0]!.areOthersChanged, true);
    await rm(path.join(root, "db.js"));
    assert.equal((await read())[0]!.areOthersChanged, true);
    await write("db.js", DB);
    assert.equal((await read())[0]!.areOthersChanged, false);
    // Its own text is compared as it is typed, not here.
    await write("orders.js", ORDERS.replace("db.log()", "db.log(1)"));
    assert.equal((await read())[0]!.areOthersChanged, false);
  });

  it("knows functions of a text by the hashes of recordings, whatever functions stand in them", () => {
    const text = "async function all(ids) {\n  return ids.map((id) => id + 1).concat(await more());\n}\n";
    const analysis = analyze(text, "js");
    const [all] = textFunctionsOf("a.js", text)!.functions;
    const [found] = analysis.functions;
    assert.notEqual(found!.textHash, all!.textHash);
    assert.deepEqual(
      [...reader.hashesOf({ text, language: "js", analysis })],
      [[found!.textHash, all!.textHash]],
    );
  });

  it("is nothing where nothing is recorded, or what is there is damaged, which is told once", async () => {
    assert.deepEqual(await reader.read({ root, folder }, path.join(root, "db.js")), []);
    await writeFile(recordingFile(folder, "orders.js"), "<<<<<<< HEAD");
    assert.deepEqual(await read(), []);
    assert.deepEqual(await read(), []);
    assert.equal(warned.length, 1);
    assert.match(warned[0]!, /orders\.js\.json is damaged/);
  });
});
