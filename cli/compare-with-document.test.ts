import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import path from "node:path";
import { parseBenchmarkDocument } from "../bench-worker/document.ts";
import {
  temporaryRepository,
  type TemporaryRepository,
} from "../bench-worker/host/revisions/fixtures/temporary-repository.ts";
import { benchCommand } from "./bench.ts";
import { compare, machine, REMOVE, UPLOAD, validateComparison } from "./fixtures/compare-run.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { UsageError } from "./terminal.ts";

describe("async-cost compare with a stored document", () => {
  let made: TemporaryRepository;
  beforeEach(async () => {
    made = temporaryRepository();
    made.write("store.js", UPLOAD + REMOVE);
    made.write("other.js", "async function other() { await nothing(); }\n");
    made.commit();
    const terminal = fakeTerminal(made.folder);
    await benchCommand(
      ["store.js", "other.js"],
      { out: "before.json" },
      terminal,
      "/dist/worker.cjs",
      machine(),
    );
  });
  afterEach(() => made.remove());

  it("measures what has changed in both versions where git has the stored text", async () => {
    made.write("store.js", UPLOAD.replace("return file", "return file.id") + REMOVE);
    made.commit();
    made.write("store.js", UPLOAD.replace("return file", "return file.id + 1") + REMOVE);
    made.git("rm", "--quiet", "other.js");
    const services = machine(({ folder }) => ({ nanoseconds: folder === undefined ? 1200 : 1000 }));
    const { code, out } = await compare(made.folder, ["before.json"], { json: true }, services);
    assert.equal(code, 0);
    const data: unknown = JSON.parse(out);
    assert.ok(validateComparison(data), JSON.stringify(validateComparison.errors));
    const { pairs, removed, comparedWith } = parseBenchmarkDocument(data);
    const first = made.git("rev-parse", "HEAD~1");
    assert.deepEqual(
      pairs?.map(({ name, base, time }) => [name, base.revision, time.verdict]),
      [["upload", first.slice(0, 10), "slower"]],
    );
    assert.deepEqual(
      removed?.map(({ name }) => name),
      ["other"],
    );
    assert.deepEqual(comparedWith, { document: "before.json" });
  });

  it("compares with the stored numbers where git does not have it, time with care", async () => {
    made.write("store.js", "");
    await rm(path.join(made.folder, ".git"), { recursive: true });
    made.write("store.js", UPLOAD.replace("return file", "return file.id") + REMOVE);
    const measured = async (nanoseconds: number) => {
      const services = machine(() => ({ nanoseconds, bytes: 600 }));
      const { out } = await compare(made.folder, ["before.json"], { json: true }, services);
      const data: unknown = JSON.parse(out);
      assert.ok(validateComparison(data), JSON.stringify(validateComparison.errors));
      const { pairs, results } = parseBenchmarkDocument(data);
      const [pair] = pairs!;
      assert.equal(pairs?.length, 1);
      assert.equal(results[pair!.baseResult]?.target.textHash, pair!.base.textHash);
      assert.equal(results[pair!.headResult]?.target.textHash, pair!.head.textHash);
      assert.deepEqual([pair?.base.revision, pair?.head.revision], ["before.json", undefined]);
      return pair!;
    };
    assert.equal((await measured(1050)).time.verdict, "too-noisy");
    const { time, memory } = await measured(1500);
    assert.equal(time.verdict, "slower");
    assert.equal(memory.verdict, "more");
  });

  it("measures what is named although its text is the same", async () => {
    const { out } = await compare(made.folder, ["before.json", "store.js#upload"], { json: true });
    assert.deepEqual(
      parseBenchmarkDocument(JSON.parse(out)).pairs?.map(({ name }) => name),
      ["upload"],
    );
    const nothing = await compare(made.folder, ["before.json"]);
    assert.equal(nothing.code, 0);
    assert.equal(nothing.out, "No asynchronous function has changed since before.json.\n");
  });

  it("compares every N-th of what has changed since", async () => {
    made.write("store.js", (UPLOAD + REMOVE).replaceAll("id", "key"));
    const { out } = await compare(made.folder, ["before.json"], { json: true, shard: "2/2" });
    const { pairs, shard, comparedWith } = parseBenchmarkDocument(JSON.parse(out));
    assert.deepEqual(
      pairs?.map(({ name }) => name),
      ["remove"],
    );
    assert.deepEqual(shard, { numbers: [2], of: 2, functions: 1, allFunctions: 2 });
    assert.deepEqual(comparedWith, { document: "before.json" });
  });

  for (const [words, message] of [
    [["none.json"], /^none\.json cannot be read: it is not there; give a document/],
    [["bad.json"], /^bad\.json is no document of async-cost: it has no schemaVersion; /],
    [["before.json", "new.js"], /^before\.json has nothing of new\.js; it has upload, remove, other$/],
  ] as [string[], RegExp][]) {
    it(`refuses ${JSON.stringify(words)}`, async () => {
      made.write("bad.json", "{}");
      made.write("new.js", "async function fresh() { await nothing(); }\n");
      await assert.rejects(compare(made.folder, words), (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
