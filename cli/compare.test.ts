import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseBenchmarkDocument } from "../bench-worker/document.ts";
import { completed, mockServices, type Mock } from "../bench-worker/host/fixtures/mock-services.ts";
import { compareReport } from "./compare-report.ts";
import { compare, machine, REMOVE, UPLOAD, validateComparison } from "./fixtures/compare-run.ts";
import { UsageError } from "./terminal.ts";

const PASSES = { failures: [], unjudged: [] };

describe("async-cost compare with targets", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-compare-"));
    await writeFile(path.join(folder, "old.js"), UPLOAD + REMOVE);
    await writeFile(
      path.join(folder, "new.js"),
      UPLOAD.replace("return file", "") +
        REMOVE.replace("remove", "removeAll") +
        "const more = async () => 1;\n",
    );
  });
  after(() => rm(folder, { recursive: true }));

  const slower = (): Mock =>
    machine(({ file }) => (file.endsWith("new.js") ? { nanoseconds: 1200, bytes: 600, misses: true } : {}));
  const both = ["old.js#upload", "new.js#upload"];

  it("prints one document that follows the published schema, and nothing else", async () => {
    const { code, out, error } = await compare(folder, both, { json: true }, slower());
    assert.equal(code, 0);
    assert.equal(error, "");
    const data: unknown = JSON.parse(out);
    assert.ok(validateComparison(data), JSON.stringify(validateComparison.errors));
    const [pair] = parseBenchmarkDocument(data).pairs!;
    assert.equal(pair?.name, "upload");
    assert.equal(pair.base.file, "old.js");
    assert.equal(pair.head.file, "new.js");
    assert.equal(pair.tokens.delta, pair.head.tokens - pair.base.tokens);
    assert.ok(pair.time.verdict === "slower");
    assert.ok(Math.abs(pair.time.ratio.median - 1.2) < 1e-6);
    assert.equal(pair.memory.verdict, "more");
    assert.deepEqual(pair.stackTraces, { base: 5, head: 1 });
  });

  it("does not share out targets that are named", async () => {
    await assert.rejects(compare(folder, both, { shard: "1/2" }), (error) => {
      assert.ok(error instanceof UsageError, String(error));
      assert.match(
        error.message,
        /^--shard shares out what --base or a stored document has; .* leave it out$/,
      );
      return true;
    });
  });

  it("pairs functions of whole files by their names and places, be one asynchronous in one of them only", async () => {
    const save = "exports.save = async (db) => {\n  await db.put(1);\n};\n";
    const write = "exports.write = async (db) => {\n  await db.put(2, await db.get(2));\n};\n";
    const find = "function find(db, id) {\n  return db.rows[id];\n}\n";
    const was = `${find}exports.load = (db) => find(db, 1);\n${save}${write}`;
    const now = `${find}exports.load = async (db) => await find(db, 1);\n${save.replace("1", "3")}`;
    await writeFile(path.join(folder, "was.js"), was);
    await writeFile(path.join(folder, "now.js"), now);
    const { out } = await compare(folder, ["was.js", "now.js"], { json: true });
    const document = parseBenchmarkDocument(JSON.parse(out));
    const { pairs = [], added, removed } = document;
    assert.deepEqual(
      pairs.map(({ base, head }) => [base.name, base.line, head.name, head.line]),
      [
        ["load", 4, "load", 4],
        ["save", 5, "save", 5],
      ],
    );
    assert.deepEqual([added, removed?.map(({ name }) => name)], [undefined, ["write"]]);
    assert.match(
      pairs[0]!.warnings.join(),
      /^The text of load in was\.js \(line 4\) does not tell that it is asynchronous/,
    );
    assert.doesNotMatch(pairs[1]!.warnings.join(), /does not tell/);
    const one = parseBenchmarkDocument(
      JSON.parse((await compare(folder, ["was.js#save", "now.js"], { json: true })).out),
    );
    assert.deepEqual([one.pairs?.length, one.added?.map(({ name }) => name)], [1, ["load"]]);
  });

  it("measures further targets against the first, all in the same processes", async () => {
    const words = [...both, "old.js#remove", "new.js#upload"];
    const { out, error, services } = await compare(folder, words, { json: true });
    assert.match(error, /new\.js#upload is named twice and measured once/);
    const document = parseBenchmarkDocument(JSON.parse(out));
    assert.deepEqual(
      document.pairs?.map(({ baseResult, headResult }) => [baseResult, headResult]),
      [
        [0, 1],
        [0, 2],
      ],
    );
    assert.ok(services.jobs.every(({ request }) => request.targets.length === 3));
  });

  it("compares a function with itself where nothing else is named, and says what that shows", async () => {
    const { out, error } = await compare(folder, [both[0]!, both[0]!], { json: true });
    assert.equal(parseBenchmarkDocument(JSON.parse(out)).pairs?.length, 1);
    assert.match(error, /compared with itself: a difference is noise/);
  });

  it("shows and sums up only what was to be measured", async () => {
    const { out } = await compare(folder, both, { only: "stack" }, slower());
    assert.match(out, /function +tokens +I\/O in sequence +stack traces\n/);
    assert.match(out, /1 pair: 1 with the same I\/O calls, 1 with worse stack traces\./);
    assert.doesNotMatch(out, /\btime\b|flight/);
    const memory = await compare(folder, both, { only: "memory", format: "markdown" }, slower());
    assert.match(memory.out, /1 pair: 1 with the same I\/O calls, 1 that holds more in flight\./);
    assert.doesNotMatch(memory.out, /Time:|\| Time|Stack traces \|$/);
  });

  it("puts the samples of every process into the document where they are asked for", async () => {
    const { out } = await compare(folder, both, { json: true, samples: true });
    const [first] = parseBenchmarkDocument(JSON.parse(out)).results;
    assert.ok(first!.samples!.time.length >= 4);
  });

  it("matches the functions of whole files by what they are", async () => {
    const { out, code } = await compare(folder, ["old.js", "new.js"], { json: true });
    assert.equal(code, 0);
    const { pairs, added, removed } = parseBenchmarkDocument(JSON.parse(out));
    assert.deepEqual(
      pairs?.map(({ name }) => name),
      ["upload", "remove → removeAll"],
    );
    assert.deepEqual(
      added?.map(({ name }) => name),
      ["more"],
    );
    assert.equal(removed, undefined);
  });

  it("writes no control characters of a name that was added or removed to the terminal", async () => {
    const { out } = await compare(folder, ["old.js", "new.js"], { json: true });
    const document = parseBenchmarkDocument(JSON.parse(out));
    const [more] = document.added!;
    const evil = { ...more!, name: "more\u001b[2J\nremoved: all" };
    const report = compareReport({ ...document, added: [evil], removed: [evil] }, PASSES, false);
    assert.ok(!report.includes("\u001b"));
    assert.equal(report.match(/^(added|removed): /gm)?.length, 2);
  });

  it("prints a table with verdicts, intervals and reasons for a person", async () => {
    const { out } = await compare(folder, both, {}, slower());
    assert.match(
      out,
      /function +tokens +I\/O in sequence +processor time +held in flight +allocated +stack traces/,
    );
    assert.match(
      out,
      /new\.js:1 upload \(against old\.js\) +\d+ → \d+ \(−2\) +1 \(same\) +slower, \+20 % .*more, \+20 % .*not compared +5 → 1/,
    );
    assert.match(out, /time: 1.00 µs( \(.*\))? → 1.20 µs( \(.*\))? a call. It takes 20 % .*more time/);
    assert.match(
      out,
      /1 pair: 1 with the same I\/O calls, 1 slower, 1 with more memory, 1 with worse stack traces\./,
    );
    assert.ok(!out.includes("\u001b"));
    const coloured = await compare(folder, both, {}, slower(), { colours: true });
    assert.ok(coloured.out.includes("\u001b[31mslower"));
  });

  it("prints Markdown for a pull request", async () => {
    const { out, code } = await compare(folder, both, { format: "markdown", failOn: "slower" }, slower());
    assert.equal(code, 1);
    assert.match(
      out,
      /^### Async Cost\n\n\*\*1 pair: 1 with the same I\/O calls, 1 slower, 1 with more memory, 1 with worse stack traces\.\*\*\n\n- ❌ new\.js:1 upload: slower, \+20 %/,
    );
    assert.match(
      out,
      /\| `upload` new\.js:1 \(against `old\.js`\) \| \d+ → \d+ \(−2\) \| 1 \(same\) \| slower, \+20 %/,
    );
    assert.match(out, /<details><summary>Numbers<\/summary>\n\n\| Function \|/);
    assert.match(out, /<sub>node 20\.0\.0 on an abacus/);
  });

  for (const [failOn, threshold, code] of [
    ["slower", "5%", 1],
    ["slower", "25%", 0],
    ["memory", "5%", 1],
    ["memory", "20%", 0],
    ["stack", undefined, 1],
    ["tokens", undefined, 0],
    [undefined, undefined, 0],
  ] as const) {
    it(`exits with ${code} for --fail-on ${failOn} --threshold ${threshold}`, async () => {
      const options = { ...(failOn && { failOn }), ...(threshold && { threshold }) };
      const { code: got, out, error } = await compare(folder, both, { ...options, json: true }, slower());
      assert.equal(got, code);
      parseBenchmarkDocument(JSON.parse(out));
      assert.equal(error === "", code === 0, error);
    });
  }

  it("does not fail for what is only noise", async () => {
    let process = 0;
    const noisy = machine(({ file }) => {
      process++;
      return { nanoseconds: file.endsWith("new.js") ? 1000 + 500 * (process % 3) : 1000 };
    });
    const { code, out } = await compare(folder, both, { failOn: "slower", only: "time" }, noisy);
    assert.equal(code, 0);
    assert.match(out, /too noisy/);
  });

  it("fails when tokens grow by more than the threshold", async () => {
    const swapped = [...both].reverse();
    assert.equal((await compare(folder, swapped, { failOn: "tokens", threshold: "1%" })).code, 1);
    assert.equal((await compare(folder, swapped, { failOn: "tokens", threshold: "50%" })).code, 0);
  });

  it("exits with 1 and says why when one of them cannot be measured", async () => {
    const services = mockServices((id, job) => {
      const source = job.request.targets.find((target) => target.id === id)!;
      return source.file.endsWith("old.js")
        ? {
            id,
            state: "unsupported",
            reason: "It calls cluster.fork.",
            hint: "Fake it.",
            warnings: [],
            fakes: [],
          }
        : completed(id, job.request.measure);
    });
    const { code, out } = await compare(folder, both, {}, services);
    assert.equal(code, 1);
    assert.match(out, /not compared/);
    assert.match(out, /old\.js:1 upload: unsupported: It calls cluster\.fork\. Fake it\./);
    assert.equal(out.split("cluster.fork").length, 2, "it is said once");
    assert.doesNotMatch(out, /collecting garbage/);
  });

  it("keeps what was measured when it is interrupted, and exits with 1", async () => {
    const abort = new AbortController();
    const services = mockServices((id, job) => {
      if (job.request.measure === "memory") abort.abort();
      return completed(id, job.request.measure);
    });
    const { code, out } = await compare(folder, both, { json: true }, services, { signal: abort.signal });
    assert.equal(code, 1);
    assert.equal(parseBenchmarkDocument(JSON.parse(out)).results[0]?.state, "cancelled");
  });

  it("writes the document to a file as well", async () => {
    await compare(folder, both, { out: "run.json", format: "markdown" });
    const written: unknown = JSON.parse(await readFile(path.join(folder, "run.json"), "utf8"));
    assert.equal(parseBenchmarkDocument(written).pairs?.length, 1);
  });

  for (const [words, message] of [
    [[], /^nothing to compare; write async-cost compare OLD NEW, or --base/],
    [["old.js#upload"], /^nothing to compare old\.js#upload with;/],
    [["old.js#upload", "none.js"], /^none\.js does not exist$/],
    [["new.js#more", "old.js"], /^no function of old\.js matches one of new\.js#more; name the functions/],
  ] as [string[], RegExp][]) {
    it(`refuses ${JSON.stringify(words)}`, async () => {
      await assert.rejects(compare(folder, words), (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
