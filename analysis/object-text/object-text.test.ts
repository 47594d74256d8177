import assert from "node:assert/strict";
import { entryAt, exportedObject } from "./object-text.ts";

describe("the object that a module exports", () => {
  it("is found as CommonJS, as an ES module, in parentheses and handed to a call", () => {
    for (const text of [
      "module.exports = { a: { b: 1 } };",
      "export default { a: { b: 1 } };",
      "exports.x = 1; module.exports = ({ a: { b: 1 } });",
      "export default defineFakes({ a: { b: 1 } })",
    ]) {
      assert.equal(entryAt(exportedObject(text), ["a", "b"])?.key, "b", text);
    }
    for (const text of [
      "const a = {};",
      "module.exports = f;",
      "export default class {}",
      "export default {",
    ]) {
      assert.equal(exportedObject(text), null, text);
    }
  });

  it("has entries of every kind with their lines; spreads and computed names are no entries", () => {
    const text = `export default {
  ...others,
  plain: [1, { a: 2 }],
  "a.b": {
    f: (x) => ({ x }),
  },
  async method(a = {}) { return a; },
  [computed]: 1,
  short,
  'it\\'s': 2
};`;
    const object = exportedObject(text)!;
    assert.deepEqual(
      object.entries.map(({ key, line, value }) => [key, line, text.slice(value.start, value.end)]),
      [
        ["plain", 3, "[1, { a: 2 }]"],
        ["a.b", 4, "{\n    f: (x) => ({ x }),\n  }"],
        ["method", 7, "(a = {}) { return a; }"],
        ["short", 9, "short"],
        ["it's", 10, "2"],
      ],
    );
    assert.equal(entryAt(object, ["a.b", "f", "deeper"])?.line, 5);
    assert.equal(entryAt(object, ["gone"]), undefined);
    assert.equal(object.hasLastComma, false);
  });
});
