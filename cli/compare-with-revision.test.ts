import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { parseBenchmarkDocument } from "../bench-worker/document.ts";
import {
  temporaryRepository,
  type TemporaryRepository,
} from "../bench-worker/host/revisions/fixtures/temporary-repository.ts";
import { compare, machine, REMOVE, UPLOAD, validateComparison } from "./fixtures/compare-run.ts";
import { UsageError } from "./terminal.ts";

describe("async-cost compare with a git revision", () => {
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

  it("leaves functions of tests out unless they are asked for, and says how many there are", async () => {
    const tested = temporaryRepository();
    try {
      const text = (what: string): string =>
        `it("${what}", async () => { await load(${what.length}); });\nasync function load(a) { return await db.get(a, "${what}"); }\n`;
      tested.write("load.test.js", text("loads"));
      tested.commit();
      tested.write("load.test.js", text("loads it"));
      const nothing = await compare(tested.folder, [], { base: "HEAD" }, machine());
      assert.equal(nothing.code, 0);
      assert.match(
        nothing.out,
        /^No .* has changed since HEAD \(\w+\), besides \d of tests \(--include-tests\)\.$/m,
      );
      tested.write("src/load.js", text("loads").replace(/^.*\n/, ""));
      const { out } = await compare(tested.folder, [], { base: "HEAD", json: true }, machine());
      const { pairs, added, testsLeftOut } = parseBenchmarkDocument(JSON.parse(out));
      assert.deepEqual([pairs, added?.map(({ name }) => name)], [[], ["load"]]);
      assert.ok((testsLeftOut ?? 0) > 0);
      for (const [words, includeTests] of [
        [[], true],
        [["load.test.js"], false],
      ] as [string[], boolean][]) {
        const asked = await compare(
          tested.folder,
          words,
          { base: "HEAD", json: true, includeTests },
          machine(),
        );
        assert.equal(parseBenchmarkDocument(JSON.parse(asked.out)).testsLeftOut, undefined);
        assert.ok((JSON.parse(asked.out) as { pairs: unknown[] }).pairs.length > 0);
      }
    } finally {
      tested.remove();
    }
  });

  it("measures functions of tests that were asked for, and has them decide neither the summary nor the exit code", async () => {
    const tested = temporaryRepository();
    try {
      const text = (what: string): string =>
        `async function load(a) { return await db.get(a, "${what}"); }\n`;
      for (const file of ["load.test.js", "load.js"]) tested.write(file, text("one"));
      tested.commit();
      tested.write("load.test.js", text("other"));
      const slower = machine(({ folder }) => ({ nanoseconds: folder === undefined ? 2000 : 1000 }));
      const given = { base: "HEAD", failOn: "slower", includeTests: true };
      const ofTests = await compare(tested.folder, [], given, slower);
      assert.match(ofTests.out, /load\.test\.js:1 load .*slower/);
      assert.match(ofTests.out, /^0 pairs compared with HEAD \(\w+\): 1 of tests, not counted here\.$/m);
      assert.equal(ofTests.code, 0);
      tested.write("load.js", text("other"));
      const both = await compare(tested.folder, [], given, slower);
      assert.match(
        both.out,
        /^1 pair compared with HEAD \(\w+\): 1 with the same I\/O calls, 1 slower, .*1 of tests, not counted here\.$/m,
      );
      assert.deepEqual(both.out.match(/^fails: \S+/gm), ["fails: load.js:1"]);
      assert.equal(both.code, 1);
      const json = await compare(tested.folder, [], { ...given, json: true }, slower);
      const data: unknown = JSON.parse(json.out);
      assert.ok(validateComparison(data), JSON.stringify(validateComparison.errors));
      assert.deepEqual(
        parseBenchmarkDocument(data).pairs?.map(({ head, isOfTests }) => [head.file, isOfTests]),
        [
          ["load.js", undefined],
          ["load.test.js", true],
        ],
      );
    } finally {
      tested.remove();
    }
  });

  it("judges a version that is not told asynchronous only where its calls wait for I/O", async () => {
    const repository = temporaryRepository();
    try {
      repository.write("store.js", "exports.find = function find(id) { return one(id); };\n");
      repository.commit();
      repository.write("store.js", "exports.find = async function find(id) { return await one(id, 1); };\n");
      const pairOf = async (ioCallsOfBase: number) => {
        const services = machine(({ folder }) => ({
          nanoseconds: folder === undefined ? 2000 : 1000,
          ioCalls: folder === undefined ? 1 : ioCallsOfBase,
        }));
        const { out, code } = await compare(
          repository.folder,
          [],
          { base: "HEAD", json: true, failOn: "slower" },
          services,
        );
        const { pairs, added } = parseBenchmarkDocument(JSON.parse(out));
        assert.deepEqual([pairs?.length, added], [1, []]);
        assert.match(
          pairs![0]!.warnings.join(" "),
          /The text of find at HEAD \(line 1\) does not tell that it is asynchronous/,
        );
        return [pairs![0]!.time.verdict, code];
      };
      assert.deepEqual(await pairOf(1), ["slower", 1]);
      assert.deepEqual(await pairOf(0), ["not-measured", 0]);
    } finally {
      repository.remove();
    }
  });

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
    assert.ok(validateComparison(data), JSON.stringify(validateComparison.errors));
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
      /1 pair compared with HEAD \([0-9a-f]{10}\): 1 with the same I\/O calls, 1 without a difference of time, 1 added, 1 removed\./,
    );
  });

  it("lists what has other names only, and measures none of it", async () => {
    const named = temporaryRepository();
    try {
      named.write("store.js", UPLOAD);
      named.commit();
      named.write(
        "store.js",
        UPLOAD.replace("upload", "store")
          .replace(/\bfile\b(?!:|\.id)/g, "entry")
          .replace("file.id", "entry.id"),
      );
      const { code, out, services } = await compare(named.folder, [], { base: "HEAD" });
      assert.deepEqual([code, services.jobs.length], [0, 0]);
      assert.match(
        out,
        /^other names only, so the same code, and not measured: store\.js:1 store, formerly upload$/m,
      );
      assert.match(out, /0 pairs compared with HEAD \([0-9a-f]{10}\): 1 with other names only\./);
      const markdown = await compare(named.folder, [], { base: "HEAD", format: "markdown" });
      assert.match(markdown.out, /not measured:\n\n- `store` store\.js:1, formerly `upload`/);
    } finally {
      named.remove();
    }
  });

  it("compares every N-th function that changed, judges these, and has what is not measured in the first shard", async () => {
    const several = temporaryRepository();
    try {
      const text = (values: string): string =>
        [..."abc"].map((name) => `exports.${name} = async (db) => db.get("${name}", ${values});\n`).join("");
      several.write("store.test.js", text("1"));
      several.write("store.js", `${text("1")}exports.gone = async (db) => db.get("gone");\n`);
      several.commit();
      several.write("store.test.js", text("1, 2"));
      several.write("store.js", text("1, 2"));
      const isA = (from: string): boolean => from.split("\n")[0]!.includes('"a"');
      const services = machine(({ folder, text, functionStart }) => ({
        nanoseconds: folder === undefined && isA(text.slice(functionStart)) ? 2000 : 1000,
      }));
      const shard = async (which: string) => {
        const options = { base: "HEAD", shard: which, failOn: "slower" };
        const { code, out } = await compare(several.folder, [], { ...options, json: true }, services);
        const data: unknown = JSON.parse(out);
        assert.ok(validateComparison(data), JSON.stringify(validateComparison.errors));
        const document = parseBenchmarkDocument(data);
        const table = await compare(several.folder, [], options, services);
        return { code, document, table: table.out };
      };
      const [first, second, third, fourth] = [
        await shard("1/4"),
        await shard("2/4"),
        await shard("3/4"),
        await shard("4/4"),
      ];
      const all = [first, second, third, fourth];
      assert.deepEqual(
        all.map(({ code, document: { pairs = [], shard } }) => [
          code,
          shard?.functions,
          ...pairs.map(({ name }) => name),
        ]),
        [
          [1, 1, "a"],
          [0, 1, "b"],
          [0, 1, "c"],
          [0, 0],
        ],
      );
      assert.deepEqual(
        all.map(({ document: { removed, testsLeftOut } }) => [removed?.length, testsLeftOut]),
        [
          [1, 3],
          [undefined, undefined],
          [undefined, undefined],
          [undefined, undefined],
        ],
      );
      assert.match(second.table, /^shard 2 of 4: 1 of 3 functions; 1 pair compared with HEAD/m);
      assert.match(
        fourth.table,
        /^shard 4 of 4: 0 of 3 functions; 0 pairs compared with HEAD \(\w+\): nothing to compare\.\n$/,
      );
    } finally {
      several.remove();
    }
  });

  it("warns where the revision asks for other packages than those that are installed", async () => {
    made.write("package.json", '{ "dependencies": { "lib": "2.0.0" } }\n');
    const { out } = await compare(made.folder, [], { base: "HEAD" });
    assert.match(
      out,
      /HEAD asks for other versions of packages \(lib\); both functions were measured with those that are/,
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
