import assert from "node:assert/strict";
import type { RecordedFunction } from "../../contract/recording.ts";
import { usualCall, usualFirst } from "./usual-first.ts";

type Path = RecordedFunction["paths"][number];
type Outcome = Path["kept"][number]["outcome"];

function path(site: string, calls: number, outcome: Outcome): Path {
  const call = {
    recordedAt: "",
    command: "",
    node: "",
    arguments: [],
    variables: [],
    milliseconds: 1,
    answers: [],
  };
  const functions = [{ file: "a.js", name: "a", line: 1, textHash: "" }];
  return { sites: site.split(" "), calls, kept: [{ ...call, functions, outcome }] };
}

describe("the order of paths", () => {
  it("has those that fail last, however frequent they are", () => {
    const good = path("1:1", 1, { how: "value" });
    const rejected = path("1:2", 9, { how: "error" });
    const told = path("1:3", 8, { how: "callback", value: [{ $: "error", class: "Error", message: "no" }] });
    const calledBack = path("1:4", 2, { how: "callback", value: [null, 1] });
    assert.deepEqual([rejected, told, good, calledBack].sort(usualFirst), [calledBack, good, rejected, told]);
  });

  it("has the most frequent first, and of those the one with most I/O calls", () => {
    const value = { how: "value" } as const;
    const [seldom, short, long] = [path("1:1", 1, value), path("1:2", 4, value), path("1:2 1:3", 4, value)];
    assert.deepEqual([seldom, short, long].sort(usualFirst), [long, short, seldom]);
  });
});

describe("the call by which a path is measured", () => {
  const call = (outcome: Outcome, ...failed: boolean[]): { call: Path["kept"][number] } => {
    const [one] = path("1:1", 1, outcome).kept as [Path["kept"][number]];
    const answers = failed.map((isFailed) => ({
      ...{ file: "a.js", line: 1, column: 1, expression: "readFile", kind: "core", style: "promise" },
      ...{ evidence: "FSREQPROMISE", startMilliseconds: 0, endMilliseconds: 1, inFlight: 0, arguments: [] },
      outcome: isFailed ? "error" : "value",
    })) as typeof one.answers;
    return { call: { ...one, answers } };
  };

  it("is the first of which nothing failed", () => {
    const missing = call({ how: "value", value: null }, true);
    const rejected = call({ how: "error" }, false);
    const [good, other] = [call({ how: "value" }, false), call({ how: "value" }, false)];
    assert.equal(usualCall([missing, rejected, good, other]), good);
    assert.equal(usualCall([missing, rejected]), missing);
    assert.equal(usualCall([]), undefined);
  });
});
