import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { offeredAs } from "./offered.ts";

describe("What can be measured of a recorded function", () => {
  it("is itself where its text tells that it is asynchronous, else the function that it is a part of", () => {
    const text =
      "async function all(ids) { await Promise.all(ids.map((id) => db.get(id))); } function given(id) { return db.get(id); } function plain(id) { return id + 1; }";
    const { functions } = analyze(text, "js");
    const offered = ["async function", "(id) =>", "function given", "function plain"].map((one) =>
      offeredAs(text.indexOf(one), text, "js", functions),
    );
    assert.deepEqual(offered, ["itself", "part", "itself", "not"]);
  });
});
