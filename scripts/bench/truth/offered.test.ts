import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import type { RecordedFunction } from "../../../bench-worker/contract/recording.ts";
import { offeredAs } from "./offered.ts";

const recorded = (...sites: string[]): RecordedFunction => ({
  ...{ name: "one", line: 1, column: 1, textHash: "" },
  paths: [{ sites, calls: 3, kept: [] }],
});

describe("What can be measured of a recorded function", () => {
  const text =
    "async function all(ids) { await Promise.all(ids.map((id) => db.get(id))); } function given(id) { return db.get(id); } function plain(id) { return id + 1; }";
  const { functions } = analyze(text, "js");

  it("is itself where its text tells that it is asynchronous, else the function that it is a part of", () => {
    const offered = ["async function", "(id) =>", "function given", "function plain"].map((one) =>
      offeredAs(text.indexOf(one), text, "js", functions, recorded("7:5 get")),
    );
    assert.deepEqual(offered, ["itself", "part", "itself", "not"]);
  });

  it("is nothing where neither its text nor a recorded call tells of anything asynchronous", () => {
    const start = text.indexOf("function plain");
    assert.equal(offeredAs(start, text, "js", functions, recorded()), "idle");
  });
});
