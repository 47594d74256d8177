import assert from "node:assert/strict";
import { methodOfClass } from "./method-of-class.ts";
import { readTree } from "./tree.ts";

const TEXT = `module.exports = (Base) => {
  return class Store extends Base {
    async #load(key) { return key; }
    static async open() {}
    async ["close"]() {}
    get size() { return 0; }
  };
};
async function alone() {}`;

describe("a method of a class", () => {
  const found = (text: string): ReturnType<typeof methodOfClass> =>
    methodOfClass(readTree(TEXT, { file: "/project/store.js" }), TEXT.indexOf(text));

  it("is found by its class and its name, in whatever function the class is made", () => {
    assert.deepEqual(found("async #load"), { line: 2, key: "__acPrivate_load", isStatic: false });
    assert.deepEqual(found("static async"), { line: 2, key: "open", isStatic: true });
  });

  it("is none where the name is computed, or where it is no method", () => {
    for (const text of ["async [", "get size", "async function alone"]) assert.equal(found(text), null);
  });
});
