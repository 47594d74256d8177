import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { loadFakesFile, type ReadFakesFile } from "./load-fakes-file.ts";
import { completed } from "../fixtures/with-fakes-file.ts";

describe("tags before a function", () => {
  const NOTHING = { loadEntry: () => Promise.reject(new Error("nothing is loaded")) };
  const load = (tags: string): Promise<ReadFakesFile> => {
    const text = `/**\n${tags}\n */\nasync function up(db) { await db.get(); }`;
    const { functions } = analyze(text, "js");
    return loadFakesFile({ file: "/a/upload.js", text }, functions[0]!, functions, NOTHING);
  };

  it("give arguments and operations", async () => {
    await completed(
      `/**
 * @asyncCostArguments [{ "x": 1 }, "a.txt"]
 * @asyncCostFake more.get callback {"size": 7}
 */
module.exports = async function up(given, name, more) {
  if (JSON.stringify([given, name]) !== '[{"x":1},"a.txt"]') throw new Error(name);
  const size = await new Promise((resolve) => more.get((error, row) => resolve(row.size)));
  if (size !== 7) throw new Error(size);
}`,
      "module.exports = {};",
    );
  });

  it("give way to the file", async () => {
    const text =
      "/** @asyncCostFake a sync 1\n * @asyncCostFake b sync 2 */\nasync function up() { await io(); }";
    const { functions } = analyze(text, "js");
    const fakesFile = {
      file: "/a/upload.async-cost.js",
      text: "module.exports = { up: { fakes: { a: { returns: 3 } } } };",
    };
    const { given } = await loadFakesFile(
      { file: "/a/upload.js", text, scenario: { fakesFile } },
      functions[0]!,
      functions,
      {
        loadEntry: () => Promise.resolve({ up: { fakes: { a: { returns: 3 } } } }),
      },
    );
    assert.deepEqual(
      ["a", "b"].map((name) => [given!.of(name)!.answer([], () => 0), given!.of(name)!.place]),
      [
        [3, "upload.async-cost.js, line 1"],
        [2, "upload.js, line 2"],
      ],
    );
  });

  for (const [tag, said] of [
    ["@asyncCostArguments fast", /^upload\.js, line 2: @asyncCostArguments takes a list as JSON/],
    ["@asyncCostFake db.get", /^upload\.js, line 2: @asyncCostFake takes a name and one of promise, /],
    ["@asyncCostFake db.get promise {size", /^upload\.js, line 2: what db\.get returns must be JSON/],
    ["@asyncCostArgs []", /^upload\.js, line 2: there is no tag @asyncCostArgs; there are /],
  ] as const) {
    it(`are refused where they are wrong: ${tag}`, async () => {
      await assert.rejects(load(` * ${tag}`), { message: said });
    });
  }
});
