import assert from "node:assert/strict";
import type { Node } from "../../instrument/tree.ts";
import { childrenOf } from "../../instrument/tree.ts";
import { asksOnlyThis } from "./asks-this.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** Whether the first `if` of a method asks only its own object. */
function isAsked(body: string): boolean {
  const tree = sourceTreeOf("a.js", `class A { #b = 1; f(given) { ${body} } }`)!;
  const first = (node: Node): Node | undefined =>
    node.type === "IfStatement"
      ? node
      : childrenOf(node)
          .map(first)
          .find((one) => one !== undefined);
  return asksOnlyThis({ tree, node: first(tree.program)!["test"] as Node, below: () => null });
}

describe("what a condition asks", () => {
  it("is only the function's own object, be it by way of variables and of what engines have", () => {
    for (const body of [
      "if (this.isStopped) return;",
      "if (!this.#b || this.rows.length === 0) return;",
      "const rows = this.load(1); if (rows === undefined || !Array.isArray(rows)) return;",
      "const { state } = this; const open = state.open; if (!open) return;",
      "if (this.rows.find((row) => row.isOpen)) return;",
    ])
      assert.equal(isAsked(body), true, body);
  });

  it("is something else where it asks an argument as well, or nothing of its own object", () => {
    for (const body of [
      "if (given.isStopped) return;",
      "if (this.rows.has(given)) return;",
      "const row = this.rows.find((one) => one.id === given.id); if (!row) return;",
      "const { body } = given; if (!body.name) return;",
      "if (Date.now() > 3) return;",
    ])
      assert.equal(isAsked(body), false, body);
  });
});
