import assert from "node:assert/strict";
import type { Node } from "../../instrument/tree.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** Whether the tree of a program with so many members of members knows a name of it. */
function isKnown(members: number): boolean {
  const tree = sourceTreeOf(`${members}.js`, `const one = 1; one; one${".one".repeat(members)};`);
  const [, statement] = tree!.program["body"] as Node[];
  return tree!.variableOf(statement!["expression"] as Node) !== undefined;
}

describe("the tree of a file", () => {
  it("knows what a name stands for", () => assert.ok(isKnown(100)));
  it("knows nothing of a program that is nested too deep to look through", () => assert.ok(!isKnown(50_000)));
});
