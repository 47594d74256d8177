import assert from "node:assert/strict";
import { givenFunction } from "./given-function.ts";

describe("what a stand-in gives that is given a function", () => {
  it("is a text where its method is one of texts, the length of a list where it is put into one, and else not known", () => {
    assert.equal(givenFunction("row.text.replace", [/t/g, () => "T"])?.value, "row.TexT");
    assert.equal(givenFunction("jobs.push", [() => 1])?.value, 1);
    assert.equal(givenFunction("jobs.push", [1])?.value, undefined);
    assert.equal(givenFunction("jobs.add", [() => 1]), undefined);
  });
});
