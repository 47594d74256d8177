import assert from "node:assert/strict";
import type { StackSite } from "../bench-worker/stack-traces.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import { stackReport } from "./stack-report.ts";

const site = (line: number, change: Partial<StackSite>): StackSite => ({
  line,
  expression: "db.get",
  mode: "error",
  layer: "calls-back",
  found: true,
  exact: true,
  reportedLine: line,
  distance: 0,
  crashed: false,
  stack: "Error",
  ...change,
});

function result(sites: StackSite[]): TargetResult {
  return {
    target: {
      file: "a.js",
      name: "load",
      line: 1,
      column: 1,
      pattern: "callbacks",
      tokens: 9,
      textHash: "x",
    },
    state: "completed",
    warnings: [],
    stackTraces: { level: 1, flag: null, why: "", layer: "calls-back", sites },
    fakes: [],
  };
}
const report = (...results: TargetResult[]): string =>
  stackReport(
    results,
    () => "a.js:1 load",
    (title) => title,
  );

describe("stack traces for a person", () => {
  it("have a line for each I/O call, with how far a stack is off and what crashed", () => {
    const crashes = { found: false, exact: false, reportedLine: null, crashed: true };
    const text = report(
      result([
        site(7, { exact: false, reportedLine: 9 }),
        site(7, { mode: "throw" }),
        site(7, { mode: "async-throw", ...crashes, crash: "uncaughtException" }),
        site(3, { layer: "async", exact: false, reportedLine: 5 }),
        site(3, {}),
      ]),
    );
    assert.deepEqual(
      text.split("\n").map((line) => line.split(/ {2,}/)),
      [
        ["stack traces of a.js:1 load: I/O call", "delivered", "thrown at the call", "thrown inside"],
        ["3 db.get", "line 3"],
        ["7 db.get", "line 9 (2 off)", "line 7", "no line, uncaught"],
      ],
    );
  });

  it("do not fill the screen", () => {
    const many = Array.from({ length: 20 }, (_, line) => site(line + 1, {}));
    assert.match(report(result(many)), /\n12 db\.get +line 12\nand 8 more I\/O calls, see --json$/);
    assert.equal(report(...Array.from({ length: 4 }, () => result(many))), "");
  });
});
