import assert from "node:assert/strict";
import type { PlayedScenario } from "../bench-worker/contract/played-scenario.ts";
import { explainTable } from "./explain-table.ts";

describe("what a call was made of, for a person", () => {
  it("is each part in its order, with where it came from and why, on one line", () => {
    const scenario: PlayedScenario = {
      origin: "inferred",
      values: [
        { what: "argument 0 (db)", origin: "stand-in", text: "stand-in for db" },
        { what: "answer of db.get at line 3", origin: "stand-in", rule: "its promise is used in line 3" },
        { what: "every .rows", origin: "inferred", text: `"${"x".repeat(80)}\n"`, rule: "wrong-type" },
      ],
    };
    assert.equal(
      explainTable({ scenario }, "a.js:1 load", (title) => title.toUpperCase()),
      [
        "WHAT A.JS:1 LOAD WAS CALLED WITH  IS                                                            FROM      BECAUSE",
        "argument 0 (db)                   stand-in for db                                               stand-in",
        "answer of db.get at line 3                                                                      stand-in  its promise is used in line 3",
        `every .rows                       "${"x".repeat(58)}…  inferred  wrong-type`,
      ].join("\n"),
    );
  });

  it("is nothing of a function that was not called", () => {
    assert.equal(
      explainTable({}, "a.js:1 load", (title) => title),
      "",
    );
  });
});
