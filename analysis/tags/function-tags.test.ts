import assert from "node:assert/strict";
import { functionTags } from "./function-tags.ts";

describe("tags before a function", () => {
  const at = (text: string, mark: string) => functionTags(text, text.indexOf(mark));

  it("are read with their lines, up to the next tag", () => {
    const text = `/**
 * Stores it.
 *
 * @param {string} name
 * @asyncCostArguments [1,
 *   "a"]
 * @asyncCostFake db.get callback
 */
export const up = async (db) => {};
`;
    assert.deepEqual(at(text, "async (db)"), [
      { name: "asyncCostArguments", text: '[1, "a"]', line: 5 },
      { name: "asyncCostFake", text: "db.get callback", line: 7 },
    ]);
  });

  it("are those of the comment right before it, and of no other", () => {
    const text = `/** @asyncCostFake a sync */
const one = 1;
class A {
  /** @asyncCostFake b sync */
  static async method() {}
  async other() {}
}
/* @asyncCostFake c sync */
async function plain() {}
`;
    assert.deepEqual(
      at(text, "static async").map((tag) => tag.text),
      ["b sync"],
    );
    assert.deepEqual(
      at(text, "async method").map((tag) => tag.text),
      ["b sync"],
    );
    assert.deepEqual(at(text, "async other"), []);
    assert.deepEqual(at(text, "async function plain"), []);
  });
});
