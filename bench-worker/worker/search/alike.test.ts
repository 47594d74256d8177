import assert from "node:assert/strict";
import type { Fact } from "../../contract/fact.ts";
import { told } from "../fixtures/told.ts";
import { ITEMS_OF_LISTS } from "../load/stand-ins.ts";
import { contradictions, type Learnt } from "./alike.ts";

/** What one of two was made with, by attempts of that rung. */
function learnt(rung: number, ...facts: readonly Fact[]): Learnt {
  return {
    settings: { attempt: { rung }, facts: told(...facts), itemsOfLists: ITEMS_OF_LISTS, standIns: null },
    uses: [],
    lists: new Set(),
  };
}

const withFile = (file: string): Learnt =>
  learnt(2, { about: "file", name: file, because: "failing-file", evidence: "it threw" });

describe("two that are compared", () => {
  it("contradict each other where what may be left out was filled in for one only", () => {
    assert.deepEqual(contradictions(learnt(0), learnt(1)), ["arguments"]);
    assert.deepEqual(contradictions(learnt(1), learnt(4)), []);
  });

  it("do where a file of their project was made up for one only, and not where each had its own copy of it made up", () => {
    assert.deepEqual(contradictions(withFile("/nowhere/a/db.js"), learnt(1)), ["db.js"]);
    assert.deepEqual(contradictions(withFile("/nowhere/a/db.js"), withFile("/nowhere/b/db.js")), []);
    assert.deepEqual(contradictions(withFile("/nowhere/a/db.js"), withFile("/nowhere/a/log.js")), [
      "db.js",
      "log.js",
    ]);
  });

  it("do where a value is one thing in one of them, and another in the other", () => {
    const shaped = (value: string): Learnt =>
      learnt(0, { about: "value", name: "options.kind", is: { value }, because: "guard" });
    assert.deepEqual(contradictions(shaped("a"), shaped("b")), ["options.kind"]);
    assert.deepEqual(contradictions(shaped("a"), shaped("a")), []);
  });
});
