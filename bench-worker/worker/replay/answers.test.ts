import assert from "node:assert/strict";
import type { RecordedAnswer, RecordedCall } from "../../contract/recording.ts";
import { sitesOf } from "./answers.ts";

const answer = (line: number, more: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
  ...{ file: "a.js", line, column: 1, expression: "stream.write", kind: "package", style: "sync" },
  ...{ startMilliseconds: 0, endMilliseconds: 0, inFlight: 0, arguments: [], outcome: "value", ...more },
});

const real = (call: Partial<RecordedCall>): number[] =>
  sitesOf(call as RecordedCall, "/project")
    .flatMap(({ answers }) => answers)
    .filter(({ mayBeReal }) => mayBeReal)
    .map(({ recorded: { line } }) => line);

describe("a recorded answer", () => {
  it("of a package that answers at once may come for real, unless it brings events of another call", () => {
    const heard = answer(1, {
      style: "event",
      callbacks: [{ at: [1], milliseconds: 0, arguments: [], during: 1 }],
    });
    assert.deepEqual(real({ answers: [heard, answer(2), answer(3)] }), [3]);
  });

  it("never comes for real where texts stand for what may be secrets: nothing that is computed of them is what was recorded", () => {
    assert.deepEqual(real({ answers: [answer(1)] }), [1]);
    assert.deepEqual(real({ answers: [answer(1)], redacted: 2 }), []);
  });
});
