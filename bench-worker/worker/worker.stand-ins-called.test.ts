import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isDeciding } from "../deciding.ts";
import { completed, type Job } from "./fixtures/run-worker.ts";

const remarksOn = async (text: string, more: Partial<Job> = {}) => {
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] }, ...more };
  const { remarks = [], warnings } = await completed("fs-await.js", job);
  return { remarks, warnings, codes: remarks.map(({ code }) => code) };
};

describe("I/O calls on stand-ins", () => {
  it("are named, and decide, as what they stand for may be code of the project", async () => {
    const text = `async function load(store, id) {
  const row = await store.get(id);
  return await row.owner.load();
};`;
    const { remarks, warnings } = await remarksOn(text);
    const [one] = remarks;
    assert.deepEqual(one?.data?.calls, [
      { expression: "store.get", line: 2 },
      { expression: "row.owner.load", line: 3 },
    ]);
    assert.match(one.text, /^It is not known what store\.get at line 2, row\.owner\.load at line 3 do/);
    assert.deepEqual([one.code, one.severity], ["stand-ins-called", "decisive"]);
    assert.ok(warnings.some((warning) => warning === one.text && isDeciding(warning, remarks)));
  });

  it("are taken for those of a client where no function of the project goes by such a name", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-clients-"));
    try {
      await writeFile(path.join(folder, "package.json"), "{}");
      await writeFile(path.join(folder, "rows.js"), "exports.Rows = class { load() {} };");
      const codesOf = async (
        call: string,
        of = `async all(db) { return await ${call}; }`,
      ): Promise<string[]> => {
        const text = `module.exports = class Store { ${of} };`;
        const job = { text, budget: 1, options: { concurrency: [1] } };
        const { remarks = [] } = await completed(path.join(folder, "store.js"), job);
        return remarks.map(({ code, severity }) => `${code} ${severity}`);
      };
      assert.deepEqual(await codesOf('db.rows.query("all")'), ["clients-called caution"]);
      assert.deepEqual(await codesOf("db.rows.load()"), ["stand-ins-called decisive"]);
      assert.deepEqual(await codesOf("this.query()"), ["stand-ins-called decisive"]);
      const handsOn =
        "query(text) { return this.pool.query(text); } async all(db) { return await this.query(1); }";
      assert.deepEqual(await codesOf("", handsOn.replace("query(text)", "async query(text)")), [
        "clients-called caution",
      ]);
      const handedAround = "static each(step) { return async (rows) => await step(rows); }";
      assert.ok((await codesOf("", handedAround)).includes("stand-ins-called decisive"));
      const piped =
        'new Promise((go) => db.rows.pipe(require("fs").createWriteStream("a")).on("finish", go))';
      assert.deepEqual(await codesOf(piped), ["stand-ins-called decisive"]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("are said of a function that it is handed itself, and do not decide", async () => {
    const { remarks } = await remarksOn("async (task) => await task()");
    assert.deepEqual(
      remarks.map(({ code, severity, text }) => ({ code, severity, text })),
      [
        {
          ...{ code: "handed-in", severity: "caution" },
          text: "What task at line 1 does is up to who calls this function: each call of it counts as one I/O call.",
        },
      ],
    );
  });

  it("are none of Node's own, and none of a package", async () => {
    const texts = [
      'async () => await require("node:fs/promises").readFile("a")',
      'async () => await require("some-client").query("a")',
      // Its body is made up, and not who gives it.
      'async () => (await (await fetch("https://example.com/")).json()).items.map(String)',
    ];
    for (const text of texts) assert.deepEqual((await remarksOn(text)).codes, [], text);
  });

  it("are none that a fakes file says something of", async () => {
    const fakesFile =
      'module.exports = { load: { fakes: { "store.get": { kind: "promise", returns: {} } } } };';
    const text = "async function load(store) { return await store.get(); }";
    assert.deepEqual((await remarksOn(text, { fakesFile })).codes, []);
  });

  it("are not said to be code of the project that ran where a package calls them and takes what they give for a value", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-through-package-"));
    try {
      await mkdir(path.join(folder, "node_modules/wraps"), { recursive: true });
      const wraps =
        "module.exports = (fn) => function (...given) { return Promise.resolve({ value: fn.apply(this, given) }); };";
      await writeFile(path.join(folder, "node_modules/wraps/index.js"), wraps);
      const text =
        'const wraps = require("wraps");\nmodule.exports = function load(model, id) { return wraps(model.validateScope).call(model, id).then((row) => row); };';
      const { remarks = [], warnings } = await completed(path.join(folder, "target.js"), {
        text,
        budget: 1,
        options: { concurrency: [1] },
      });
      assert.deepEqual(
        remarks.map(({ code }) => code),
        ["without-io"],
      );
      assert.doesNotMatch(warnings.join("\n"), /ran and made none/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
