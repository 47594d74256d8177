import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseBenchmarkDocument } from "../bench-worker/document.ts";
import { completed, mockServices, type Mock } from "../bench-worker/host/fixtures/mock-services.ts";
import {
  temporaryRepository,
  type TemporaryRepository,
} from "../bench-worker/host/revisions/fixtures/temporary-repository.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { benchCommand } from "./bench.ts";
import { compareCommand } from "./compare.ts";
import type { RawCompareOptions } from "./compare-options.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { jsonSchemas } from "./schemas.ts";
import { UsageError, type Terminal } from "./terminal.ts";

const UPLOAD = `async function upload(stream, id) {
  const blob = await blobs.put(stream);
  const file = await files.byId(id);
  await versions.insert({ file: file.id, blob: blob.id });
  return file;
}
`;
const REMOVE = `async function remove(id) {
  const found = await index.find(id);
  for (const link of found.links) await store.unlink(link);
}
`;

/** Nanoseconds and bytes of a call of a target that the mock machine measures. */
type Costs = (source: TargetSource) => { nanoseconds?: number; bytes?: number; misses?: boolean };

function machine(costs: Costs = () => ({})): Mock {
  return mockServices((id, job) => {
    const { measure } = job.request;
    const source = job.request.targets.find((target) => target.id === id)!;
    const { nanoseconds = 1000, bytes = 500, misses = false } = costs(source);
    // Processes differ, as they do; base and head alike.
    const run = completed(id, measure, nanoseconds * (1 + job.request.processIndex / 1000));
    if (run.state !== "completed") return run;
    if (run.memory !== undefined) run.memory.bytesInFlightPerCall = [bytes, bytes];
    if (run.stack !== undefined && misses) {
      for (const site of run.stack.sites) site.reportedLine = null;
    }
    return run;
  });
}

describe("async-cost compare", () => {
  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["comparison.schema.json"]!);

  async function compare(
    folder: string,
    words: string[],
    options: RawCompareOptions = {},
    services = machine(),
    change: Partial<Terminal> = {},
  ) {
    const terminal = fakeTerminal(folder, change);
    const code = await compareCommand(words, options, terminal, "/dist/worker.cjs", services);
    return { code, out: terminal.out(), error: terminal.error(), services };
  }

  describe("with targets", () => {
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
      assert.ok(validate(data), JSON.stringify(validate.errors));
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
      assert.match(out, /function +tokens +stack traces\n/);
      assert.match(out, /1 pair: 1 with worse stack traces\./);
      assert.doesNotMatch(out, /\btime\b|flight/);
      const memory = await compare(folder, both, { only: "memory", format: "markdown" }, slower());
      assert.match(memory.out, /1 pair: 1 that holds more in flight\./);
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

    it("prints a table with verdicts, intervals and reasons for a person", async () => {
      const { out } = await compare(folder, both, {}, slower());
      assert.match(out, /function +tokens +time +held in flight +allocated +stack traces/);
      assert.match(
        out,
        /new\.js:1 upload \(against old\.js\) +\d+ → \d+ \(−2\) +slower, \+20 % .*more, \+20 % .*not measured +5 → 1/,
      );
      assert.match(out, /upload: time: It takes 20 % .*more time/);
      assert.match(out, /1 pair: 1 slower\./);
      assert.ok(!out.includes("\u001b"));
      const coloured = await compare(folder, both, {}, slower(), { colours: true });
      assert.ok(coloured.out.includes("\u001b[31mslower"));
    });

    it("prints Markdown for a pull request", async () => {
      const { out, code } = await compare(folder, both, { format: "markdown", failOn: "slower" }, slower());
      assert.equal(code, 1);
      assert.match(
        out,
        /^### Async Cost\n\n\*\*1 pair: 1 slower\.\*\*\n\n- ❌ new\.js:1 upload: slower, \+20 %/,
      );
      assert.match(out, /\| `upload` new\.js:1 \(against `old\.js`\) \| \d+ → \d+ \(−2\) \| slower, \+20 %/);
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
              reason: "It calls net.connect.",
              hint: "Fake it.",
              warnings: [],
              fakes: [],
            }
          : completed(id, job.request.measure);
      });
      const { code, out } = await compare(folder, both, {}, services);
      assert.equal(code, 1);
      assert.match(out, /not measured/);
      assert.match(out, /old\.js:1 upload: unsupported: It calls net\.connect\. Fake it\./);
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

  describe("with a git revision", () => {
    let made: TemporaryRepository;
    before(() => {
      made = temporaryRepository();
      made.write("store.js", UPLOAD + REMOVE);
      made.write("lib/io.js", "exports.io = async () => {};\n");
      made.write("gone.js", "async function gone() { await nothing(); }\n");
      made.commit();
      made.git("mv", "store.js", "files.js");
      made.write(
        "files.js",
        `${UPLOAD.replace("return file", "return file.id")}${REMOVE}async function fresh(a) { return a(); }\n`,
      );
      made.git("rm", "--quiet", "gone.js");
    });
    after(() => made.remove());

    it("measures what changed in both versions, each loaded from its own tree, and lists the rest", async () => {
      const trees: string[] = [];
      const services = machine(({ file, folder }) => {
        if (folder !== undefined) {
          trees.push(folder);
          assert.equal(file, path.join(folder, "store.js"));
          assert.ok(existsSync(path.join(folder, "lib/io.js")), "the base has its own imports");
        }
        return { nanoseconds: folder === undefined ? 800 : 1000 };
      });
      const {
        code,
        out,
        services: used,
      } = await compare(made.folder, [], { base: "HEAD", json: true }, services);
      assert.equal(code, 0);
      const data: unknown = JSON.parse(out);
      assert.ok(validate(data), JSON.stringify(validate.errors));
      const { pairs, added, removed, comparedWith } = parseBenchmarkDocument(data);
      const [pair] = pairs!;
      assert.equal(pairs?.length, 1);
      assert.deepEqual([pair?.base.file, pair?.base.revision], ["store.js", "HEAD"]);
      assert.deepEqual([pair?.head.file, pair?.head.revision], ["files.js", undefined]);
      assert.equal(pair?.time.verdict, "faster");
      assert.deepEqual(comparedWith, { revision: "HEAD", commit: made.git("rev-parse", "HEAD") });
      assert.deepEqual(
        added?.map(({ name, file }) => [name, file]),
        [["fresh", "files.js"]],
      );
      assert.deepEqual(
        removed?.map(({ name, file, revision }) => [name, file, revision]),
        [["gone", "gone.js", "HEAD"]],
      );
      const sources = used.jobs[0]!.request.targets;
      assert.match(sources[0]!.text, /return file;/);
      assert.match(sources[1]!.text, /return file\.id;/);
      assert.equal(sources[1]!.file, path.join(made.folder, "files.js"));
      assert.ok(trees.length > 0 && trees.every((tree) => !existsSync(tree)), "the tree is taken away");
    });

    it("says so in the table, with the base and what was added and removed", async () => {
      const { out } = await compare(made.folder, [], { base: "HEAD" });
      assert.match(out, /files\.js:1 upload \(was store\.js\)/);
      assert.match(out, /added: files\.js:\d+ fresh, 13 tokens\nremoved: gone\.js:1 gone, 12 tokens/);
      assert.match(
        out,
        /1 pair compared with HEAD \([0-9a-f]{10}\): 1 without a difference of time, 1 added, 1 removed\./,
      );
    });

    it("warns where the revision asks for other packages than those that are installed", async () => {
      made.write("package.json", '{ "dependencies": { "lib": "2.0.0" } }\n');
      const { out } = await compare(made.folder, [], { base: "HEAD" });
      assert.match(
        out,
        /upload: HEAD asks for other versions of packages \(lib\); both functions were measured with those that are/,
      );
      await rm(path.join(made.folder, "package.json"));
    });

    it("takes the tree away when it is interrupted", async () => {
      const abort = new AbortController();
      let tree = "";
      const services = machine(({ folder }) => {
        tree = folder ?? tree;
        abort.abort();
        return {};
      });
      const { code } = await compare(made.folder, [], { base: "HEAD" }, services, { signal: abort.signal });
      assert.equal(code, 1);
      assert.ok(tree !== "" && !existsSync(tree));
    });

    it("names files relative to the folder it is called in, and looks at the given paths only", async () => {
      const folder = path.join(made.folder, "lib");
      const { out } = await compare(folder, ["../files.js", "../store.js"], { base: "HEAD", json: true });
      const { pairs, removed } = parseBenchmarkDocument(JSON.parse(out));
      assert.equal(pairs?.[0]?.head.file, path.join(made.folder, "files.js"));
      assert.deepEqual(removed, []);
      const nothing = await compare(folder, ["."], { base: "HEAD" });
      assert.equal(nothing.code, 0);
      assert.match(nothing.out, /^No asynchronous function has changed since HEAD \([0-9a-f]{10}\)\.\n$/);
      assert.equal(nothing.services.jobs.length, 0);
    });

    for (const [words, base, message] of [
      [[], "no-such", /^there is no commit no-such in this repository/],
      [["../.."], "HEAD", /lies outside of the repository/],
      [
        ["no-such.js"],
        "HEAD",
        /^no-such\.js is neither in the working tree nor in HEAD; give a file or a folder$/,
      ],
    ] as [string[], string, RegExp][]) {
      it(`refuses ${JSON.stringify(words)} since ${base}`, async () => {
        await assert.rejects(compare(made.folder, words, { base }), (error) => {
          assert.ok(error instanceof UsageError, String(error));
          assert.match(error.message, message);
          return true;
        });
      });
    }
  });

  describe("with a stored document", () => {
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
      assert.ok(validate(data), JSON.stringify(validate.errors));
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
        assert.ok(validate(data), JSON.stringify(validate.errors));
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
});
