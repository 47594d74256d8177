import assert from "node:assert/strict";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { constantOf, functionOf, keysOf, listOf, onlyValueOf } from "./constants.ts";
import type { Expression } from "./expression.ts";
import { sourceTreeOf } from "./source-tree.ts";

describe("A constant that stands in the text", () => {
  /** What the call `f(…)` of a text is given. */
  const given = (text: string): Expression => {
    const tree = sourceTreeOf("/main.ts", text)!;
    const find = (node: Node): Node | undefined =>
      node.type === "CallExpression" && (node["callee"] as Node)["name"] === "f"
        ? (node["arguments"] as Node[])[0]
        : childrenOf(node)
            .map(find)
            .find((one) => one !== undefined);
    return { tree, node: find(tree.program)!, below: () => null };
  };
  const value = (text: string) => constantOf(given(text))?.value;

  it("is a member of an object, of an enumeration or of a class", () => {
    assert.equal(value('const kinds = { ACCESS: "access" }; f(kinds.ACCESS);'), "access");
    assert.equal(value('const all = { kinds: { AGAIN: "again" } }; f(all.kinds.AGAIN);'), "again");
    assert.equal(value('enum State { Open, Shut = "shut" } f(State.Open);'), 0);
    assert.equal(value('enum State { Open, Shut = "shut" } f(State.Shut);'), "shut");
    assert.equal(value('class Job { static DONE = "done" } f(Job.DONE);'), "done");
    const text = 'const kinds = Object.freeze({ ACCESS: "access", AGAIN: "again", NONE: null }); f(kinds);';
    assert.deepEqual(keysOf(given(text)), ["ACCESS", "AGAIN"]);
  });

  it("is one of the values of an object", () => {
    assert.deepEqual(listOf(given('const A = { a: 1, b: "two" }; f(Object.values(A));')), [1, "two"]);
    assert.equal(listOf(given("f(Object.values(other));")), null);
    assert.equal(listOf(given("const A = { a: 1, ...rest }; f(Object.values(A));")), null);
  });

  it("is none that may change, or that is not there", () => {
    for (const text of [
      "const own = { mode: 'a' }; own.mode = 'b'; f(own.mode);",
      "const own = { mode: 'a' }; f(own.gone);",
      'import { State } from "./states"; f(State.Open);',
    ])
      assert.equal(constantOf(given(text)), null, text);
  });

  it("may be a function, which gives one value where it does nothing else", () => {
    const gives = (text: string, isWaitedFor?: boolean): string | undefined => {
      const own = functionOf(given(text));
      const value = own === undefined ? undefined : onlyValueOf(own, isWaitedFor);
      return value?.tree.text.slice(value.node.start, value.node.end);
    };
    assert.equal(gives("const isOpen = (job) => job.open; f(isOpen);"), "job.open");
    assert.equal(gives("async function own() { return 1; } f(own);", true), "1");
    assert.equal(gives("async function own() { return 1; } f(own);"), undefined);
    assert.equal(gives("const g = (own) => f(own); function own() { return 1; }"), undefined);
    const isTaken = "async function isTaken(name) { const found = await db.find(name); return !!found; }";
    assert.equal(gives(`${isTaken} f(isTaken);`, true), "!!found");
  });
});
