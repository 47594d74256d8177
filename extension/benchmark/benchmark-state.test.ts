import assert from "node:assert/strict";
import { exampleDocument, exampleResult } from "../test/examples.ts";
import { cutOff, staleIndices, type ShownBenchmark } from "./benchmark-state.ts";

const document = exampleDocument([
  exampleResult({}, "a", "1"),
  exampleResult({ state: "running" }, "b", "2"),
  exampleResult({}, "c", "3"),
]);
const shown: ShownBenchmark = {
  kind: "benchmark",
  functions: [
    { uri: "file:a", file: "/a.js", name: "a", ordinal: 0 },
    { uri: "file:a", file: "/a.js", name: "b", ordinal: 0 },
    { uri: null, file: "/gone.js", name: "c", ordinal: 0 },
  ],
  document,
  running: null,
};

describe("the shown benchmark", () => {
  it("is old where a function's text is not in its document any more", () => {
    const present = [
      { name: "a", textHash: "edited" },
      { name: "b", textHash: "2" },
    ];
    assert.deepEqual(
      staleIndices(shown, () => present),
      [0],
    );
  });

  it("says nothing of documents that are not open", () => {
    assert.deepEqual(
      staleIndices(shown, () => undefined),
      [],
    );
  });

  it("has nothing running once it was cut off", () => {
    const ended = cutOff(document, "The window was closed.");
    assert.deepEqual(
      ended.results.map(({ state, reason }) => [state, reason]),
      [
        ["completed", undefined],
        ["cancelled", "The window was closed."],
        ["completed", undefined],
      ],
    );
  });
});
