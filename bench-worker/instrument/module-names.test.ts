import assert from "node:assert/strict";
import { weakNamesIn } from "./module-names.ts";
import { readTree } from "./tree.ts";

function weakNames(text: string): string[] {
  const tree = readTree(text, { file: "a.js" });
  return weakNamesIn(tree, tree.program);
}

describe("the variables that hold what belongs to instances", () => {
  it("are those of the module to which it assigns a new WeakMap or WeakSet, wherever it does", () => {
    const text = `var _a, _b, _c;
class A {}
_a = new WeakMap(), _b = new WeakSet();
export const shown = new WeakSet();
function begin() { _c = new WeakMap(); }`;
    assert.deepEqual(weakNames(text), ["_a", "_b", "shown", "_c"]);
  });

  it("are none that a function declares, or that hold anything else", () => {
    const text = `let own = new Map(), later;
function f() { const inner = new WeakMap(); later = [new WeakSet()]; }`;
    assert.deepEqual(weakNames(text), []);
  });
});
