import assert from "node:assert/strict";
import type { TargetResult } from "../target-result.ts";
import { entryHash, haveFakesChanged } from "./entry-hash.ts";

const FILE = `const size = 3;
module.exports = {
  "*": { environment: { PLACE: "here" } },
  up: { fakes: { "db.get": { returns: size } } },
  down: { arguments: [1] },
};`;

const measured = (fakesFile: TargetResult["fakesFile"]): Pick<TargetResult, "target" | "fakesFile"> => ({
  target: { file: "a.js", name: "up", line: 1, column: 1, pattern: "async-await", tokens: 9, textHash: "" },
  ...(fakesFile === undefined ? {} : { fakesFile }),
});
const withFile = measured({ file: "a.async-cost.js", line: 4, textHash: entryHash(FILE, "up") });

describe("what a fakes file gives to a function", () => {
  for (const [what, now] of [
    ["its own entry", FILE.replace("returns: size", "returns: 4")],
    ["the entry for every function", FILE.replace('"here"', '"there"')],
    ["what entries use", FILE.replace("size = 3", "size = 4")],
    ["the file, which is gone", null],
  ] as const) {
    it(`has changed with ${what}`, () => assert.ok(haveFakesChanged(withFile, now)));
  }

  for (const [what, now] of [
    ["nothing", FILE],
    ["another function's entry", FILE.replace("[1]", "[2]").replace("};", "  more: {},\n};")],
    ["a comment or the layout", FILE.replace("up: {", "// as it is\n  up:\n {")],
  ] as const) {
    it(`has not changed with ${what}`, () => assert.ok(!haveFakesChanged(withFile, now)));
  }

  it("is that of its name as long as there is none of its own", () => {
    const file = "module.exports = { up: { arguments: [1] } };";
    const second = measured({
      file: "a.async-cost.js",
      line: 1,
      entry: "up@2",
      textHash: entryHash(file, "up@2"),
    });
    assert.ok(!haveFakesChanged(second, file));
    assert.ok(haveFakesChanged(second, file.replace("[1]", "[2]")));
    const apart = 'module.exports = { up: { arguments: [1] }, "up@2": { arguments: [1] } };';
    assert.ok(haveFakesChanged(second, apart));
    const own = measured({
      file: "a.async-cost.js",
      line: 1,
      entry: "up@2",
      textHash: entryHash(apart, "up@2"),
    });
    assert.ok(!haveFakesChanged(own, apart.replace("[1]", "[2]")));
    assert.ok(haveFakesChanged(measured(undefined), 'module.exports = { "up@2": {} };'));
  });

  it("has changed where it was nothing, and there is an entry now", () => {
    assert.ok(haveFakesChanged(measured(undefined), FILE));
    assert.ok(!haveFakesChanged(measured(undefined), "module.exports = { down: {} };"));
    assert.ok(!haveFakesChanged(measured(undefined), null));
  });

  it("is taken to be the same where a document does not say what it was", () => {
    assert.ok(!haveFakesChanged(measured({ file: "a.async-cost.js", line: 4 }), "module.exports = {};"));
  });
});
