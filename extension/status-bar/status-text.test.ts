import assert from "node:assert/strict";
import { freshHint } from "../analysis/last-good.ts";
import { exampleFunction } from "../test/examples.ts";
import { hintAt, statusText } from "./status-text.ts";

describe("the status bar", () => {
  it("says tokens and pattern of a function", () => {
    assert.equal(statusText(exampleFunction()), "$(dashboard) upload: 302 tokens · async/await");
  });

  it("cuts long names, and reads no icon into them", () => {
    const name = "Store[`${$(bug)}`].uploadAllOfThemTogether";
    assert.equal(
      statusText(exampleFunction({ name })),
      "$(dashboard) Store[`${$ (bug)}`].uploadAllO…: 302 tokens · async/await",
    );
  });

  it("takes the innermost function around the cursor, its ends included", () => {
    const hint = (name: string, start: number, end: number) =>
      freshHint(exampleFunction({ name, range: { start, end } }));
    const hints = [hint("outer", 0, 50), hint("inner", 10, 20), hint("next", 60, 70)];
    const at = (offset: number) => hintAt(hints, offset)?.found.name;
    assert.deepEqual(
      [at(5), at(10), at(15), at(20), at(30), at(55), at(70)],
      ["outer", "inner", "inner", "inner", "outer", undefined, "next"],
    );
  });
});
