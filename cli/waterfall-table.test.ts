import assert from "node:assert/strict";
import type { ScenarioIoCall } from "../bench-worker/contract/played-scenario.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import { waterfallsOfPair, waterfallTable } from "./waterfall-table.ts";

function result(io: ScenarioIoCall[], milliseconds: number): TargetResult {
  const target = {
    file: "a.js",
    name: "up",
    line: 1,
    column: 1,
    pattern: "async-await",
    tokens: 9,
    textHash: "",
  };
  const scenario = { origin: "recorded", milliseconds } as const;
  return { target, state: "completed", warnings: [], fakes: [], scenario, io } as TargetResult;
}

function io(line: number, expression: string, start: number, end: number | null): ScenarioIoCall {
  const outcome = end === null ? "pending" : expression === "mail" ? "error" : "value";
  return { line, column: 3, expression, startMilliseconds: start, endMilliseconds: end, outcome };
}

const drawn = (io: ScenarioIoCall[], milliseconds: number): string[] =>
  waterfallTable(result(io, milliseconds), "a.js:1 up", (title) => title).split("\n");

describe("the I/O calls of a recorded call in a terminal", () => {
  it("are bars over its time, with how long each took and what was its own", () => {
    assert.deepEqual(
      drawn(
        [io(3, "db.get", 0, 10), io(4, "db.put", 10, 30), io(5, "mail", 10, 20), io(6, "watch", 20, null)],
        40,
      ),
      [
        "I/O as recorded  0 ––––––––––––––––––––––––––––––– 40.0 ms             took",
        "3 db.get         ██████████                                         10.0 ms",
        "4 db.put                   ████████████████████                     20.0 ms",
        "5 mail                     ░░░░░░░░░░                       10.0 ms, failed",
        "6 watch                              ····················         no answer",
        "a.js:1 up took 40.0 ms when it was recorded, with 4 I/O calls, 3 of them one after another, at most 2 at a time; none was under way for 25 % of it",
      ],
    );
  });

  it("are one row where a call site made many, and counted where there are too many rows", () => {
    const loop = Array.from({ length: 20 }, (_, at) => io(3, "db.get", at * 2, at * 2 + 1));
    assert.match(drawn(loop, 40)[1]!, /^3 db\.get {9,}█+.*×20 in 39\.0 ms$/);
    const many = Array.from({ length: 30 }, (_, at) => io(at + 1, "db.get", at, at + 1));
    assert.equal(drawn(many, 40).at(-2), "and 5 more, see --json");
  });

  it("are left out where no recorded call was played", () => {
    const inferred = { ...result([io(3, "db.get", 0, 1)], 2), scenario: { origin: "inferred" as const } };
    assert.equal(
      waterfallTable(inferred, "up", (title) => title),
      "",
    );
  });

  it("of two versions are drawn over the same time", () => {
    const elapsed = {
      base: { milliseconds: 40, io: [io(3, "db.get", 0, 20), io(4, "db.put", 20, 40)] },
      head: { milliseconds: 20, io: [io(3, "db.get", 0, 20), io(3, "db.put", 0, 20)] },
    };
    assert.deepEqual(waterfallsOfPair({ elapsed, name: "up" }, (title) => title).split("\n"), [
      "up, on the recorded call  0 ––––––––––––––––––––––––––––––– 40.0 ms     took",
      "before                                                               40.0 ms",
      "  3 db.get                ████████████████████                       20.0 ms",
      "  4 db.put                                    ████████████████████   20.0 ms",
      "after                                                                20.0 ms",
      "  3 db.get                ████████████████████                       20.0 ms",
      "  3 db.put                ░░░░░░░░░░░░░░░░░░░░                       20.0 ms",
    ]);
    assert.equal(
      waterfallsOfPair({ name: "up" }, (title) => title),
      "",
    );
  });
});
