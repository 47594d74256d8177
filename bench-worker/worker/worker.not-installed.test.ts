import assert from "node:assert/strict";
import { NOT_INSTALLED } from "../fake-words.ts";
import { completed } from "./fixtures/run-worker.ts";

/** The packages that a result says were made up, as nobody has installed them. */
async function missing(body: string): Promise<string[]> {
  const text = `const { connect } = require("no-such-package");\nmodule.exports = async function target(db) { ${body} };`;
  const { fakes } = await completed("fs-await.js", { text, budget: 1, options: { concurrency: [1] } });
  return fakes.filter(({ why }) => why === NOT_INSTALLED).map(({ expression }) => expression);
}

describe("a package that nobody has installed", () => {
  it("is named with the function that uses it, and with no other of its file", async () => {
    assert.deepEqual(await missing("await connect(db);"), ["no-such-package"]);
    assert.deepEqual(await missing("await db.load();"), []);
  });

  it("has no errors for what the module that imports it throws as it loads", async () => {
    const text = `const { QueryFile } = require("no-such-package");
const insert = new QueryFile("insert.sql");
if (insert.error) throw insert.error;
module.exports = async function save(db) { return await db.run(insert); };`;
    const { counters, remarks } = await completed("fs-await.js", {
      text,
      functionStart: text.indexOf("async"),
    });
    assert.deepEqual([counters.ioCalls, remarks?.some(({ code }) => code === "apart")], [1, false]);
  });

  it("takes the verdict away where it decides what runs, and does not where it is a client", async () => {
    const codesOf = async (name: string, call: string): Promise<readonly string[]> => {
      const text = `const it = require("${name}");\nmodule.exports = async function load(db, ids) { return await ${call}; };`;
      const { remarks } = await completed("fs-await.js", { text, functionStart: text.indexOf("async") });
      return (remarks ?? []).map(({ code }) => code);
    };
    for (const [name, call] of [
      ["p-map", "it(ids, (id) => db.get(id))"],
      ["rsvp", "it.all([db.get(1), db.get(2)])"],
      ["p-retry", "it(() => db.get(1))"],
    ] as const)
      assert.ok((await codesOf(name, call)).includes("control-flow-made-up"), name);
    assert.ok(!(await codesOf("promise-mysql", "it.query(1)")).includes("control-flow-made-up"));
  });
});
